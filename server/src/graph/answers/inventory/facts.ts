import type { AccessCount } from '../counts/count-entities';
import type { IdentityCount } from '../counts/count-identities';
import type { PrivilegeCount } from '../counts/count-privileges';
import type { PublicResource, ShadowAccount, ShadowNetwork } from '../counts/find-outside';

/** The use of anything by an identity or role within 90 days. */
export type UseStatus = 'USED' | 'UNUSED' | 'NOT_ENOUGH_DATA';

export interface IdentityFact extends IdentityCount {
  status: UseStatus;
}

/** URIs of the roles that users with a profile may assume. */
export interface RolesFact {
  profile_id: string;
  roles: string[];
}

/** The privileges that a role, or an identity by its own policies, holds and does not use in an account. */
export interface UnusedFact {
  uri: string;
  account_id: string;
  cloud_type: string;
  type: string;
  services: string[];
  /** Sensitive privileges. */
  privileges: string[];
}

/** A service or privilege that is held and not used in an account. */
export interface UnusedOf {
  account_id: string;
  name: string;
  roles: number;
  identities: number;
  /** The same with identities and roles that exist to stay idle. */
  all_roles: number;
  all_identities: number;
}

/** The privileges of a service in an account. */
export interface ServiceFact {
  account_id: string;
  cloud_type: string;
  name: string;
  privileges: number;
  sensitive: number;
  /** Null: no log covers the use. */
  used: number | null;
}

export interface HolderFact {
  identities: number;
  users: number;
  admins: number;
  groups: number;
  roles: number;
  services: number;
  /** Identities with only conditional access, and those that must assume another identity. */
  conditional: number;
  becoming: number;
}

/** The access of an identity type to a resource type: the largest number of identities that share it. */
export interface ReachFact {
  from: string;
  to: string;
  n: number;
}

/** The identities of a type in an account, by usage. */
export interface IdentityTotal {
  account_id: string;
  type: string;
  used: number;
  /** Unused identities with an ordinary purpose. */
  unused: number;
  unused_with_role: number;
  /** Unused identities that exist to stay idle: break-glass, service-linked and provider-managed ones. */
  idle: number;
  idle_with_role: number;
  /** Identities with access whose use cannot be assessed. */
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

/** The privileges of an account. */
export interface PrivilegeTotal extends PrivilegeSums {
  account_id: string;
  sensitive: PrivilegeSums;
}

/** The facts of each section, with the meaning of their keys. */
export interface Sections {
  type: { type: string; account_id: string; n: number };
  access: AccessCount;
  /** By entity id. */
  identity: IdentityFact;
  /** By profile, which many identities share. */
  profile_roles: RolesFact;
  identity_total: IdentityTotal;
  /** By resource class. */
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
  /** The number of facts in another section of the same name, by account. */
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
