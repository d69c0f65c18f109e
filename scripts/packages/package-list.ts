import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../build/root';

/** A package that teams install from the installation. */
export interface TeamPackage {
  name: `@cam/${string}`;
  description: string;
  /** Folder of the sources, relative to the root. */
  folder: string;
  /** Source file of each entry, relative to the folder. */
  entries: Record<string, string>;
  /** Entries that only the other packages load, in tests. They have no types, and no build of a remote can load them. */
  internal?: readonly string[];
  /** The formats of the JavaScript. Packages that the host provides are never bundled, so tests alone load them. */
  formats: readonly ('esm' | 'cjs')[];
  /** Folder below which the declarations of the package are, relative to the root. */
  declarations: readonly string[];
  /** Other packages of this list that become part of the package: the folder of the declarations, by name. */
  includes?: Readonly<Record<string, string>>;
  dependencies: Record<string, string>;
  /** Programs of the package, by name. */
  bin?: Record<string, string>;
  /** Report of the public interface in docs/api. */
  report?: string;
}

interface Manifest {
  version: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  overrides?: Record<string, string>;
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;
}

/** Returns the version of all packages. It is that of the console, so a package fits the installation that serves it. */
export function packageVersion(): string {
  return manifestOf('.').version;
}

/** Returns the overrides of this repository that concern the tools of the kit. Only the package of the team itself can have them. */
export function toolOverrides(): Record<string, string> {
  const { overrides = {} } = manifestOf('.');
  return Object.fromEntries(Object.entries(overrides).filter(([name]) => KIT_OVERRIDES.includes(name)));
}

const KIT_OVERRIDES = ['nwsapi', '@rspack/core', 'unrs-resolver'];

/** Tools of the kit that are dependencies of scripts or of the root. */
const BUILD_TOOLS = [
  ...['@module-federation/enhanced', 'ajv', 'commander', 'css-loader', 'esbuild', 'esbuild-loader', 'mini-css-extract-plugin', 'yazl'],
  ...['semver', 'tsx', 'watchpack', 'webpack', 'yaml'],
];
const TEST_TOOLS = [
  '@testing-library/react',
  '@types/jest',
  '@types/react',
  '@types/react-dom',
  'jest',
  'jest-environment-jsdom',
  'ts-jest',
  'typescript',
];

/** Tools of `cam-remote try` besides those of the build. */
const DEVELOPMENT_TOOLS = ['@babel/core', 'react-refresh'];

/** The host alone draws charts and loads fonts, so neither comes with the package. Its declarations do not mention them. */
const ONLY_IN_HOST = ['@ant-design/charts', '@fontsource-variable/inter'];

/** Returns all packages, in the order of their dependencies. */
export function teamPackages(): TeamPackage[] {
  const version = packageVersion();
  const ownVersions = (dependencies: Record<string, string> = {}): Record<string, string> =>
    Object.fromEntries(
      Object.entries(dependencies)
        .filter(([name]) => !ONLY_IN_HOST.includes(name))
        .map(([name, range]) => [name, name.startsWith('@cam/') ? version : range]),
    );
  const tools = (from: Record<string, string> = {}, names: readonly string[]): Record<string, string> =>
    Object.fromEntries(
      names.map((name) => {
        const range = from[name];
        if (!range) throw new Error(`The kit needs ${name}, which no package.json lists.`);
        return [name, range];
      }),
    );
  const { dependencies: contracts } = manifestOf('contracts');
  const { dependencies: platform } = manifestOf('shared/platform');
  const { dependencies: ui } = manifestOf('shared/ui');
  return [
    {
      name: '@cam/contracts',
      description: 'The API, the manifest of remotes and the vocabularies of CAM, as types and schemas',
      folder: 'contracts/src',
      entries: { '.': 'index.ts', './server': 'server.ts' },
      formats: ['esm', 'cjs'],
      declarations: ['contracts/src'],
      dependencies: ownVersions(contracts),
      report: 'contracts',
    },
    {
      name: '@cam/platform',
      description: 'Session, data, address and state of the console, for remotes',
      folder: 'shared/platform/src',
      entries: { '.': 'index.ts', './router': 'router.ts', './testing': 'testing/index.tsx', './host': 'host.ts' },
      internal: ['./host'],
      formats: ['cjs'],
      declarations: ['shared/platform/src'],
      dependencies: ownVersions(platform),
      report: 'platform',
    },
    {
      name: '@cam/ui',
      description: 'Components and theme of the console, for remotes',
      folder: 'shared/ui/src',
      entries: { '.': 'index.ts' },
      formats: ['cjs'],
      declarations: ['shared/ui/src'],
      dependencies: ownVersions(ui),
      report: 'ui',
    },
    {
      name: '@cam/remote-kit',
      description: 'Build, tests, preview and publishing of a remote in a repository of its own',
      folder: 'scripts/packages/remote-kit',
      entries: { './testing': 'testing.ts' },
      formats: ['cjs'],
      declarations: ['scripts/packages/remote-kit'],
      bin: { 'cam-remote': 'bin/cam-remote.mjs' },
      dependencies: {
        '@cam/contracts': version,
        '@cam/platform': version,
        ...tools(manifestOf('scripts').dependencies, BUILD_TOOLS),
        ...tools(manifestOf('.').devDependencies, [...DEVELOPMENT_TOOLS, ...TEST_TOOLS]),
      },
    },
    {
      name: '@cam/create-remote',
      description: 'Creates the repository of a new remote: npm create @cam/remote',
      folder: 'scripts/packages/create-remote',
      entries: {},
      formats: [],
      declarations: [],
      dependencies: {},
      bin: { 'create-remote': 'bin/create-remote.mjs' },
    },
    {
      name: '@cam/client',
      description: 'The API of CAM for programs, typed by its contract',
      folder: 'scripts/packages/client',
      entries: { '.': 'index.ts' },
      formats: ['esm', 'cjs'],
      declarations: ['scripts/packages/client'],
      // A program has an API token, which does not open the registry of the teams.
      includes: { '@cam/contracts': 'contracts/src' },
      dependencies: ownVersions(contracts),
    },
    {
      name: '@cam/cli',
      description: 'The command line of CAM for any machine: npx @cam/cli login https://cam.company.example',
      folder: 'scripts/packages/cli',
      entries: {},
      formats: [],
      declarations: [],
      dependencies: {},
      bin: { cam: 'bin/cam.mjs' },
    },
  ];
}
