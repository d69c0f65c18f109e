import type { AccessMode, GrantSource, ProfileHop } from '../tables';
import type { Edge, Entity } from '../model';

/** An entity with the profile and the class that evaluation found for it. */
export interface EntityRow {
  entityId: string;
  entity: Entity;
  profileId: string | null;
  classId: string | null;
}

/** One way of an identity: a principal class that it is (no hops) or can become. */
export interface ProfileClassRow {
  profileId: string;
  pclassId: string;
  hops: ProfileHop[];
  conditional: boolean;
}

export interface AccessRowRecord {
  pclassId: string;
  classId: string;
  read: AccessMode;
  write: AccessMode;
  admin: AccessMode;
  via: GrantSource[];
  actions: string[];
  actionsTotal: number;
}

export interface PolicyRow {
  policyId: string;
  accountId: string;
  name: string;
  uri: string;
  hash: string;
  document: string;
}

/** The evaluated graph of one account, as it is stored. */
export interface GraphRows {
  entities: EntityRow[];
  profileClasses: ProfileClassRow[];
  access: AccessRowRecord[];
  edges: Edge[];
  policies: PolicyRow[];
}
