import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REMOTE_IDS, type OwnRemoteId } from '@cam/contracts/server';
import { inputHash } from './input-hash';
import { ROOT } from './root';
import { SHARED_MODULES, versionOf } from './shared-dependencies';

export type Target =
  | { kind: 'server'; name: string; folder: string; inputs: string }
  | { kind: 'host'; name: string; folder: string; inputs: string; version: string }
  | { kind: 'remote'; id: OwnRemoteId; name: string; folder: string; inputs: string; version: string };

/** Inputs of every web build. */
const TOOLING = ['scripts/build', 'contracts/src', 'contracts/package.json'];

/** Returns all build targets with the hash of their inputs. */
export function allTargets(): Target[] {
  const lock = readFileSync(join(ROOT, 'package-lock.json'), 'utf8');
  const shared = SHARED_MODULES.map((module) => `${module}@${versionOf(module)}`);
  const remotes = REMOTE_IDS.map((id): Target => {
    const folder = `remotes/${id}`;
    // Remotes get platform and ui from the host, so a change of those does not give a new release of a remote.
    const inputs = inputHash([folder, ...TOOLING], [...shared, toolVersions()]);
    return { kind: 'remote', id, name: `remotes/${id}`, folder, inputs, version: buildVersion(folder, inputs) };
  });
  const hostInputs = inputHash(['host', 'shared', 'docs', 'README.md', ...TOOLING], [...shared, lock]);
  return [
    {
      kind: 'server',
      name: 'server',
      folder: 'server',
      inputs: inputHash(['server', 'contracts/src', 'shared/checker', 'scripts/build'], [toolVersions()]),
    },
    { kind: 'host', name: 'host', folder: 'host', inputs: hostInputs, version: buildVersion('host', hostInputs) },
    ...remotes,
  ];
}

/** Returns the package version with the hash of the inputs, so that equal versions are equal builds. */
function buildVersion(folder: string, inputs: string): string {
  const { version } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as { version: string };
  return `${version}-${inputs.slice(0, 10)}`;
}

function toolVersions(): string {
  return ['webpack', 'esbuild', '@module-federation/enhanced', 'css-loader'].map((tool) => `${tool}@${versionOf(tool)}`).join();
}
