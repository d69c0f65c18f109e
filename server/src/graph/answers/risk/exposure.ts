import type { RiskWeights } from '@cam/contracts/server';
import { OLD_KEY_DAYS } from './weights';

/** The facts of an identity that decide how easily somebody else acts as it. */
export interface ExposedIdentity {
  uri: string;
  name: string;
  type: string;
  /** Null: not known. */
  mfa: boolean | null;
  /** Age of the oldest active key, in days; null: no key is known. */
  keyAge: number | null;
  /** Nobody has signed in with it for 90 days. */
  idle: boolean;
  external: boolean;
  public: boolean;
  /** The account is connected or named. */
  isKnownAccount: boolean;
}

/** Why an identity is exposed. */
export const EXPOSURE_CAUSES = [
  'PUBLIC',
  'UNKNOWN_ACCOUNT',
  'KNOWN_ACCOUNT',
  'NO_SECOND_FACTOR',
  'SECOND_FACTOR_UNKNOWN',
  'SECOND_FACTOR',
  'OLD_KEY',
  'IDLE',
  'PUBLIC_WORKLOAD',
  'WORKLOAD',
  'GUEST',
  'THROUGH',
  'NOBODY',
] as const;
export type ExposureCause = (typeof EXPOSURE_CAUSES)[number];

export interface Exposure {
  value: number;
  cause: ExposureCause;
  /** The identity by which others act as this one; null: nobody needs another identity. */
  through: { uri: string; name: string; type: string } | null;
}

const NOBODY: Exposure = { value: 0, cause: 'NOBODY', through: null };
const PEOPLE: ReadonlySet<string> = new Set(['USER', 'FEDERATED_USER']);
const WORKLOADS: ReadonlySet<string> = new Set(['INSTANCE', 'SERVERLESS_COMPUTE', 'SERVICE', 'SERVICE_ACCOUNT']);
/** Types that act only when somebody else becomes them or belongs to them. */
const ONLY_THROUGH: ReadonlySet<string> = new Set(['ROLE', 'GROUP', 'FEDERATED_GROUP']);

/** Returns how exposed an identity is by itself: the highest value that applies. */
export function ownExposure(identity: ExposedIdentity, { exposure: weights }: RiskWeights): Exposure {
  const causes = causesOf(identity, weights);
  return causes.reduce<Exposure>((highest, [cause, value]) => (value > highest.value ? { value, cause, through: null } : highest), NOBODY);
}

function causesOf({ type, mfa, keyAge, idle, external, ...facts }: ExposedIdentity, weights: RiskWeights['exposure']): [ExposureCause, number][] {
  if (type === 'PUBLIC_NODE') return [['PUBLIC', weights.public]];
  if (ONLY_THROUGH.has(type)) return [];
  if (type === 'EXT_ACCOUNT' || type === 'NETWORK_NODE') {
    const isKnown = facts.isKnownAccount || type === 'NETWORK_NODE';
    return [isKnown ? ['KNOWN_ACCOUNT', weights.known_account] : ['UNKNOWN_ACCOUNT', weights.unknown_account]];
  }
  const causes: [ExposureCause, number][] = [];
  if (WORKLOADS.has(type)) causes.push(facts.public ? ['PUBLIC_WORKLOAD', weights.public_workload] : ['WORKLOAD', weights.workload]);
  else if (PEOPLE.has(type) && mfa !== null)
    causes.push(mfa ? ['SECOND_FACTOR', weights.person] : ['NO_SECOND_FACTOR', weights.person_without_second_factor]);
  else causes.push(['SECOND_FACTOR_UNKNOWN', (weights.person + weights.person_without_second_factor) / 2]);
  if (keyAge !== null && keyAge > OLD_KEY_DAYS) causes.push(['OLD_KEY', weights.old_key]);
  if (idle && PEOPLE.has(type)) causes.push(['IDLE', weights.idle]);
  if (external && type !== 'SERVICE') causes.push(['GUEST', weights.guest]);
  return causes;
}

/**
 * Returns the exposure of every identity: its own, or through an identity that can become it or belongs to it. Those include everybody
 * over any number of steps, so one pass is enough, and the factor counts once.
 * @param becoming the identities that can become each identity, directly or over others, by URI
 */
export function exposures(
  identities: readonly ExposedIdentity[],
  becoming: ReadonlyMap<string, Iterable<string>>,
  weights: RiskWeights,
): Map<string, Exposure> {
  const own = new Map(identities.map((identity) => [identity.uri, { identity, exposure: ownExposure(identity, weights) }]));
  const result = new Map<string, Exposure>();
  for (const [uri, { exposure }] of own) {
    let highest = exposure;
    for (const other of becoming.get(uri) ?? []) {
      const by = own.get(other);
      if (!by || other === uri) continue;
      const value = by.exposure.value * weights.exposure.through;
      const { name, type } = by.identity;
      // Ties are decided by name, so that the same graph always gives the same reason.
      const isFirst = value === highest.value && highest.through !== null && compare(name, other, highest.through) < 0;
      if (value > highest.value || isFirst) highest = { value, cause: 'THROUGH', through: { uri: other, name, type } };
    }
    result.set(uri, highest);
  }
  return result;
}

function compare(name: string, uri: string, other: { name: string; uri: string }): number {
  return name < other.name ? -1 : name > other.name ? 1 : uri < other.uri ? -1 : 1;
}
