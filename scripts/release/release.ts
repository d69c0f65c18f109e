import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gt, inc, valid, type ReleaseType } from 'semver';
import { releaseNotes, type ReleasedChangelog } from './changelog';

/** The list of all packages that the product needs at run time, in CycloneDX. */
const BILL_OF_MATERIALS = 'sbom.cdx.json';

/** A release that cannot be made; the message says why and what to do. */
export class ReleaseError extends Error {}

interface Lockfile {
  version: string;
  packages: Record<string, { version?: string; link?: boolean }>;
}

interface Manifest {
  version: string;
}

export interface Release {
  version: string;
  /** Paths of the changed files, relative to the root. */
  files: string[];
  /** The section of the changelog. */
  notes: string;
}

/**
 * Releases all packages of the repository under one version: sets it in every package.json and in the lockfile, moves the unreleased entries of the changelog
 * below it, lists the packages of other authors, commits and tags. The version of the root's package.json is the present one.
 *
 * @param wanted `major`, `minor`, `patch` or a version.
 * @param date the day of the release, as 2026-11-23.
 * @throws ReleaseError if the tree is not clean, the version is not newer or taken, or nothing is unreleased.
 */
export function release(root: string, wanted: string, date: string, { isDryRun }: { isDryRun: boolean }): Release {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  if (git('status', '--porcelain') !== '') throw new ReleaseError('The working tree has changes. Commit them, or put them aside, and release again.');
  const lockfile = readJson<Lockfile>(join(root, 'package-lock.json'));
  const version = nextVersion(readJson<Manifest>(join(root, 'package.json')).version, wanted);
  if (git('tag', '--list', `v${version}`) !== '') throw new ReleaseError(`The tag v${version} exists. Choose a later version.`);
  const changelog = changelogOf(root, version, date);

  const workspaces = Object.entries(lockfile.packages).filter(([path, { link }]) => !path.includes('node_modules/') && !link);
  const manifests = workspaces.map(([path]) => join(path, 'package.json'));
  const files = [...manifests, 'package-lock.json', 'CHANGELOG.md', BILL_OF_MATERIALS];
  if (isDryRun) return { version, files, notes: changelog.notes };

  for (const path of manifests) writeJson(join(root, path), { ...readJson<Manifest>(join(root, path)), version });
  lockfile.version = version;
  for (const [, entry] of workspaces) entry.version = version;
  writeJson(join(root, 'package-lock.json'), lockfile);
  writeFileSync(join(root, 'CHANGELOG.md'), changelog.text);
  writeJson(join(root, BILL_OF_MATERIALS), billOfMaterials(root, date));
  git('add', '--', BILL_OF_MATERIALS);
  git('commit', '--quiet', '--message', `Release ${version}`, '--', ...files);
  git('tag', '--annotate', `v${version}`, '--message', `${version}\n\n${changelog.notes}`, '--cleanup=verbatim');
  return { version, files, notes: changelog.notes };
}

/** Returns what npm reads from the lockfile, without the random number and the time of this run. */
function billOfMaterials(root: string, date: string): unknown {
  const args = ['sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx', '--sbom-type=application'];
  const text = execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 64 * 2 ** 20 });
  const { serialNumber: _random, metadata, ...rest } = JSON.parse(text) as { serialNumber: string; metadata: Record<string, unknown> };
  return { ...rest, metadata: { ...metadata, timestamp: `${date}T00:00:00.000Z` } };
}

function nextVersion(current: string, wanted: string): string {
  const next = ['major', 'minor', 'patch'].includes(wanted) ? inc(current, wanted as ReleaseType) : valid(wanted);
  if (!next) throw new ReleaseError(`"${wanted}" is not a version. Name major, minor, patch or a version such as 1.2.3.`);
  if (!gt(next, current)) throw new ReleaseError(`${next} is not newer than ${current}.`);
  return next;
}

function changelogOf(root: string, version: string, date: string): ReleasedChangelog {
  const released = releaseNotes(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version, date);
  if (!released) throw new ReleaseError('CHANGELOG.md has no entries under "## [Unreleased]". Describe what changed, commit it and release again.');
  return released;
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}

/** Keeps the order of the fields and ends with a new line, as npm does. */
function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
