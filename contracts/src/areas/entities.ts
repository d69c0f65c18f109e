import { Type, type Static } from '@sinclair/typebox';
import { AccountStatus, CloudType, OrganizationStatus } from '../vocabulary';

/**
 * The connection of a source, by the field keys of the source editor. Secrets are answered as 16 asterisks. Sending the mask keeps the stored value.
 */
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
  last_snapshot_time: Type.Union([Type.String(), Type.Null()], { description: 'time of the last successful snapshot, ISO 8601' }),
  is_connected: Type.Boolean({ description: 'a connector pulls the source; otherwise bundles are imported' }),
  next_snapshot_time: Type.Union([Type.String(), Type.Null()], { description: 'time of the next pull of a connected source, ISO 8601' }),
  aws_info: Type.Optional(SourceInfo),
  azureInfo: Type.Optional(SourceInfo),
  gcp_info: Type.Optional(SourceInfo),
  okta_info: Type.Optional(SourceInfo),
  okta_idp_info: Type.Optional(SourceInfo),
});
export type Account = Static<typeof Account>;

/** A folder, organization unit or management group with its content. */
export interface SubOrganization {
  suborganization_uid: string;
  suborganization_id: string;
  suborganization_name: string;
  sub_organization: SubOrganization[];
  /** Ids of the accounts directly in it. */
  account_ids: string[];
}
/** Nested folders. The depth depends on the provider, so the schema does not describe the items. */
export const SubOrganizations = Type.Array(Type.Unsafe<SubOrganization>({}), {
  description: 'folders, organization units or management groups, nested',
});

/** An account of an organization, in its scope or not. */
const ScopeAccount = Type.Object({
  id: Type.String(),
  name: Type.String(),
  is_management: Type.Optional(Type.Boolean({ description: 'management account of the organization' })),
});

/** Folders and accounts of an organization. */
export const OrganizationHierarchy = Type.Object({
  organization_id: Type.String(),
  organization_name: Type.String(),
  sub_organization: SubOrganizations,
  account_ids: Type.Array(Type.String(), { description: 'ids of accounts outside any folder' }),
  scope_accounts: Type.Array(ScopeAccount),
});
export type OrganizationHierarchy = Static<typeof OrganizationHierarchy>;

/** An organization: several accounts connected with one set of credentials. */
export const Organization = Type.Object({
  organization_uid: Type.String(),
  organization_id: Type.String(),
  organization_name: Type.String(),
  cloud_type: CloudType,
  sub_organization: SubOrganizations,
  account_ids: Type.Array(Type.String(), { description: 'ids of accounts outside any folder' }),
  scope_accounts: Type.Array(ScopeAccount, { description: 'every account of the organization, in the scope or not' }),
  account_info: Type.Array(Account, { description: 'accounts in the scope' }),
  include_account_id_list: Type.Record(Type.String(), Type.Boolean(), {
    description: 'by account id; empty selects every account, including later ones',
  }),
  status: OrganizationStatus,
  internal_error: Type.String({ description: 'sentence that says why the last request for its accounts failed; empty after a success' }),
  aws_organization_info: Type.Optional(SourceInfo),
  azure_organization_info: Type.Optional(SourceInfo),
  gcp_organization_info: Type.Optional(SourceInfo),
  okta_idp_info: Type.Optional(SourceInfo),
});
export type Organization = Static<typeof Organization>;
