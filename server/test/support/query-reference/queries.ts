/** Questions with answers in the demo tenant, of every construct of the language. */
export const QUERIES: readonly string[] = [
  'user not with-attribute usersource IDP_OKTA',
  'user|service_account with-attribute keyage > 90',
  'role with-attribute name *admin* and boundary false',
  'object_store with-attribute tag.env prod and encrypted false or public true',
  'ext_account with-access any for xaccount unknown',
  'any with-access account_data for action iam:PassRole and action iam:Create*',
  'any with-access account_data for sensitive',
  'user with-access account_data for list|tagging',
  'group with-access keystore for permissions',
  'any with-access object_store for action Microsoft.Storage/*/read or action storage.objects.get',
  'user with-access object_store not for action s3:Get*',
  'user with-access keystore not for list',
  'user with-access object_store not via group',
  'user with-access object_store via group *owners*',
  'user with-access keystore via group via role',
  'user with-access keystore via role with-attribute cloudtype AWS for admin',
  'user with-access account_data via role not for read',
  'user|group with-role Owner|Contributor|roles/*',
  'user not with-role Owner',
  'service_account with-role roles/* with-scope projects/*',
  'user not with-scope /subscriptions/*',
  'user with-access object_store with-role roles/storage.* not with-scope projects/*',
  'user with-access object_store not with-scope /subscriptions/*',
  'user with-access object_store not with-role *',
  'user with-access object_store for write with-usage > 30',
  'role with-access keystore with-usage never',
  'user with-access keystore for admin with-usage > 7 < 90',
  'any with-access keystore for action kms:Decrypt with-usage > 30',
  'user with-access object_store and with-access relational_db',
  'user with-access object_store kestrel-* or group with-access object_store kestrel-*',
  '(user with-attribute external true or federated_user) and with-access keystore',
  'user with-access account_data for admin and not user with-attribute mfa true',
  'user with-access object_store not via policy with-attribute condition *',
  'user with-access object_store via role with-attribute condition aws:MultiFactorAuthPresent',
  'any with-access object_store for xaccount cross for write',
  'user with-usage never',
  'user with-access object_store and with-usage < 7',
  'role with-usage < 30 keystore for read and not with-access account_data for admin',
  'network_node with-access security_group',
];

/** With days of the history; the day is put in. */
export const OF_DAYS: readonly string[] = [
  'user with-access object_store as-of DAY',
  'user with-access object_store changed-since DAY',
  'any with-access any for admin changed-since DAY',
  'object_store with-attribute public true changed-since DAY',
];

/** Answers of events. */
export const OF_EVENTS: readonly string[] = [
  'user with-usage < 7',
  'role with-usage > 20 < 60 object_store for write',
  'user with-usage < 90 keystore for action kms:* or action Microsoft.KeyVault/*',
  'user with-usage < 30 any for xaccount cross',
];
