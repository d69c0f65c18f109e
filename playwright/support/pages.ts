const each = (path: string, name: string, values: readonly string[]): string[] => values.map((value) => `${path}?${name}=${value}`);

export const UNUSED_TYPES = ['UNUSED_ROLE', 'UNUSED_IDENTITY', 'UNUSED_IDENTITY_WITHOUT_ROLE'];
export const UNUSED_TABS = ['UNUSED_SUMMARY', 'UNUSED_BY_SERVICE_SUMMARY', 'UNUSED_BY_PRIVILEGE_SUMMARY'];

/** Every page and tab of the explorer, except those of single entities. */
export const EXPLORER_PAGES = [
  '/dashboard',
  '/dashboard?view=table&map=public',
  ...each('/identities', 'type', ['USER', 'GROUP', 'ROLE', 'SERVICE_ACCOUNT', 'FEDERATED_USER', 'FEDERATED_GROUP']),
  '/identities?type=ROLE&view=list',
  '/identities/person',
  '/objects?type=OBJECT_STORE',
  '/objects?type=KEYSTORE&view=list',
  ...each('/networks', 'type', ['VPC', 'SUBNET', 'ROUTE_TABLE', 'SECURITY_GROUP', 'INSTANCE']),
  '/networks?view=sources',
  ...each('/privileges', 'view', ['USED', 'UNUSED', 'ALL']),
  ...each('/public-objects', 'type', ['INSTANCE', 'OBJECT_STORE', 'AWS_SQS']),
  ...each('/shadow-access', 'type', ['SHADOW_UNKNOWN_ACCOUNT', 'SHADOW_KNOWN_ACCOUNT', 'SHADOW_KNOWN_NETWORK']),
  ...UNUSED_TYPES.flatMap((type) => UNUSED_TABS.map((tab) => `/unused-access?identity_type=${type}&tab=${tab}`)),
  '/choke-points',
  ...each('/crown-jewels', 'tab', ['tiers', 'rules', 'certify', 'shadow', 'risk', 'stages']),
  '/searchresult',
  '/searchresult?query=user+with-access+any',
];

/** Every page and tab of the other areas. */
export const OTHER_PAGES = [
  '/alerts',
  '/alerts?severity=HIGH&show=ALERT_ALL',
  '/alerts?by=CAUSE',
  '/guardrails',
  '/exclusions',
  '/changes',
  '/compliance',
  '/compliance?region=eu-central-1,-',
  '/reviews',
  '/reviews?new=1',
  '/requests',
  '/requests?new=1',
  '/reports',
  ...['profile', 'alertshigh', 'alertsmedium', 'alertslow', 'alertstimes', 'tokens', 'webhooks', 'connections', 'roles'].map(
    (tab) => `/settings/${tab}`,
  ),
  '/connect-assistant',
  '/setup',
  '/ui',
  '/ui/DataGrid',
  ...['', '/AWS', '/AZURE', '/GCP'].map((cloud) => `/sources/cloud${cloud}`),
  ...['', '/IDP_AZURE_AD', '/IDP_OKTA'].map((cloud) => `/sources/idp${cloud}`),
  ...['LAST_SNAPSHOT', 'HISTORY'].map((view) => `/sources/snapshot/${view}`),
];
