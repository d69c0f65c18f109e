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
