import { disableFlagOf, stageInWords, type FeatureFlag, type RemoteId, type Via } from '@cam/contracts/server';
import { incompatibilities } from './host-compatibility';
import { isIncluded, shareOf } from './rollout';
import { DEFAULT_POLICY, type Catalogue, type HostProvides, type RemotePolicy, type StoredRelease } from './release';
import type { TenantPlace } from './store';

/** The caller with its host and switches. */
export interface RemoteCaller extends TenantPlace {
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
 * its sticky share of users; staging for tenants of that environment), then the newest earlier release that fits the host. A release that no channel of the tenant points at and that nobody pins
 * is not live. `why` lists the steps.
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
  if (!wanted && policy.pin !== null) {
    return { state: 'incompatible', why: [`The policy of this tenant pins version ${policy.pin}, which is not published.`] };
  }
  if (!wanted) {
    const reason = 'No channel that this tenant follows points at a release of it.';
    return { state: 'off', reason, release: null, why: [reason] };
  }

  const why = [wanted.because];
  const lacks = [...missingModules(wanted.release, caller), ...missingSignature(wanted.release, policy)];
  if (lacks.length === 0) {
    why.push(fitSentence(wanted.release, caller));
    return { state: 'on', release: wanted.release, previous: earlierCompatible(wanted.release, releases, caller, policy), via: wanted.via, why };
  }
  why.push(`Version ${wanted.release.version} does not fit: ${lacks.join('; ')}.`);
  const fallback = wanted.pinned ? null : earlierCompatible(wanted.release, releases, caller, policy);
  if (!fallback) {
    why.push(
      wanted.pinned
        ? 'A pinned version is not replaced by another.'
        : 'No earlier release fits and works either. Reload the page to get the newest host.',
    );
    return { state: 'incompatible', why };
  }
  why.push(`Version ${fallback.version} is the newest earlier release that fits and works.`);
  return { state: 'on', release: fallback, previous: earlierCompatible(fallback, releases, caller, policy), via: wanted.via, why };
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
  const staging = byVersion(channels.staging?.version);
  if (staging && caller.environment === 'staging') {
    const because = `The tenant is in the staging environment, and the staging channel points at ${staging.version}.`;
    return { release: staging, because, via: 'staging', pinned: false };
  }
  const { version, rollout = null } = channels.stable ?? {};
  const isNew = !rollout || isIncluded(id, rollout, caller);
  const stable = byVersion(isNew ? version : rollout.from);
  if (!stable) return null;
  const stage = rollout
    ? ` It is rolled out to ${stageInWords(rollout)}. This user is ${isNew ? 'one of them' : `not one of them and keeps ${rollout.from}`}.`
    : '';
  return { release: stable, because: `The stable channel points at ${version}.${stage}`, via: 'stable', pinned: false };
}

/** Finds an earlier release that fits, that was not rolled back and that does not crash. */
function earlierCompatible(
  than: StoredRelease,
  releases: readonly StoredRelease[],
  caller: RemoteCaller,
  policy: RemotePolicy,
): StoredRelease | null {
  const isUsable = (release: StoredRelease): boolean =>
    release.wasStable && !release.isUnfit && missingModules(release, caller).length === 0 && missingSignature(release, policy).length === 0;
  return releases.find((release) => release.number < than.number && isUsable(release)) ?? null;
}

/** Returns what a release lacks for a tenant that accepts signed releases only. */
function missingSignature({ keyId }: StoredRelease, { signedOnly }: RemotePolicy): string[] {
  return signedOnly && keyId === null ? ['this tenant accepts signed releases only, and no valid key signed it'] : [];
}

function missingModules(release: StoredRelease, { host }: RemoteCaller): string[] {
  return host ? incompatibilities(release.consumes, host) : [];
}

function fitSentence(release: StoredRelease, { host }: RemoteCaller): string {
  return host
    ? `Version ${release.version} fits what host ${host.version} provides.`
    : 'The modules of the host are unknown, so they were not compared.';
}
