import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExternalItem } from 'webpack';
import { HOST_LOADER } from '@cam/contracts/server';
import { ROOT } from './root';

/**
 * Every module that the host provides once for all remotes. Sub-paths have their own entries, because a prefix entry would fail at run time with an
 * unspecific message. A module that is missing here is bundled into each remote that uses it. antd is inside `@cam/ui`, its only importer; as a
 * shared module, it would include every unused component.
 */
export const SHARED_MODULES = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  'react-router-dom',
  'jotai',
  'swr',
  '@cam/platform',
  '@cam/ui',
] as const;

/**
 * The federation runtime itself. Remotes are built without it and use the host's, because it would be most of their size. The values are its names on
 * the window.
 */
export const RUNTIME_MODULES = {
  '@module-federation/runtime-core': '_FEDERATION_RUNTIME_CORE',
  '@module-federation/sdk': '_FEDERATION_SDK',
  '@module-federation/webpack-bundler-runtime': '_FEDERATION_BUNDLER_RUNTIME',
} as const;

/**
 * Loader of the host for the files of remotes (`self.__camAttach`), which remotes are built without. Raise its first number when a release for it would not load
 * with a host of the number before: such a host then gets an earlier release.
 */
const LOADER = { [HOST_LOADER]: '1.0.0' };

/** Excludes the runtime from the build of a remote. The federation plugin's entry requests a module of the runtime by its path. */
export const runtimeOfHost: ExternalItem = ({ request = '' }, answer) => {
  const [, global] =
    Object.entries(RUNTIME_MODULES).find(([module]) => request === module || request.replaceAll('\\', '/').includes(`node_modules/${module}/`)) ?? [];
  answer(undefined, global && `global ${global}`);
};

/** Returns the version of an installed package, by the name of any of its modules. */
export function versionOf(module: string): string {
  const name = module.startsWith('@') ? module.split('/').slice(0, 2).join('/') : (module.split('/')[0] ?? module);
  return (JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')) as { version: string }).version;
}

/** Returns the version of every shared module, of the contracts and of the runtime, by name. Remotes are checked against them. */
export function providedByHost(): Record<string, string> {
  const names = [...SHARED_MODULES, '@cam/contracts', ...Object.keys(RUNTIME_MODULES)];
  return { ...Object.fromEntries(names.map((module) => [module, versionOf(module)])), ...LOADER };
}

/** Returns the required ranges of the runtime and of the loader, which the federation manifest of a remote does not list by itself. */
export function runtimeRanges(): Record<string, string> {
  const runtime = Object.keys(RUNTIME_MODULES).map((module) => [module, versionOf(module)] as const);
  return Object.fromEntries([...runtime, ...Object.entries(LOADER)].map(([name, version]) => [name, `^${version}`]));
}

interface SharedEntry {
  singleton: true;
  requiredVersion: string;
  version: string;
  import?: false | string;
}

/** Modules that the host provides in place of a whole package: browsers use only half of the router. */
const FACADES: Partial<Record<(typeof SHARED_MODULES)[number], string>> = { 'react-router-dom': '@cam/platform/router' };

function entryOf(module: string): SharedEntry {
  return { singleton: true, requiredVersion: `^${versionOf(module)}`, version: versionOf(module) };
}

/** Returns the shared modules of the host, whose versions the console uses. */
export function sharedByHost(): Record<string, SharedEntry> {
  return Object.fromEntries(
    SHARED_MODULES.map((module) => [module, { ...entryOf(module), ...(FACADES[module] ? { import: FACADES[module] } : {}) }]),
  );
}

/** Returns the shared modules of a remote, which bundles none of them. A module that the host lacks is detected before its code runs. */
export function sharedByRemote(): Record<string, SharedEntry> {
  return Object.fromEntries(SHARED_MODULES.map((module) => [module, { ...entryOf(module), import: false }]));
}
