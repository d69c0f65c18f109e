import type { Json } from './canonical';
import type { Manifest } from './manifest';

export const FORMAT = 'cam-proof/1';

/** The value of an action in a claim. `never` belongs to claims that something is out of reach. */
export type ActionValue = 'always' | 'conditional' | 'never';

/** An identity or a resource of a source. */
export interface ClaimedEntity {
  uri: string;
  /** The id of the provider, such as the ARN. */
  id: string;
  source: string;
}

export interface ClaimedAction {
  action: string;
  /** The ARN that the action is about. One that ends in `/*` stands for everything beneath a bucket. */
  on: string;
  value: ActionValue;
}

export interface Claim {
  kind: 'reaches' | 'not-reaches';
  identity: ClaimedEntity;
  resource: ClaimedEntity;
  /** Sorted by action and ARN. */
  actions: ClaimedAction[];
  /** ISO 8601, in UTC: the claim is about requests from about this time on. */
  made_at: string;
}

/** A manifest with the digest that names it. */
export type ProofSource = Manifest & { manifest: string };

/** A fact with its path to the root of its source. */
export interface Fact {
  source: string;
  key: string;
  body: Json;
  index: number;
  path: string[];
}

/** An inference. `from` names facts and earlier steps, and `says` is what follows from them by the rule. */
export interface Step {
  id: string;
  rule: string;
  from: string[];
  with?: Json;
  says: Json;
}

/** Something that the claim takes for granted. */
export interface Assumption {
  id: string;
  words: string;
}

/** The payload of a proof. */
export interface Proof {
  format: typeof FORMAT;
  claim: Claim;
  sources: ProofSource[];
  /** Texts of policy documents by their SHA-256. */
  documents: Record<string, string>;
  facts: Record<string, Fact>;
  steps: Step[];
  assumes: Assumption[];
}
