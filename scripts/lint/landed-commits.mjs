import { execFileSync } from 'node:child_process';

/**
 * Returns the commits whose content counts as landed. The base is the newest commit that the main branch shares with HEAD. Where HEAD itself is on the main
 * branch, its first parent counts too, because HEAD may be what has just landed. In a shallow clone some or all of them are missing.
 * @param root a working tree
 * @param named the base, where it is not that of the main branch
 * @throws Error if the named commit is not in the clone
 */
export function landedCommits(root, named) {
  const base = named ?? git(root, 'merge-base', 'HEAD', 'origin/main') ?? git(root, 'merge-base', 'HEAD', 'main');
  const commits = base === null ? [] : base === git(root, 'rev-parse', 'HEAD') ? [base, `${base}^`] : [base];
  return commits.flatMap((commit) => {
    const short = git(root, 'rev-parse', '--short', '--verify', '--quiet', `${commit}^{commit}`);
    if (short === null && named) throw new Error(`There is no commit ${named} in this clone. Fetch it, or name another one.`);
    return short === null ? [] : [short];
  });
}

/** Returns what git prints, or null where it fails, as it does outside a repository. */
export function git(root, ...args) {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 2 ** 26 }).trim() || null;
  } catch {
    return null;
  }
}
