import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { releaseNotes } from './changelog';
import { release, ReleaseError } from './release';

const CHANGELOG = `# Changelog

## [Unreleased]

### Added

- Exports in CSV.

### Fixed

## [1.0.0] - 2026-01-02

### Added

- Everything.
`;

let root: string;

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const write = (file: string, value: unknown): void =>
  writeFileSync(join(root, file), typeof value === 'string' ? value : `${JSON.stringify(value, null, 2)}\n`);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cam-release-'));
  mkdirSync(join(root, 'server'));
  write('package.json', { name: 'cam', version: '1.0.0', workspaces: ['server'], dependencies: { semver: '7.8.6' } });
  write('server/package.json', { name: '@cam/server', version: '1.0.0' });
  const packages = {
    '': { name: 'cam', version: '1.0.0', workspaces: ['server'], dependencies: { semver: '7.8.6' } },
    'node_modules/@cam/server': { resolved: 'server', link: true },
    'node_modules/semver': { version: '7.8.6' },
    server: { name: '@cam/server', version: '1.0.0' },
  };
  write('package-lock.json', { name: 'cam', version: '1.0.0', lockfileVersion: 3, requires: true, packages });
  write('CHANGELOG.md', CHANGELOG);
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Test');
  git('config', 'user.email', 'test@cam.example');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Start');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

it('release sets the version in every package, moves the changelog entries, commits and tags', () => {
  const { version, notes } = release(root, 'minor', '2026-11-23', { isDryRun: false });
  expect([version, notes]).toEqual(['1.1.0', '### Added\n\n- Exports in CSV.']);
  for (const file of ['package.json', 'server/package.json']) expect(JSON.parse(read(file))).toMatchObject({ version: '1.1.0' });
  const { packages, ...lockfile } = JSON.parse(read('package-lock.json')) as { packages: Record<string, unknown> };
  expect(lockfile).toMatchObject({ version: '1.1.0' });
  expect(packages).toMatchObject({ '': { version: '1.1.0' }, server: { version: '1.1.0' }, 'node_modules/semver': { version: '7.8.6' } });
  expect(read('CHANGELOG.md')).toContain('## [Unreleased]\n\n## [1.1.0] - 2026-11-23\n\n### Added\n\n- Exports in CSV.\n\n## [1.0.0]');
  const { components, metadata } = JSON.parse(read('sbom.cdx.json')) as {
    components: { name: string; version: string }[];
    metadata: { timestamp: string; component: { version: string } };
  };
  expect(components).toContainEqual(expect.objectContaining({ name: 'semver', version: '7.8.6', purl: 'pkg:npm/semver@7.8.6' }));
  expect(metadata).toMatchObject({ timestamp: '2026-11-23T00:00:00.000Z', component: { version: '1.1.0' } });
  expect(git('status', '--porcelain')).toBe('');
  expect(git('log', '-1', '--format=%s')).toBe('Release 1.1.0');
  expect(git('describe', '--exact-match')).toBe('v1.1.0');
  expect(git('tag', '--list', '--format=%(contents)', 'v1.1.0')).toContain('### Added');
});

it('release writes nothing in a dry run', () => {
  expect(release(root, '2.0.0', '2026-11-23', { isDryRun: true })).toMatchObject({
    version: '2.0.0',
    files: ['package.json', 'server/package.json', 'package-lock.json', 'CHANGELOG.md', 'sbom.cdx.json'],
  });
  expect([git('status', '--porcelain'), git('tag', '--list'), git('rev-list', '--count', 'HEAD')]).toEqual(['', '', '1']);
});

it('release rejects uncommitted changes, an invalid, old or tagged version, and an empty changelog', () => {
  const attempt = (wanted: string) => () => release(root, wanted, '2026-11-23', { isDryRun: false });
  write('new.txt', 'x');
  expect(attempt('patch')).toThrow(new ReleaseError('The working tree has changes. Commit them, or put them aside, and release again.'));
  rmSync(join(root, 'new.txt'));
  expect(attempt('1.0.0')).toThrow('1.0.0 is not newer than 1.0.0.');
  expect(attempt('next')).toThrow('"next" is not a version.');
  git('tag', 'v1.0.1');
  expect(attempt('patch')).toThrow('The tag v1.0.1 exists.');
  release(root, 'minor', '2026-11-23', { isDryRun: false });
  expect(attempt('minor')).toThrow('CHANGELOG.md has no entries under "## [Unreleased]".');
});

it('releaseNotes finds the entries of the last section', () => {
  expect(releaseNotes('# Changelog\n\n## [Unreleased]\n\n- One.\n', '1.0.0', '2026-11-23')).toEqual({
    notes: '- One.',
    text: '# Changelog\n\n## [Unreleased]\n\n## [1.0.0] - 2026-11-23\n\n- One.\n',
  });
});

it('all packages of this repository have the same version', () => {
  const { packages } = JSON.parse(readFileSync(join(__dirname, '../../package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; link?: boolean }>;
  };
  const versions = Object.entries(packages).filter(([path, { link }]) => !path.includes('node_modules/') && !link);
  const own = versions.find(([path]) => path === '')?.[1].version;
  expect(versions.length).toBeGreaterThan(10);
  expect(versions.filter(([, { version }]) => version !== own)).toEqual([]);
});
