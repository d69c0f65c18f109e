import { satisfies } from 'semver';
import type { HostProvides } from './release';

/** Returns the modules that the host lacks or has in another version, one sentence each; empty if all fit. */
export function incompatibilities(consumes: Record<string, string>, host: HostProvides): string[] {
  return Object.entries(consumes).flatMap(([module, range]) => {
    const version = host.provides[module];
    if (version === undefined) return [`it needs ${module}, which host ${host.version} does not provide`];
    if (!satisfies(version, range, { includePrerelease: true })) return [`it needs ${module} ${range}, and host ${host.version} has ${version}`];
    return [];
  });
}
