import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { major } from 'semver';
import { ROOT } from '../build/root';
import { git, landedCommits } from '../lint/landed-commits.mjs';
import { brokenCalls, type Calls } from './broken-calls';
import { MEANT_BREAKS } from './meant-breaks';

const SOURCES = 'contracts/src';

/**
 * Refuses a change of the API that breaks programs which were written for the landed one, unless the first number of the version in package.json rises.
 * Returns the exit code.
 */
async function main(args: readonly string[]): Promise<number> {
  const option = (name: string): string | undefined => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
  const root = resolve(option('root') ?? ROOT);
  const folder = mkdtempSync(join(tmpdir(), 'cam-api-base-'));
  try {
    const landed = landedCommits(root, option('base')).filter((commit) => git(root, 'ls-tree', commit, `${SOURCES}/server.ts`) !== null);
    if (landed.length === 0) console.log('There is no history to compare the API with.');
    const changed = landed.filter((commit) => git(root, 'diff', '--name-only', commit, '--', SOURCES) !== null);
    if (changed.length === 0) return 0;
    const now = await callsOf(root, join(folder, 'now.cjs'));
    const problems = new Set<string>();
    for (const commit of changed) {
      if (major(versionAt(root, commit)) < major(version(readFileSync(join(root, 'package.json'), 'utf8')))) continue;
      const before = await callsOf(unpacked(root, commit, join(folder, commit)), join(folder, `${commit}.cjs`));
      for (const line of brokenCalls(before, now)) if (!MEANT_BREAKS[line]) problems.add(line);
    }
    for (const line of problems) console.error(line);
    if (problems.size === 0) return 0;
    console.error(
      'Programs that use the landed API would break. Keep what they use, or raise the first number of the version in package.json. Where a hole or a wrong ' +
        'answer cannot wait for that, enter the line into scripts/check-api/meant-breaks.ts with the reason.',
    );
    return 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Bundles the contracts below a folder, and returns their calls. */
async function callsOf(root: string, outfile: string): Promise<Calls> {
  await build({
    entryPoints: [join(root, SOURCES, 'server.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    // The contracts of a commit stand in a folder without packages.
    nodePaths: [join(ROOT, 'node_modules')],
    logLevel: 'error',
  });
  return (createRequire(outfile)(outfile) as { endpoints: Calls }).endpoints;
}

/** Writes the contracts as they are in a commit into a new folder, and returns it. */
function unpacked(root: string, commit: string, folder: string): string {
  if (existsSync(folder)) return folder;
  mkdirSync(folder);
  const archive = execFileSync('git', ['archive', '--format=tar', commit, SOURCES], { cwd: root, maxBuffer: 2 ** 28 });
  execFileSync('tar', ['-xf', '-', '-C', folder], { input: archive });
  return folder;
}

function versionAt(root: string, commit: string): string {
  return version(git(root, 'show', `${commit}:package.json`) ?? '{}');
}

function version(manifest: string): string {
  return (JSON.parse(manifest) as { version?: string }).version ?? '0.0.0';
}

process.exitCode = await main(process.argv.slice(2));
