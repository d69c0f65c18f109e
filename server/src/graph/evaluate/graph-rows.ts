import type { AccessMode, GrantSource, ProfileHop } from '../tables';
import type { Entity } from '../model';
import type { PolicyFact, Relation } from '../source-facts';

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

/** The evaluated graph of one account, as it is stored. */
export interface GraphRows {
  accountId: string;
  entities: EntityRow[];
  profileClasses: ProfileClassRow[];
  access: AccessRowRecord[];
  relations: Relation[];
  policies: PolicyFact[];
}
