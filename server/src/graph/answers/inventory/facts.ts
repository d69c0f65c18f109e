import type { AccessCount } from '../counts/count-entities';
import type { IdentityCount } from '../counts/count-identities';
import type { PrivilegeCount } from '../counts/count-privileges';
import type { PublicResource, ShadowAccount, ShadowNetwork } from '../counts/find-outside';

/** Whether an identity or role used anything within 90 days. */
export type UseStatus = 'USED' | 'UNUSED' | 'NOT_ENOUGH_DATA';

export interface IdentityFact extends IdentityCount {
  status: UseStatus;
}

/** URIs of the roles that people and programs of a profile may act as. */
export interface RolesFact {
  profile_id: string;
  roles: string[];
}

/** What a role, or an identity by its own policies, has in an account and did not use. */
export interface UnusedFact {
  uri: string;
  account_id: string;
  cloud_type: string;
  type: string;
  services: string[];
  /** Sensitive ones. */
  privileges: string[];
}

/** A service or a privilege that some have in an account and do not use. */
export interface UnusedOf {
  account_id: string;
  name: string;
  roles: number;
  identities: number;
}

/** What there is of privileges in a service of an account. */
export interface ServiceFact {
  account_id: string;
  cloud_type: string;
  name: string;
  privileges: number;
  sensitive: number;
  /** Null: no log tells. */
  used: number | null;
}

export interface HolderFact {
  identities: number;
  users: number;
  admins: number;
  groups: number;
  roles: number;
  services: number;
  /** Who reaches it under conditions only, and who only by becoming something else. */
  conditional: number;
  becoming: number;
}

/** Whether identities of a type reach resources of a type, and the most of them that reach the same ones. */
export interface ReachFact {
  from: string;
  to: string;
  n: number;
}

/** Identities of a type in an account, by what is known of their use. */
export interface IdentityTotal {
  account_id: string;
  type: string;
  used: number;
  unused: number;
  unused_with_role: number;
  /** Who reaches something, and too little is known to say whether it is used. */
  unknown: number;
  unknown_with_role: number;
  judged: number;
  in_groups: number;
}

interface PrivilegeSums {
  all: number;
  used: number;
  unused: number;
}

/** Privileges of an account. */
export interface PrivilegeTotal extends PrivilegeSums {
  account_id: string;
  sensitive: PrivilegeSums;
}

/** What each section of the counts holds under its keys. */
export interface Sections {
  type: { type: string; account_id: string; n: number };
  access: AccessCount;
  /** By entity id. */
  identity: IdentityFact;
  /** By profile: many share one. */
  profile_roles: RolesFact;
  identity_total: IdentityTotal;
  /** By class of resources. */
  holder: HolderFact;
  reach: ReachFact;
  privilege: PrivilegeCount;
  privilege_total: PrivilegeTotal;
  service: ServiceFact;
  public: PublicResource & { counts: Record<'READ' | 'WRITE' | 'ADMIN', number> };
  shadow_account: ShadowAccount;
  shadow_network: ShadowNetwork;
  unused: UnusedFact;
  role_service: UnusedOf;
  role_privilege: UnusedOf;
  identity_service: UnusedOf;
  identity_privilege: UnusedOf;
  own_service: UnusedOf;
  own_privilege: UnusedOf;
  /** How many there are of another section, whose name it has, in an account. */
  rows: { n: number };
}

export type Section = keyof Sections;

export interface Fact<S extends Section = Section> {
  section: S;
  key: string;
  account_id: string;
  name: string;
  value: Sections[S];
}
