import { Type, type Static } from '@sinclair/typebox';
import { AccountStatus, CloudType } from '../vocabulary';

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
  aws_info: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  azureInfo: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  gcp_info: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  okta_info: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
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
