import type { RiskWeights } from '@cam/contracts/server';
import { OLD_KEY_DAYS } from './weights';

/** The facts of an identity that decide how easily somebody else acts as it. */
export interface ExposedIdentity {
  uri: string;
  name: string;
  type: string;
  /** Null: not known. */
  mfa: boolean | null;
  /** False: it can only use access keys, for which no second factor is asked. Null: not known. */
  password: boolean | null;
  /** Age of the oldest active key, in days; null: no key is known. */
  keyAge: number | null;
  /** Nobody has signed in with it for 90 days. */
  idle: boolean;
  external: boolean;
  /** Works for another company, by the employee type of the directory. */
  isContractor: boolean;
  /** The internet can reach it. */
  public: boolean;
  /** It has a public address, which firewalls may close to the internet. */
  isAddressed: boolean;
  /** The account is connected or named. */
  isKnownAccount: boolean;
}

/** How the employee type of a person of another company begins, in lower case. Directories have no fixed words for it. */
export const CONTRACTOR_WORDS: readonly string[] = ['contract', 'external', 'vendor', 'consultant', 'freelance'];

/** Returns whether an employee type stands for a person of another company. */
export function isContractorType(employeeType: string): boolean {
  const type = employeeType.toLowerCase();
  return CONTRACTOR_WORDS.some((word) => type.startsWith(word));
}

/** Why an identity is exposed. */
export const EXPOSURE_CAUSES = [
  'PUBLIC',
  'UNKNOWN_ACCOUNT',
  'KNOWN_ACCOUNT',
  'NO_SECOND_FACTOR',
  'SECOND_FACTOR_UNKNOWN',
  'SECOND_FACTOR',
  'NO_PASSWORD',
  'OLD_KEY',
  'IDLE',
  'PUBLIC_WORKLOAD',
  'ADDRESSED_WORKLOAD',
  'WORKLOAD',
  'GUEST',
  'CONTRACTOR',
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

function causesOf(identity: ExposedIdentity, weights: RiskWeights['exposure']): [ExposureCause, number][] {
  const { type, keyAge, idle, external, ...facts } = identity;
  if (type === 'PUBLIC_NODE') return [['PUBLIC', weights.public]];
  if (ONLY_THROUGH.has(type)) return [];
  if (type === 'EXT_ACCOUNT' || type === 'NETWORK_NODE') {
    const isKnown = facts.isKnownAccount || type === 'NETWORK_NODE';
    return [isKnown ? ['KNOWN_ACCOUNT', weights.known_account] : ['UNKNOWN_ACCOUNT', weights.unknown_account]];
  }
  const causes = [WORKLOADS.has(type) ? reachedBy(identity, weights) : signInOf(identity, weights)];
  if (keyAge !== null && keyAge > OLD_KEY_DAYS) causes.push(['OLD_KEY', weights.old_key]);
  if (idle && PEOPLE.has(type)) causes.push(['IDLE', weights.idle]);
  if (external && type !== 'SERVICE') causes.push(['GUEST', weights.guest]);
  // A contractor signs in as an employee does, but another company decides on the devices and knows first when the work ends.
  if (facts.isContractor && PEOPLE.has(type)) causes.push(['CONTRACTOR', (weights.person + weights.guest) / 2]);
  return causes;
}

/** Between an open machine and one without a public address is one that a single firewall rule opens. */
function reachedBy(workload: Pick<ExposedIdentity, 'public' | 'isAddressed'>, weights: RiskWeights['exposure']): [ExposureCause, number] {
  if (workload.public) return ['PUBLIC_WORKLOAD', weights.public_workload];
  if (workload.isAddressed) return ['ADDRESSED_WORKLOAD', (weights.workload + weights.public_workload) / 2];
  return ['WORKLOAD', weights.workload];
}

/** A user without a password is a program outside the cloud: it has no sign-in that a second factor could protect. */
function signInOf(
  { type, mfa, password }: Pick<ExposedIdentity, 'type' | 'mfa' | 'password'>,
  weights: RiskWeights['exposure'],
): [ExposureCause, number] {
  if (password === false) return ['NO_PASSWORD', weights.workload];
  if (!PEOPLE.has(type) || mfa === null) return ['SECOND_FACTOR_UNKNOWN', (weights.person + weights.person_without_second_factor) / 2];
  return mfa ? ['SECOND_FACTOR', weights.person] : ['NO_SECOND_FACTOR', weights.person_without_second_factor];
}

/** An identity with its exposure by itself. */
export interface OwnExposure {
  identity: ExposedIdentity;
  exposure: Exposure;
}

export function withOwnExposure(identity: ExposedIdentity, weights: RiskWeights): OwnExposure {
  return { identity, exposure: ownExposure(identity, weights) };
}

/** Returns whether an identity is more exposed than another one by itself. Ties are decided by name, so that the same graph always gives the same reason. */
export function isMoreExposed({ identity, exposure: { value } }: OwnExposure, other: OwnExposure): boolean {
  const least = other.exposure.value;
  return value > least || (value === least && compare(identity.name, identity.uri, other.identity) < 0);
}

/**
 * Returns the exposure of every identity: its own, or through an identity that can become it or belongs to it. Those include everybody
 * over any number of steps, so one pass is enough, and the factor counts once.
 * @param own identities, by URI
 * @param becoming the identities that can become each identity, directly or over others, by URI
 */
export function exposures(
  own: ReadonlyMap<string, OwnExposure>,
  becoming: ReadonlyMap<string, Iterable<string>>,
  weights: RiskWeights,
): Map<string, Exposure> {
  const result = new Map<string, Exposure>();
  for (const [uri, { exposure }] of own) {
    const most = mostExposed(uri, becoming.get(uri) ?? [], own);
    const value = (most?.exposure.value ?? 0) * weights.exposure.through;
    if (!most || value <= exposure.value) result.set(uri, exposure);
    else {
      const { uri: by, name, type } = most.identity;
      result.set(uri, { value, cause: 'THROUGH', through: { uri: by, name, type } });
    }
  }
  return result;
}

/** Returns the most exposed one of some identities besides the one with a URI. */
function mostExposed(uri: string, others: Iterable<string>, own: ReadonlyMap<string, OwnExposure>): OwnExposure | undefined {
  let most: OwnExposure | undefined;
  for (const other of others) {
    const by = other === uri ? undefined : own.get(other);
    if (by && (!most || isMoreExposed(by, most))) most = by;
  }
  return most;
}

function compare(name: string, uri: string, other: { name: string; uri: string }): number {
  return name < other.name ? -1 : name > other.name ? 1 : uri < other.uri ? -1 : 1;
}
