import type { Catalogue } from './catalogue/catalogue';
import type { AccessRowRecord } from './graph-rows';
import type { SignIn } from './app-assignment';
import type { Entity } from './model';
import type { PolicyFact, Reference, SourceFacts } from './source-facts';

/** An identity of the tenant, with every name by which a policy may speak of it: its own and those of all groups that it is in. */
export interface Holder {
  principal: Entity;
  /** Native ids; for people, groups and service accounts with an e-mail address also GCP's member strings (`user:`, `group:`, `serviceAccount:`, `domain:`). */
  refs: string[];
}

/** A node on the way from the root of an organization to an account, with what is attached to it (SCPs, RCPs). */
export interface OrganizationLevel {
  node: Reference;
  policies: PolicyFact[];
}

/** Somebody of a directory who signs in at an AWS account through an application. */
export interface FederatedSignIn {
  /** A person, a group or a service principal. */
  holderUri: string;
  /** As people know it. */
  application: string;
  /** The group by which the holder does, where it is not of itself. */
  by: AssumptionEdge['group'];
  signIn: SignIn;
}

/** What the evaluation of one source needs to know of the others. */
export interface EvaluationContext {
  tenantId: string;
  catalogue: Catalogue;
  /** Identities of all sources, for providers whose policies name principals of a directory. */
  holders: Iterable<Holder>;
  /** From the root to the account itself; null: nothing is known of an organization. */
  organization: readonly OrganizationLevel[] | null;
  /** The other accounts of the same provider that policies here name, as far as they are connected, by account id. */
  accounts: ReadonlyMap<string, SourceFacts>;
  /** Connected accounts by the ids that S3 knows them by, as far as policies here name them. Absent: none. */
  canonicalUsers?: ReadonlyMap<string, string>;
  /** The same as `organization` for each account that policies here name, connected or not, as far as it is known. */
  organizations: ReadonlyMap<string, readonly OrganizationLevel[]>;
  /** Who may sign in at the account from the directories that are connected. */
  federation: readonly FederatedSignIn[];
}

/** What somebody may act as. */
export interface AssumptionEdge {
  childUri: string;
  /** A role, service account or managed identity. */
  parent: Pick<Entity, 'uri' | 'type' | 'name' | 'accountId'>;
  /** In words, between child and parent: "may assume", "signs in as", "runs as". */
  relation: string;
  /** The group by which the child may, where it is not of itself. */
  group: Pick<Entity, 'uri' | 'type' | 'name' | 'accountId'> | null;
  /** What must hold, in words; none: always. */
  conditions: string[];
}

/** What the policies of one source give: by classes, never by pairs. */
export interface Evaluation {
  access: AccessRowRecord[];
  /** The class of each resource that is the source's own, by URI. */
  classOf: ReadonlyMap<string, string>;
  /** The class of each principal that policies here speak of, of this or another source, by URI. */
  pclassOf: ReadonlyMap<string, string>;
  steps: AssumptionEdge[];
  /** Whom policies name that no source lists: other accounts, services, everybody. Their access goes by `pclassOf` and `steps` like all others'. */
  externalPrincipals: Entity[];
  /** What evaluation found out of entities, as attributes, by URI. */
  attributes: ReadonlyMap<string, Record<string, unknown>>;
}

/** Pure. Yields how much is done, 0 to 1, often enough that the caller may do something else in between. */
export type Evaluate = (facts: SourceFacts, context: EvaluationContext) => Generator<number, Evaluation>;
