import { Type, type Static } from '@sinclair/typebox';
import { AccountStatus, CloudType } from '../vocabulary';

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

export const Organization = Type.Object({
  organization_uid: Type.String(),
  organization_id: Type.String(),
  organization_name: Type.String(),
  cloud_type: CloudType,
  sub_organization: Type.Array(Type.Unknown()),
  account_info: Type.Array(Account),
  include_account_id_list: Type.Record(Type.String(), Type.Boolean()),
});
export type Organization = Static<typeof Organization>;
