import {
  declaredNames,
  offeredParts,
  PARTS,
  usedNames,
  type DeclaredName,
  type DeliveryRules,
  type PlannedMove,
  type RemoteId,
  type RemoteManifest,
  type RemoteOperation,
} from '@cam/contracts/server';
import { NO_RULES } from './delivery-store';
import { fleetOf, type LoadCount } from './fleet';
import { DEFAULT_POLICY, idsOf, type Catalogue } from './release';
import { isFlaggedOff, resolveRemote, type RemoteCaller } from './resolve';
import { violationsOf, type CountedViolation } from './violations';

/** Releases that an operator can choose from. */
const RELEASES_LISTED = 50;

/** Reports of browsers in the last 24 hours. */
interface BrowserReports {
  loads: readonly LoadCount[];
  violations: readonly CountedViolation[];
}

/** The rules and the open plans of all remotes. */
export interface DeliveryOverview {
  rules: ReadonlyMap<RemoteId, DeliveryRules>;
  plans: readonly PlannedMove[];
}

/** Returns every remote as the tenant's operator sees it. */
export function operationsOf(catalogue: Catalogue, caller: RemoteCaller, seen: BrowserReports, delivery: DeliveryOverview): RemoteOperation[] {
  const ids = idsOf(catalogue);
  const manifests = ids.flatMap((id) => {
    const resolution = resolveRemote(id, catalogue, caller);
    return resolution.state !== 'incompatible' && resolution.release ? [resolution.release.manifest] : [];
  });
  return ids.map((id) => {
    const resolution = resolveRemote(id, catalogue, caller);
    const release = resolution.state === 'incompatible' ? null : resolution.release;
    const policy = caller.policies.get(id) ?? DEFAULT_POLICY;
    const releases = catalogue.releases.get(id) ?? [];
    return {
      id,
      name: release?.manifest.name ?? releases[0]?.manifest.name ?? id,
      state: resolution.state,
      version: release?.version ?? null,
      why: resolution.why,
      flag_on: isFlaggedOff(id, caller),
      policy: {
        enabled: policy.enabled,
        pin: policy.pin,
        channel: policy.channel,
        canary_percent: policy.canaryPercent,
        signed_only: policy.signedOnly,
        reason: policy.reason,
      },
      channels: { ...catalogue.channels.get(id) },
      delivery: delivery.rules.get(id) ?? NO_RULES,
      plans: delivery.plans.filter((plan) => plan.id === id),
      releases: releases.slice(0, RELEASES_LISTED).map(({ version, publishedAt, publishedBy, commit, builder, keyId }) => ({
        version,
        commit,
        builder,
        key_id: keyId,
        published_at: publishedAt,
        published_by: publishedBy,
      })),
      names: release ? namesOf(release.manifest, manifests) : [],
      vanishes: release ? lostParts(release.manifest, manifests) : [],
      fleet: fleetOf(id, seen.loads),
      violations: violationsOf(id, seen.violations),
    };
  });
}

/** Returns what users lose while a remote is off, one line for each part. */
export function lostParts(manifest: RemoteManifest, all: readonly RemoteManifest[]): string[] {
  const items = manifest.menu.map(({ label }) => `Menu item "${label}"`);
  const inMenu = new Set(manifest.menu.map(({ to }) => to));
  const pages = manifest.routes.filter(({ path }) => !inMenu.has(path)).map(({ title, path }) => `Page "${title}" (${path})`);
  const known: Readonly<Record<string, { name: string; inFrame?: boolean }>> = { ...PARTS, ...manifest.declares?.parts };
  const parts = offeredParts(manifest).flatMap((part) => {
    const { name = part, inFrame = false } = known[part] ?? {};
    const users = all.filter((other) => other.id !== manifest.id && (other.uses as string[]).includes(part)).map((other) => `in ${other.name}`);
    return [...(inFrame ? ['in the frame of every page'] : []), ...users].map((where) => `"${name}" ${where}`);
  });
  return [...items, ...pages, ...parts];
}

/** Returns the names that a remote declares, with the other areas that use each. */
function namesOf(manifest: RemoteManifest, all: readonly RemoteManifest[]): (DeclaredName & { used_by: string[] })[] {
  const others = all.filter(({ id }) => id !== manifest.id).map((other) => ({ area: other.name, used: usedNames(other) }));
  return declaredNames(manifest).map((declared) => ({
    ...declared,
    used_by: others.filter(({ used }) => used.some(({ kind, name }) => kind === declared.kind && name === declared.name)).map(({ area }) => area),
  }));
}
