import { createHash } from 'node:crypto';
import semver from 'semver';
import type { RemoteId, RemoteManifest, ResolvedRemote } from '@cam/contracts/server';

/** A release as the registry keeps it. */
export interface StoredRelease {
  id: RemoteId;
  version: string;
  manifest: RemoteManifest;
  integrity: Record<string, string>;
  publishedAt: Date;
}

export interface Policy {
  enabled: boolean;
  pin: string | null;
  channel: 'stable' | 'canary';
  canaryPercent: number;
}

export const DEFAULT_POLICY: Policy = { enabled: true, pin: null, channel: 'stable', canaryPercent: 0 };

export interface Question {
  id: RemoteId;
  /** Newest first. */
  releases: readonly StoredRelease[];
  channels: Partial<Record<string, string>>;
  policy: Policy;
  offByFlag: boolean;
  /** What the asking host provides, by module. */
  provides: Record<string, string>;
  /** Whom a canary must find again every time. */
  user: string;
}

export type Decision =
  | { kind: 'release'; release: StoredRelease; previous: StoredRelease | null; why: string[] }
  | { kind: 'off'; reason: string; why: string[] }
  | { kind: 'incompatible'; why: string[] }
  | { kind: 'unpublished'; why: string[] };

/** Which release a tenant's user gets of a remote, and why, in words. Pure: the same question has the same answer. */
export function resolveRemote(question: Question): Decision {
  const { id, releases, channels, policy, offByFlag, provides, user } = question;
  if (offByFlag) return { kind: 'off', reason: 'turned off for this tenant by a feature flag', why: ['A feature flag turns the remote off for this tenant.'] };
  if (!policy.enabled) return { kind: 'off', reason: 'turned off for this tenant', why: ['The policy of this tenant turns the remote off.'] };
  const { version: wanted, why } = wantedVersion(id, policy, channels, user);
  if (!wanted) return { kind: 'unpublished', why: [...why, 'No release was published to that channel.'] };
  const start = releases.findIndex((release) => release.version === wanted);
  if (start < 0) return { kind: 'unpublished', why: [...why, `Release ${wanted} does not exist.`] };
  const fitting = releases.slice(start).filter((release) => misfits(release.manifest, provides).length === 0);
  const [release, previous = null] = fitting;
  if (!release) {
    const newest = releases[start];
    return { kind: 'incompatible', why: [...why, ...(newest ? misfits(newest.manifest, provides) : [])] };
  }
  if (release.version !== wanted) why.push(`Release ${wanted} does not fit this console, so it gets ${release.version}, the newest that does.`);
  return { kind: 'release', release, previous, why };
}

function wantedVersion(id: RemoteId, policy: Policy, channels: Question['channels'], user: string): { version: string | undefined; why: string[] } {
  if (policy.pin) return { version: policy.pin, why: [`The tenant is pinned to ${policy.pin}.`] };
  const isCanary = policy.channel === 'canary' || (policy.canaryPercent > 0 && shareOf(id, user) < policy.canaryPercent);
  if (isCanary && channels.canary) return { version: channels.canary, why: ['The user is in the canary share of the tenant.', `The canary channel points at ${channels.canary}.`] };
  return { version: channels.stable, why: [`The stable channel points at ${channels.stable ?? 'nothing'}.`] };
}

/** A number from 0 to 99 that stays the same for a user and a remote. */
function shareOf(id: RemoteId, user: string): number {
  return createHash('sha256').update(`${id}\0${user}`).digest().readUInt16BE(0) % 100;
}

/** What a release needs and the host does not provide, in words. */
export function misfits(manifest: RemoteManifest, provides: Record<string, string>): string[] {
  return Object.entries(manifest.needs).flatMap(([name, range]) => {
    const version = provides[`@cam/${name}`];
    if (version && semver.satisfies(version, range, { includePrerelease: true })) return [];
    return [`Release ${manifest.version} needs ${name} ${range}; this console has ${version ?? 'none'}.`];
  });
}

export function baseOf(id: RemoteId, version: string): string {
  return `/r/${id}/${version}/`;
}

/** What a browser gets of a decision for a release. */
export function toResolved({ release, previous }: Extract<Decision, { kind: 'release' }>): ResolvedRemote {
  const { id, version, manifest, integrity } = release;
  return {
    id,
    version,
    base: baseOf(id, version),
    manifest,
    integrity,
    previous: previous ? { version: previous.version, base: baseOf(id, previous.version), integrity: previous.integrity } : null,
  };
}
