import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { intersects, minVersion, satisfies } from 'semver';

const ROOT = join(__dirname, '../..');

interface LockedPackage {
  version?: string;
  link?: boolean;
  engines?: { node?: string };
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Record<string, LockedPackage> };
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { engines: { node: string } };
const minimum = minVersion(manifest.engines.node)?.version ?? '';
const locked = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);

/** Returns the locked package that Node finds for an import by the package at `from`. */
function resolved(from: string, name: string): LockedPackage | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const found = packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`];
    if (found || folder === '') return found ?? packages[`node_modules/${name}`];
    if (!folder.includes('/node_modules/')) folder = '';
  }
}

describe('package-lock.json', () => {
  it('contains no package that excludes the oldest supported Node.js', () => {
    expect(minimum).toBe('20.19.0');
    const refusing = locked.filter(([, { engines }]) => engines?.node !== undefined && !satisfies(minimum, engines.node));
    expect(refusing.map(([path, { version, engines }]) => `${path} ${version} needs Node.js ${engines?.node}`)).toEqual([]);
  });

  it('contains the optional binaries of every platform, because npm ci fails without them', () => {
    const wanted = locked.flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).map((name) => ({ path, name, found: resolved(path, name) })),
    );
    expect(wanted.length).toBeGreaterThan(50);
    expect(wanted.filter(({ found }) => !found).map(({ path, name }) => `${path} wants ${name}`)).toEqual([]);
  });

  it('names no registry, so that npm can install from a mirror', () => {
    const named = Object.entries(packages).filter(([, entry]) => /^https?:/.test((entry as { resolved?: string }).resolved ?? ''));
    expect(named.map(([path]) => path)).toEqual([]);
  });
});

describe('the package.json files', () => {
  it('pin exact versions, because the lockfile does not apply to remotes that are built elsewhere', () => {
    const workspaces = Object.entries(packages).filter(([path, { link }]) => !path.includes('node_modules/') && !link);
    const loose = workspaces.flatMap(([path, entry]) =>
      Object.entries({ ...entry.dependencies, ...(entry as { devDependencies?: Record<string, string> }).devDependencies })
        .filter(([name, range]) => !name.startsWith('@cam/') && !/^(npm:[@\w/-]+@)?\d+\.\d+\.\d+$/.test(range))
        .map(([name, range]) => `${path || '.'}: ${name} ${range}`),
    );
    expect(loose).toEqual([]);
    expect(intersects(manifest.engines.node, '20.18')).toBe(false);
  });
});
