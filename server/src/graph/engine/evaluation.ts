import type { Catalogue } from './catalogue/catalogue';
import type { AccessRowRecord } from './graph-rows';
import type { SignIn } from './app-assignment';
import type { Entity } from './model';
import type { PolicyFact, Reference, SourceFacts } from './source-facts';

/** An identity of the tenant with every name that a policy may use for it: its own and those of its groups. */
export interface Holder {
  principal: Entity;
  /**
   * Native ids. Users, groups and service accounts with an email address also have GCP member strings (`user:`, `group:`, `serviceAccount:`,
   * `domain:`).
   */
  refs: string[];
}

/** A node between the root of an organization and an account, with the attached policies (SCPs, RCPs). */
export interface OrganizationLevel {
  node: Reference;
  policies: PolicyFact[];
}

/** A directory principal that signs in to an AWS account through an application. */
export interface FederatedSignIn {
  /** A user, group or service principal. */
  holderUri: string;
  /** Display name of the application. */
  application: string;
  /** The group through which the holder signs in; null for a direct assignment. */
  by: AssumptionEdge['group'];
  signIn: SignIn;
  /** Conditions of the sign-in to the application, in words. */
  conditions: string[];
}

/** The data of other sources that the evaluation of one source needs. */
export interface EvaluationContext {
  tenantId: string;
  catalogue: Catalogue;
  /** Identities of all sources, because policies of some providers name directory principals. */
  holders: Iterable<Holder>;
  /** From the root to the account itself; null where no organization is known. */
  organization: readonly OrganizationLevel[] | null;
  /** Connected accounts of the same provider that policies here name, by account id: of each, what `identityFacts` returns. */
  accounts: ReadonlyMap<string, SourceFacts>;
  /** Connected accounts that policies here name by S3 canonical user id. Absent where there are none. */
  canonicalUsers?: ReadonlyMap<string, string>;
  /** The policies of access points of other connected accounts to buckets here. Absent where there are none. */
  accessPoints?: readonly PolicyFact[];
  /** The organization levels of each account that policies here name, connected or not, where known. */
  organizations: ReadonlyMap<string, readonly OrganizationLevel[]>;
  /** Principals of connected directories that may sign in to the account. */
  federation: readonly FederatedSignIn[];
}

/** An edge from an identity to another one that it may act as. */
export interface AssumptionEdge {
  childUri: string;
  /** A role, service account or managed identity. */
  parent: Pick<Entity, 'uri' | 'type' | 'name' | 'accountId'>;
  /** The relation in words, between child and parent: "may assume", "signs in as", "runs as". */
  relation: string;
  /** The group through which the child may act; null where it may itself. */
  group: Pick<Entity, 'uri' | 'type' | 'name' | 'accountId'> | null;
  /** Conditions in words; empty where there are none. */
  conditions: string[];
}

/** The result of evaluating one source, by classes and never by pairs. */
export interface Evaluation {
  access: AccessRowRecord[];
  /** Class of each resource of the source, by URI. */
  classOf: ReadonlyMap<string, string>;
  /** Class of each principal that policies here name, of any source, by URI. */
  pclassOf: ReadonlyMap<string, string>;
  steps: AssumptionEdge[];
  /**
   * External principals: those that policies name and no source lists, such as other accounts, services and the public. Their access is in `pclassOf`
   * and `steps` too.
   */
  externalPrincipals: Entity[];
  /** Attributes that the evaluation determined, by entity URI. */
  attributes: ReadonlyMap<string, Record<string, unknown>>;
}

/** Evaluates a source. The function is pure. It yields its progress, 0 to 1, often enough for cooperative scheduling. */
export type Evaluate = (facts: SourceFacts, context: EvaluationContext) => Generator<number, Evaluation>;
