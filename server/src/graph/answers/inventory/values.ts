/** Shown where usage is unknown. */
export const NOT_ENOUGH_DATA = 'not enough data';

/** Display names of entity attributes. */
const LABELS: Record<string, string> = {
  vpcid: 'VpcID',
  subnetid: 'SubnetID',
  networkip: 'IPAddress',
  publicip: 'PublicIPAddress',
  groupid: 'GroupID',
  email: 'Email',
  displayname: 'Display Name',
  jobtitle: 'Job Title',
  department: 'Department',
  employeetype: 'Employee Type',
  manager: 'Manager',
  company: 'Company',
  description: 'Description',
  status: 'Status',
  created: 'Created',
  lastused: 'Last Sign-in',
  mfa: 'MFA',
  password: 'Password',
  keyage: 'Age of Oldest Key (days)',
  external: 'External',
  encrypted: 'Encrypted',
  boundary: 'Permissions Boundary',
  policies: 'Policies',
  sessionduration: 'Session Duration',
  engine: 'Engine',
  version: 'Version',
  endpoint: 'Endpoint',
  instancetype: 'Instance Type',
  image: 'Image',
  zone: 'Zone',
  path: 'Path',
  usersource: 'User Source',
  grouptype: 'Group Type',
  identitykind: 'Kind',
  clientid: 'Client ID',
  domain: 'Domain',
  userid: 'User ID',
  public: 'Public',
  openports: 'Open Ports',
  networks: 'Networks',
  securitygroups: 'SecurityGroups',
  assettype: 'Asset Type',
  azuretype: 'Azure Type',
  dynamic: 'Dynamic',
  builtin: 'Built-in',
  imdsv2: 'IMDSv2',
};

const TAG = 'tag.';

/** Returns an entity's attributes as texts by label, in the order of the table above. Lists of rules and tags are shown elsewhere. */
export function valuesOf(attributes: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(LABELS).flatMap(([key, label]) => {
      const text = textOf(attributes[key]);
      return text === '' ? [] : [[label, text]];
    }),
  );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.filter((item) => typeof item !== 'object').join(', ');
  return typeof value === 'object' ? '' : String(value);
}

export function tagsOf(attributes: Record<string, unknown>): { name: string; value: string }[] {
  return Object.entries(attributes)
    .filter(([key]) => key.startsWith(TAG))
    .map(([key, value]) => ({ name: key.slice(TAG.length), value: String(value) }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** Returns a list of objects that an entity carries, such as firewall rules, routes or escalations. */
export function listOf<T>(attributes: Record<string, unknown>, key: string): T[] {
  const value = attributes[key];
  return Array.isArray(value) ? (value as T[]) : [];
}
