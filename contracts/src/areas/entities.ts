import { Type, type Static } from '@sinclair/typebox';
import { AccountStatus, CloudType, OrganizationStatus } from '../vocabulary';

/** What connects a source, by the keys of the source editor's fields. A secret is answered as 16 asterisks, and one that is sent so stays as it is. */
export const SourceInfo = Type.Record(Type.String({ pattern: '^[a-z_]{1,40}$' }), Type.String({ maxLength: 20_000 }));
export type SourceInfo = Static<typeof SourceInfo>;

/** A connected account, subscription, project or directory. Secrets in provider blocks are masked with 16 asterisks. */
export const Account = Type.Object({
  uid: Type.String(),
  account_id: Type.String(),
  account_name: Type.String(),
  root_uid: Type.String(),
  cloud_type: CloudType,
  is_organization_account: Type.Boolean(),
  status: AccountStatus,
  status_reason: Type.String(),
  not_configurable: Type.Boolean(),
  last_snapshot_time: Type.Union([Type.String(), Type.Null()], { description: 'ISO 8601 of the last good snapshot' }),
  is_connected: Type.Boolean({ description: 'pulled by a connector; else from imported bundles alone' }),
  next_snapshot_time: Type.Union([Type.String(), Type.Null()], { description: 'ISO 8601 of the next pull of a connected source' }),
  aws_info: Type.Optional(SourceInfo),
  azureInfo: Type.Optional(SourceInfo),
  gcp_info: Type.Optional(SourceInfo),
  okta_info: Type.Optional(SourceInfo),
  okta_idp_info: Type.Optional(SourceInfo),
});
export type Account = Static<typeof Account>;

/** A folder, organization unit or management group, with what is in it. */
export interface SubOrganization {
  suborganization_uid: string;
  suborganization_id: string;
  suborganization_name: string;
  sub_organization: SubOrganization[];
  /** Of the accounts right in it. */
  account_ids: string[];
}
/** Nested as deep as the provider nests it, which no schema here says. */
export const SubOrganizations = Type.Array(Type.Unsafe<SubOrganization>({}), {
  description: 'folders, organization units or management groups, nested',
});

/** An account of an organization, of its scope or not. */
const ScopeAccount = Type.Object({
  id: Type.String(),
  name: Type.String(),
  is_management: Type.Optional(Type.Boolean({ description: 'it runs the organization' })),
});

/** What is in an organization. */
export const OrganizationHierarchy = Type.Object({
  organization_id: Type.String(),
  organization_name: Type.String(),
  sub_organization: SubOrganizations,
  account_ids: Type.Array(Type.String(), { description: 'of the accounts in no folder' }),
  scope_accounts: Type.Array(ScopeAccount),
});
export type OrganizationHierarchy = Static<typeof OrganizationHierarchy>;

/** Many accounts that are connected by one set of credentials. */
export const Organization = Type.Object({
  organization_uid: Type.String(),
  organization_id: Type.String(),
  organization_name: Type.String(),
  cloud_type: CloudType,
  sub_organization: SubOrganizations,
  account_ids: Type.Array(Type.String(), { description: 'of the accounts in no folder' }),
  scope_accounts: Type.Array(ScopeAccount, { description: 'every account in it, of the scope or not' }),
  account_info: Type.Array(Account, { description: 'accounts that are pulled' }),
  include_account_id_list: Type.Record(Type.String(), Type.Boolean(), { description: 'by account id; empty: every account, also those to come' }),
  status: OrganizationStatus,
  internal_error: Type.String({ description: 'why it could not be asked what is in it when that was tried last, a sentence; empty: it could' }),
  aws_organization_info: Type.Optional(SourceInfo),
  azure_organization_info: Type.Optional(SourceInfo),
  gcp_organization_info: Type.Optional(SourceInfo),
  okta_idp_info: Type.Optional(SourceInfo),
});
export type Organization = Static<typeof Organization>;
