import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** Version of an installed package, by the name of any of its modules. */
export function versionOf(module: string): string {
  const name = module.startsWith('@') ? module.split('/').slice(0, 2).join('/') : (module.split('/')[0] ?? module);
  return (JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')) as { version: string }).version;
}

/** Version of every shared module, and of the contracts, by name: what remotes are checked against. */
export function providedByHost(): Record<string, string> {
  return Object.fromEntries([...SHARED_MODULES, '@cam/contracts'].map((module) => [module, versionOf(module)]));
}

interface SharedEntry {
  singleton: true;
  requiredVersion: string;
  version: string;
  import?: false;
}

/** The host brings every shared module; its versions are what the console runs on. */
export function sharedByHost(): Record<string, SharedEntry> {
  return Object.fromEntries(
    SHARED_MODULES.map((module) => [module, { singleton: true, requiredVersion: `^${versionOf(module)}`, version: versionOf(module) }]),
  );
}

/** A remote brings none: what the host lacks is found before any of its code runs. */
export function sharedByRemote(): Record<string, SharedEntry> {
  return Object.fromEntries(Object.entries(sharedByHost()).map(([module, entry]) => [module, { ...entry, import: false }]));
}
