import type { ColumnType } from 'kysely';

type Json<T> = ColumnType<T, string, string>;
type Time = ColumnType<Date, Date | string, Date | string>;
type MaybeTime = ColumnType<Date | null, Date | string | null, Date | string | null>;

/** The tiers in order of importance: control, crown jewels, important, rest. The lowest number wins. */
export type Tier = 0 | 1 | 2 | 3;

/** The kinds of rules, by how they select their entities. */
export type TierRuleKind = 'QUERY' | 'TAG' | 'PLACE' | 'HAND' | 'BUILT_IN';

/** The selection of a rule. Which fields are set depends on the kind of the rule. */
export interface TierDefinition {
  /** QUERY: the entities that a query is about. */
  query?: string;
  /** TAG: the key and value of a provider tag. */
  key?: string;
  value?: string;
  /** PLACE: everything in this account, folder or management group. */
  place?: string;
  /** HAND: these entities. */
  uris?: string[];
}

export interface TierRuleTable {
  tenant_id: string;
  rule_id: string;
  name: string;
  kind: TierRuleKind;
  definition: Json<TierDefinition>;
  /** Null: the rule assigns labels only. */
  tier: Tier | null;
  labels: Json<string[]>;
  reason: string;
  owner: string;
  /** New entities of the rule are proposals until a user certifies them. */
  certify: boolean;
  enabled: boolean;
  version: number;
  changed_at: Time;
  /** The number of entities in the last evaluation, and in the one before it that differed. Null: not evaluated yet. */
  matched: number | null;
  matched_before: number | null;
  /** A sentence that says why the last evaluation failed. */
  error: string | null;
  evaluated_at: MaybeTime;
  /** The snapshot of the last evaluation, and a fingerprint of the rule with what queries read beside the graph. */
  evaluated_snapshot: ColumnType<number | null, number | null | undefined, number | null>;
  evaluated_of: ColumnType<string | null, string | null | undefined, string | null>;
}

export type MemberState = 'PROPOSED' | 'MEMBER' | 'REJECTED';

/** An entity that a rule holds, for a span of time. Times are independent of snapshots, because users decide between them. */
export interface TierMemberTable {
  tenant_id: string;
  rule_id: string;
  uri: string;
  since: Time;
  /** Null: until now. */
  until: MaybeTime;
  tier: Tier | null;
  labels: Json<string[]>;
  state: MemberState;
  /** The user who decided; empty: the rule decides. */
  decided_by: string;
  note: string;
}

/** The weights of the score and the names of the tiers, where a tenant changed them. */
export interface RiskSettingTable {
  tenant_id: string;
  weights: Json<Record<string, unknown>>;
  tier_names: Json<string[]>;
  changed_by: string;
  changed_at: Time;
}

export interface RiskStateTable {
  tenant_id: string;
  /** Grows with every change of tiers, labels or scores. */
  revision: ColumnType<number, number, number>;
  /** The scored snapshot. */
  head: ColumnType<number | null, number | null, number | null>;
  scored_at: MaybeTime;
  /** By tier: the identities of less important tiers that have access to it, and all identities of less important tiers. */
  outside: ColumnType<OutsideCount[] | null, string | null, string | null>;
}

export interface OutsideCount {
  reaching: number;
  identities: number;
}

/** An entity that acts has a risk that it poses. Any other has a risk that it is exposed to. */
export type RiskKind = 'IDENTITY' | 'RESOURCE';

/** A target that an identity controls. */
export interface StoredControl {
  uri: string;
  name: string;
  type: string;
  how: 'ADMINISTERS' | 'BECOMES';
  /** 1: it controls a member of tier 0 itself; more: it controls somebody who does. */
  steps: number;
}

/** The score of an entity over a span of days (YYYY-MM-DD, UTC). */
export interface RiskScoreTable {
  tenant_id: string;
  entity_id: string;
  from_day: string;
  /** The first day with another score; null: current. */
  to_day: string | null;
  uri: string;
  kind: RiskKind;
  type: string;
  account_id: string;
  name: string;
  tier: Tier;
  /** 0 to 100. */
  score: number;
  /** How the identity controls tier 0 without being in it; null: it does not. */
  control: ColumnType<StoredControl | null, string | null, string | null>;
  /** Null: those of the digest in `risk_factors`. */
  factors: ColumnType<Record<string, unknown> | null, string | null, string | null>;
  /** SHA-256 of all that the score says; null: not computed yet. */
  digest: string | null;
}

/** The factors of all resources whose scores have a digest. */
export interface RiskFactorsTable {
  tenant_id: string;
  digest: string;
  factors: Json<Record<string, unknown>>;
}

/** The number of entities in each band at the end of a day, from the lowest band. */
export interface RiskDayTable {
  tenant_id: string;
  day: string;
  kind: RiskKind;
  bands: Json<number[]>;
  /** For identities: by tier, those outside of it that have access to it. */
  outside: ColumnType<OutsideCount[] | null, string | null, string | null>;
}
