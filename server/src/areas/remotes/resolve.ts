import { createHash } from 'node:crypto';
import { disableFlagOf, type FeatureFlag, type RemoteId, type Via } from '@cam/contracts/server';
import { incompatibilities } from './host-compatibility';
import { DEFAULT_POLICY, type Catalogue, type HostProvides, type RemotePolicy, type StoredRelease } from './release';

/** The caller with its host and switches. */
export interface RemoteCaller {
  tenantId: string;
  email: string;
  /** Null: the host's modules are unknown, so every release fits. */
  host: HostProvides | null;
  flags: ReadonlySet<FeatureFlag>;
  policies: ReadonlyMap<RemoteId, RemotePolicy>;
  /** Published versions that this tab previews. */
  previews: ReadonlyMap<RemoteId, string>;
}

export type Resolution = { why: string[] } & (
  | { state: 'on'; release: StoredRelease; previous: StoredRelease | null; via: Via }
  | { state: 'off'; reason: string; release: StoredRelease | null }
  | { state: 'incompatible' }
);

/**
 * Decides which release of a remote the caller gets, in this order: the tenant's flag and policy, the tab's preview, the pin, the channel (canary for
 * its sticky share of users), then the newest earlier release that fits the host. `why` lists the steps.
 */
export function resolveRemote(id: RemoteId, catalogue: Catalogue, caller: RemoteCaller): Resolution {
  const releases = catalogue.releases.get(id) ?? [];
  const policy = caller.policies.get(id) ?? DEFAULT_POLICY;
  const wanted = wantedRelease(id, catalogue, caller, policy);

  if (isFlaggedOff(id, caller)) {
    const reason = `The feature flag ${disableFlagOf(id)} is on for this tenant.`;
    return { state: 'off', reason, release: wanted?.release ?? null, why: [reason] };
  }
  if (!policy.enabled) {
    const reason = `It is turned off for this tenant: ${policy.reason}`;
    return { state: 'off', reason, release: wanted?.release ?? null, why: [reason] };
  }
  if (releases.length === 0) {
    const reason = 'No release of it has been published.';
    return { state: 'off', reason, release: null, why: [reason] };
  }
  if (!wanted) {
    return { state: 'incompatible', why: [`The policy of this tenant pins version ${policy.pin}, which is not published.`] };
  }

  const why = [wanted.because];
  const lacks = missingModules(wanted.release, caller);
  if (lacks.length === 0) {
    why.push(fitSentence(wanted.release, caller));
    return { state: 'on', release: wanted.release, previous: earlierCompatible(wanted.release, releases, caller), via: wanted.via, why };
  }
  why.push(`Version ${wanted.release.version} does not fit: ${lacks.join('; ')}.`);
  const fallback = wanted.pinned ? null : earlierCompatible(wanted.release, releases, caller);
  if (!fallback) {
    why.push(
      wanted.pinned ? 'A pinned version is not replaced by another.' : 'No earlier release fits either. Reload the page to get the newest host.',
    );
    return { state: 'incompatible', why };
  }
  why.push(`Version ${fallback.version} is the newest earlier release that fits.`);
  return { state: 'on', release: fallback, previous: earlierCompatible(fallback, releases, caller), via: wanted.via, why };
}

/** Reports whether the tenant's flag turns this remote off. */
export function isFlaggedOff(id: RemoteId, { flags }: RemoteCaller): boolean {
  const flag = disableFlagOf(id);
  return flag !== null && flags.has(flag);
}

interface Wanted {
  release: StoredRelease;
  because: string;
  via: Via;
  pinned: boolean;
}

function wantedRelease(id: RemoteId, catalogue: Catalogue, caller: RemoteCaller, policy: RemotePolicy): Wanted | null {
  const releases = catalogue.releases.get(id) ?? [];
  const byVersion = (version: string | undefined) => releases.find((release) => release.version === version);
  const preview = byVersion(caller.previews.get(id));
  if (preview) return { release: preview, because: `This tab previews version ${preview.version}.`, via: 'tried', pinned: true };
  if (policy.pin !== null) {
    const release = byVersion(policy.pin);
    return release ? { release, because: `The policy of this tenant pins version ${policy.pin}: ${policy.reason}`, via: 'pin', pinned: true } : null;
  }
  const channels = catalogue.channels.get(id) ?? {};
  const canary = byVersion(channels.canary?.version);
  if (canary && policy.channel === 'canary') {
    return { release: canary, because: `The tenant follows the canary channel, which points at ${canary.version}.`, via: 'canary', pinned: false };
  }
  if (canary && shareOf(id, caller) < policy.canaryPercent) {
    const because = `This user is in the ${policy.canaryPercent} % of the tenant that follow the canary channel, which points at ${canary.version}.`;
    return { release: canary, because, via: 'canary', pinned: false };
  }
  const stable = byVersion(channels.stable?.version);
  if (stable) return { release: stable, because: `The stable channel points at ${stable.version}.`, via: 'stable', pinned: false };
  const [newest] = releases;
  return newest
    ? { release: newest, because: `No channel has a release. ${newest.version} is the newest release.`, via: 'newest', pinned: false }
    : null;
}

/** Returns 0 to 99, constant for a user and remote: a share of 20 % includes the users of a share of 10 %. */
export function shareOf(id: RemoteId, { tenantId, email }: { tenantId: string; email: string }): number {
  return createHash('sha256').update(`${tenantId}\0${email}\0${id}`).digest().readUInt32BE(0) % 100;
}

/** Finds an earlier release that fits. Later ones are excluded, because they may have been rolled back. */
function earlierCompatible(than: StoredRelease, releases: readonly StoredRelease[], caller: RemoteCaller): StoredRelease | null {
  return releases.find((release) => release.number < than.number && release.wasStable && missingModules(release, caller).length === 0) ?? null;
}

function missingModules(release: StoredRelease, { host }: RemoteCaller): string[] {
  return host ? incompatibilities(release.consumes, host) : [];
}

function fitSentence(release: StoredRelease, { host }: RemoteCaller): string {
  return host
    ? `Version ${release.version} fits what host ${host.version} provides.`
    : 'The modules of the host are unknown, so they were not compared.';
}
