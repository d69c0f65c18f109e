import type { Severity } from '@cam/contracts/server';
import type { Tier } from '../../store/risk-rows';
import type { ExposureCause } from './exposure';
import type { Level, Mode, Way } from './score';

/** A named identity. */
export interface NamedIdentity {
  uri: string;
  name: string;
  type: string;
}

/** The factors of an identity, as they are stored. */
export interface IdentityFactors {
  worst: number;
  breadth: number;
  exposure: number;
  disuse: number;
  /** Null: nothing is within reach. */
  level: Level | null;
  /** Names of the worst resources. */
  names: string[];
  cause: ExposureCause;
  through: NamedIdentity | null;
  /** Age of the oldest key, in days, if it decides the exposure. */
  keyAge: number | null;
  judged: number;
  unused: number;
}

/** The best way in for a group of identities. */
export interface WayIn {
  /** Exposure times access. */
  value: number;
  mode: Mode;
  conditional: boolean;
  by: NamedIdentity;
}

/** The factors of a resource, as they are stored. */
export interface ResourceFactors {
  /** Weight of the tier. */
  tier: number;
  ways: Partial<Record<Way, WayIn>>;
}

/** The factors of a finding, as they are stored. */
export interface FindingFactors {
  severity: Severity;
  /** Weight of the severity. */
  weight: number;
  /** The most important tier that the finding concerns. */
  tier: Tier;
  /** The subject with its factors; null: it has no score. The impact of an identity is that of the resources that the finding covers, if it covers any. */
  subject:
    | { kind: 'IDENTITY'; uri: string; type: string; factors: IdentityFactors }
    | { kind: 'RESOURCE'; uri: string; type: string; factors: ResourceFactors }
    | null;
  /** The resources that the finding covers; empty when they are too many for a query, null when it is not about access. */
  covers: { uri: string; type: string }[] | null;
}
