import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A package in npm's list of what it installed. */
interface Installed {
  version?: string;
  integrity?: string;
  dev?: boolean;
  link?: boolean;
}

/**
 * Puts the packages of a checkout into a copy of its manifests, as `npm ci --omit=dev` would: without what only tests and lint use. The files are hard links
 * where both folders are on the same disk.
 * @throws Error if the checkout has another version of a package than its lockfile
 */
export function linkProductPackages(checkout: string, folder: string): void {
  const wanted = packagesOf(join(folder, 'package-lock.json'));
  const installed = packagesOf(join(checkout, 'node_modules/.package-lock.json'));
  const paths = Object.entries(wanted)
    // A package brings along those below its own folder.
    .filter(([path, { dev }]) => path.split('node_modules/').length === 2 && dev !== true)
    .map(([path]) => path)
    // Packages for other platforms are not there.
    .filter((path) => installed[path] !== undefined || existsSync(join(checkout, path)));
  for (const path of paths) {
    const [there, here] = [installed[path], wanted[path]];
    if (here?.link !== true && there?.integrity !== here?.integrity)
      throw new Error(`${path} is ${there?.version} in ${checkout}, and ${here?.version} in its lockfile.`);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
  }
  for (const below of new Set(paths.map(dirname))) {
    const found = paths.filter((path) => dirname(path) === below);
    link(
      found.map((path) => join(checkout, path)),
      join(folder, below),
    );
  }
}

function link(paths: readonly string[], target: string): void {
  try {
    execFileSync('cp', ['-al', ...paths, target], { stdio: ['ignore', 'ignore', 'pipe'] });
  } catch {
    // Another disk.
    execFileSync('cp', ['-a', '--remove-destination', ...paths, target]);
  }
}

function packagesOf(lockfile: string): Record<string, Installed> {
  return (JSON.parse(readFileSync(lockfile, 'utf8')) as { packages: Record<string, Installed> }).packages;
}
