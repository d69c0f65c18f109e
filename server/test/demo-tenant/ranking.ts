/** An identity of the demo company in a ranking by hand. */
export interface Ranked {
  type: string;
  /** Name, or a unique part of it. */
  name: string;
  /** Id or name of its account; empty where the name is unique. */
  account: string;
  reason: string;
}

const ranked = (type: string, name: string, account: string, reason: string): Ranked => ({ type, name, account, reason });

/**
 * Thirty identities in the order in which a reviewer would look at them, the most urgent first. The order follows from the description of the company
 * and from its sources, and was written down before any score was seen. A model that disagrees is to be changed, not this order.
 */
export const RANKING: readonly Ranked[] = [
  ranked(
    'USER',
    'heba.naguib',
    'IDP_AZURE_AD',
    'Global administrator who has not signed in for months. One stolen password is enough for everything.',
  ),
  ranked(
    'SERVICE_ACCOUNT',
    'Legacy Directory Sync',
    '',
    'May assign any directory role. Nobody remembers it, nobody uses it, and its secret is valid.',
  ),
  ranked('USER', 'alicja.krol', 'IDP_AZURE_AD', 'Can add a secret to any application, and so become the one above.'),
  ranked('USER', 'terraform-cloud', 'kestrel', 'Administrator of the organization with a key that is 612 days old, on servers outside.'),
  ranked('USER', 'terraform-cloud', 'larkspur', 'The same for the smaller organization.'),
  ranked('USER', 'eilidh.fenwick', 'IDP_AZURE_AD', 'Contractor who owns the production subscription since yesterday.'),
  ranked('SERVICE_ACCOUNT', 'vm-catalog-001', '', 'A machine with a public address that can change all of production in Azure.'),
  ranked('ROLE', 'MigrationAdmin', 'kestrel', 'Unused administrator role of production that every principal of the account may assume.'),
  ranked('USER', 'rina.ogawa', 'IDP_AZURE_AD', 'Can act as every service account of the production project.'),
  ranked('USER', 'jenkins', '', 'A key of 1,002 days. It may pass any role of development to a function.'),
  ranked('USER', 'svc-legacy-exporter', 'kestrel', 'Writes to every production bucket with two keys that are years old.'),
  ranked('SERVICE_ACCOUNT', '135338622392-compute', '', 'Editor of the production project, used by the oldest machines.'),
  ranked('ROLE', 'OrganizationAccountAccessRole', 'kestrel-prod', 'Administrator of production for whoever controls the management account.'),
  ranked('ROLE', 'BreakGlassAdmin', 'kestrel-prod', 'Administrator of production, but only with a second factor and from an office.'),
  ranked('USER', 'break-glass', 'kestrel', 'Takes the role above in every account. Its sign-in is well protected.'),
  ranked('EXT_ACCOUNT', '730194482206', '', 'A partner that reads every object of production without an external id.'),
  ranked('USER', 'mei.toh', 'IDP_AZURE_AD', 'May change nearly everything in production of the acquired company.'),
  ranked('USER', 'dana.osterman', '', 'Former agency. Can change development in GCP.'),
  ranked('ROLE', 'sandbox-playground', '', 'Everybody of the organization may take it, but it reaches the sandbox alone.'),
  ranked('USER', 'alma.isaksson', 'AWS', 'Left the company. Her user may still repair production.'),
  ranked('USER', 'svc-bi-connector', '', 'Reads the data account with a key of 411 days, every day.'),
  ranked('USER', 'svc-warehouse-scanner', 'kestrel', 'A key of 201 days on many devices, with little access.'),
  ranked('EXT_ACCOUNT', '265539071148', '', 'A partner that may call one function and read some labels.'),
  ranked('USER', 'svc-load-test', '', 'Builds in development, with a new key.'),
  ranked('ROLE', 'FathomLogShipper', 'kestrel-prod', 'Reads logs and objects for the partner.'),
  ranked('USER', 'svc-siem-forwarder', '', 'Reads logs with a fresh key, as it should.'),
  ranked('ROLE', 'SecurityToolingHub', '', 'Looks at settings of all accounts, without any data.'),
  ranked('ROLE', 'NorthlineLabelReader', 'kestrel', 'One folder of one bucket, with an external id.'),
  ranked('ROLE', 'CostReader', 'kestrel', 'Costs alone.'),
  ranked('ROLE', 'AWSServiceRoleForSupport', 'kestrel-prod', 'The provider looks at lists of machines.'),
];

/** Spearman's correlation of two rankings of the same things: 1 for the same order, 0 for none. Equal values share their ranks. */
export function rankCorrelation(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [ranksOf(one), ranksOf(other)];
  const mean = (one.length - 1) / 2;
  const product = (x: readonly number[], y: readonly number[]): number =>
    x.reduce((sum, value, at) => sum + (value - mean) * ((y[at] ?? 0) - mean), 0);
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
}

function ranksOf(values: readonly number[]): number[] {
  return values.map((value) => {
    const smaller = values.filter((one) => one < value).length;
    const equal = values.filter((one) => one === value).length;
    return smaller + (equal - 1) / 2;
  });
}
