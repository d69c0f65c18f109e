import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExternalItem } from 'webpack';
import { ROOT } from './root';

/**
 * Every module that the host provides once for all remotes. Sub-paths stand by themselves: a prefix entry would fail at run time with
 * a message that names nothing. A module that is missing here is bundled into each remote that uses it. antd is inside `@cam/ui`, its
 * only importer: shared by itself it would come whole, with every component that nobody uses.
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
 * The federation runtime itself: remotes are built without it and run on the host's, or it would be most of the bytes of each. By name, where
 * they look for it on the window.
 */
export const RUNTIME_MODULES = {
  '@module-federation/runtime-core': '_FEDERATION_RUNTIME_CORE',
  '@module-federation/sdk': '_FEDERATION_SDK',
  '@module-federation/webpack-bundler-runtime': '_FEDERATION_BUNDLER_RUNTIME',
} as const;

/** What remotes leave out of their build, for webpack. The entry that the federation plugin writes asks for a module of the runtime by its path. */
export const runtimeOfHost: ExternalItem = ({ request = '' }, answer) => {
  const [, global] =
    Object.entries(RUNTIME_MODULES).find(([module]) => request === module || request.replaceAll('\\', '/').includes(`node_modules/${module}/`)) ?? [];
  answer(undefined, global && `global ${global}`);
};

/** Version of an installed package, by the name of any of its modules. */
export function versionOf(module: string): string {
  const name = module.startsWith('@') ? module.split('/').slice(0, 2).join('/') : (module.split('/')[0] ?? module);
  return (JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')) as { version: string }).version;
}

/** Version of every shared module, of the contracts and of the runtime, by name: what remotes are checked against. */
export function providedByHost(): Record<string, string> {
  const names = [...SHARED_MODULES, '@cam/contracts', ...Object.keys(RUNTIME_MODULES)];
  return Object.fromEntries(names.map((module) => [module, versionOf(module)]));
}

/** Ranges of the runtime that a remote runs on, beside the shared modules that its federation manifest names by itself. */
export function runtimeRanges(): Record<string, string> {
  return Object.fromEntries(Object.keys(RUNTIME_MODULES).map((module) => [module, `^${versionOf(module)}`]));
}

interface SharedEntry {
  singleton: true;
  requiredVersion: string;
  version: string;
  import?: false | string;
}

/** What the host brings in the place of a whole package: the part of the router that browsers use is half of it. */
const FACADES: Partial<Record<(typeof SHARED_MODULES)[number], string>> = { 'react-router-dom': '@cam/platform/router' };

function entryOf(module: string): SharedEntry {
  return { singleton: true, requiredVersion: `^${versionOf(module)}`, version: versionOf(module) };
}

/** The host brings every shared module; its versions are what the console runs on. */
export function sharedByHost(): Record<string, SharedEntry> {
  return Object.fromEntries(
    SHARED_MODULES.map((module) => [module, { ...entryOf(module), ...(FACADES[module] ? { import: FACADES[module] } : {}) }]),
  );
}

/** A remote brings none: what the host lacks is found before any of its code runs. */
export function sharedByRemote(): Record<string, SharedEntry> {
  return Object.fromEntries(SHARED_MODULES.map((module) => [module, { ...entryOf(module), import: false }]));
}
