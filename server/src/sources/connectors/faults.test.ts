import { CONNECTABLE, type ConnectableCloud } from '@cam/contracts/server';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { factsOfFolder, neverAborted, pullInto, warningsOfFolder } from '../../../test/support/connector-pull';
import { DIRECTORY_ADMIN, withGoogleDirectory } from '../../../test/support/google-directory';
import { identityCenterFiles, withMore } from '../../../test/support/identity-center';
import { accountFor } from '../../../demo/aws/accounts';
import { Calendar } from '../../../demo/calendar';
import { jsonFile, type DemoBundle, type DemoFile } from '../../../demo/files';
import { Plan } from '../../../demo/plan';
import { CompanyCloud } from '../../../demo/stand-ins/company-cloud';
import type { StandIn, InjectedFault } from '../../../demo/stand-ins/stand-in';
import { PROVIDERS } from '../providers';
import type { Connector } from './connector';
import { connectorOf } from './connectors';
import type { Pull } from './pull';

/** The last days of the company. The length of the log does not matter to these tests. */
const LAST_DAYS = { since: '2026-02-27', until: '2026-03-03' };
const plan = new Plan({ size: 'S', seed: 1 }, new Calendar('2026-03-02', 0));
const management = accountFor(plan, 'management');

/** The whole company, with IAM Identity Center in its management account and a directory of Google Workspace. */
const withDirectories = (cloud: ConnectableCloud, bundles: DemoBundle[]): DemoBundle[] =>
  bundles.map((bundle, index) => {
    if (bundle.accountId === management.id) return withMore(bundle, identityCenterFiles('eu-central-1', [management.id, '111122223333']));
    return cloud === 'GCP' && index === 0 ? withGoogleDirectory(bundle) : bundle;
  });

/** The values that differ between providers. */
interface ProviderCase {
  /** The account to pull. */
  account?: string;
  /** Requests for tokens, not for data. */
  token: RegExp;
  /** Requests about entries of a list. */
  details: RegExp;
  /** The requests of one account, in the form of the provider's refusal. */
  ofAccount: (accountId: string) => RegExp;
  /** The essential files of the provider. */
  always: RegExp;
  /** Entities that even an empty account has. */
  empty?: (accountId: string) => DemoFile[];
  /** The permission to grant. */
  grant: RegExp;
}

const readerOf = (accountId: string): object => ({
  Path: '/',
  RoleName: 'cam-read-only',
  RoleId: 'AROAREADER',
  Arn: `arn:aws:iam::${accountId}:role/cam-read-only`,
  CreateDate: '2026-03-01T00:00:00Z',
  AssumeRolePolicyDocument: '%7B%22Version%22%3A%222012-10-17%22%2C%22Statement%22%3A%5B%5D%7D',
  InstanceProfileList: [],
  RolePolicyList: [],
  AttachedManagedPolicies: [],
  Tags: [],
});

const AWS: ProviderCase = {
  account: 'kestrel-prod',
  token: /\/sts\//,
  details: /\/(?:kms\/Get|kms\/DescribeKey|sqs\/GetQ|sns\/GetT|s3\/Get|secretsmanager\/Get|iam\/GenerateService)/,
  ofAccount: (id) => new RegExp(`/sts/AssumeRole .*${id}`),
  always: /^organizations\//,
  // The role that reads it.
  empty: (id) => [jsonFile('iam/get-account-authorization-details.json', { RoleDetailList: [readerOf(id)] })],
  grant: /Create the role cam-read-only in \d{12}/,
};

/** The management account includes the lists of IAM Identity Center. */
const AWS_ORGANIZATION: ProviderCase = {
  ...AWS,
  account: management.name,
  details: /\/(?:organizations\/DescribePolicy|sso-admin\/DescribePermissionSet|identitystore\/ListGroupMemberships)/,
};

const PROVIDER_CASES: Record<ConnectableCloud, ProviderCase> = {
  AWS,
  AZURE: {
    token: /\/token$/,
    details: /\/subscriptions\/[^/]+\//,
    ofAccount: (id) => new RegExp(id),
    always: /^management-groups/,
    grant: /the role Reader on the subscription/,
  },
  GCP: {
    token: /\/token$/,
    details: /denypolicies\/|\/members\?/,
    ofAccount: (id) => new RegExp(`projects/${id}`),
    always: /^(?:projects|folders|directory-users)/,
    grant: /roles\/cloudasset\.viewer/,
  },
  IDP_AZURE_AD: {
    token: /\/token$/,
    details: /\/members\?|\/appRoleAssignedTo\?/,
    ofAccount: () => /v1\.0/,
    always: /^$/,
    grant: /Directory\.Read\.All/,
  },
  IDP_OKTA: {
    token: /^$/,
    details: /\/groups\/\w+\/users|\/apps\/\w+\/(?:users|groups)|\/(?:users|groups)\/\w+\/roles/,
    ofAccount: () => /api\/v1/,
    always: /^$/,
    grant: /Read-only Administrator/,
  },
};

/** The faults that hit every request, and how often each occurs before the request succeeds. */
const TRANSIENT_FAULTS: readonly [label: string, fault: InjectedFault, times: number][] = [
  ['is throttled three times', 'throttled', 3],
  ['fails once', 'error', 1],
  ['has its connection reset once', 'reset', 1],
  ['has its answer truncated once', 'cut', 1],
  ['is answered slowly in small chunks', 'slow', 99],
  ['is refused once because its token expired', 'unauthorized', 1],
];

const PULL_CASES: readonly (readonly [label: string, cloud: ConnectableCloud, providerCase: ProviderCase])[] = [
  ...CONNECTABLE.map((cloud) => [cloud, cloud, PROVIDER_CASES[cloud]] as const),
  ['an AWS management account', 'AWS', AWS_ORGANIZATION],
];

describe.each(PULL_CASES)('pulling from %s', (_label, cloud, providerCase) => {
  const { account, token, details, ofAccount, always, empty: own = () => [], grant } = providerCase;
  let company: CompanyCloud;
  let standIn: StandIn;
  let id: string;
  let folder: string;
  /** The result of an undisturbed pull. */
  let undisturbed: Record<string, string>;

  beforeAll(async () => {
    company = new CompanyCloud(plan, { pageSize: 'half', bundles: withDirectories });
    standIn = await company.standIn(cloud);
    const bundles = company.bundles(cloud);
    id = (bundles.find(({ name }) => name === account) ?? (bundles[0] as DemoBundle)).accountId;
  });
  afterAll(() => company.close());
  beforeEach(async () => {
    standIn.reset();
    folder = await mkdtemp(join(tmpdir(), 'cam-faults-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const newConnector = async (to: CompanyCloud = company): Promise<Connector> => {
    const transport = { signal: neverAborted, timeout: 5000, wait: async () => undefined };
    return connectorOf(cloud, { ...to.credentials(cloud), admin_email: DIRECTORY_ADMIN }, { ...(await to.connectorContext(cloud)), transport });
  };
  const runPull = async (to: CompanyCloud = company): Promise<Pull> => pullInto(folder, await newConnector(to), id, LAST_DAYS);
  const newReader = () => (PROVIDERS[cloud] as NonNullable<(typeof PROVIDERS)[typeof cloud]>).newReader();
  const facts = () => factsOfFolder(folder, newReader(), id, '2026-03-02T23:59:00Z');
  const missing = () => warningsOfFolder(folder, newReader());
  const clean = { warnings: [], denied: [], failed: [], failure: null };
  const notForTokens = new RegExp(`^(?!.*(?:${token.source}))`);

  it('reads both pages of every list', async () => {
    const { outcome } = await runPull();
    expect(outcome).toMatchObject(clean);
    undisturbed = filesIn(folder);
    const halves = await facts();
    expect(await missing()).toEqual([]);
    await rm(folder, { recursive: true });
    const whole = new CompanyCloud(plan, { bundles: withDirectories });
    expect((await runPull(whole)).outcome).toMatchObject(clean);
    await whole.close();
    expect(Object.keys(undisturbed).length).toBeGreaterThan(Object.keys(filesIn(folder)).length);
    expect(halves).toBe(await facts());
  });

  it.each(TRANSIENT_FAULTS)('loses no data if every request %s', async (_label, fault, times) => {
    const before = await (await newConnector()).hierarchy();
    standIn.planEach(notForTokens, fault, times);
    expect(await (await newConnector()).hierarchy()).toEqual(before);
    standIn.reset();
    standIn.planEach(notForTokens, fault, times);
    const { outcome } = await runPull();
    expect(outcome).toMatchObject(clean);
    expect(filesIn(folder)).toEqual(undisturbed);
  });

  it('fails with what to grant if one account is denied, and still reads the other accounts', async () => {
    standIn.plan(ofAccount(id), 'forbidden', { times: 999 });
    const failure = await runPull().then(
      ({ outcome }) => outcome.failure,
      (error: Error) => error.message,
    );
    expect(failure).toMatch(grant);
    expect(failure).toMatch(/40[03]/);
    const other = company.bundles(cloud).find(({ accountId }) => accountId !== id);
    if (other === undefined) return;
    const { outcome } = await pullInto(join(folder, 'other'), await newConnector(), other.accountId, LAST_DAYS);
    expect(outcome).toMatchObject(clean);
  });

  it('keeps the other data if listed resources are gone when their details are requested', async () => {
    standIn.planEach(details, 'gone', 99);
    const { outcome } = await runPull();
    expect(outcome).toMatchObject({ failed: [] });
    // The deleted subscription was the only one.
    if (cloud === 'AZURE') return expect(outcome.failure).toMatch(/returned 404 for \/subscriptions\//);
    expect(outcome).toMatchObject(clean);
    const [kept, lost] = [filesIn(folder), standIn.requests.filter((request) => details.test(request))];
    expect(lost).not.toEqual([]);
    expect(Object.keys(kept).length).toBeLessThan(Object.keys(undisturbed).length);
    for (const [name, text] of Object.entries(kept)) expect([name, text]).toEqual([name, undisturbed[name]]);
  });

  it('succeeds without warnings for an empty account', async () => {
    const empty = new CompanyCloud(plan, {
      bundles: (of, bundles) => withDirectories(of, bundles).map((bundle) => without(bundle, always, own(bundle.accountId))),
    });
    expect((await runPull(empty)).outcome).toMatchObject(clean);
    await empty.close();
    expect(await missing()).toEqual([]);
    expect(await facts()).toContain(id);
  });

  it('fails with the status and the request if every request is redirected', async () => {
    standIn.plan(notForTokens, 'moved', { times: 999, words: 'http://127.0.0.1:1/' });
    const failure = await runPull().then(
      ({ outcome }) => outcome.failure,
      (error: Error) => error.message,
    );
    expect(failure).toMatch(/returned 302 for/);
  });
});

it('an AWS pull skips a region that a service control policy denies, and names it in a warning', async () => {
  const company = new CompanyCloud(plan);
  const standIn = await company.standIn('AWS');
  const folder = await mkdtemp(join(tmpdir(), 'cam-faults-'));
  const { accountId } = company.bundles('AWS').find(({ name }) => name === PROVIDER_CASES.AWS.account) as DemoBundle;
  const words = 'not authorized to perform: ec2:DescribeVpcs with an explicit deny in a service control policy';
  standIn.plan(/\/us-east-1\/ec2\/DescribeVpcs/, 'forbidden', { times: 99, words });
  const transport = { signal: neverAborted, wait: async () => undefined };
  const { outcome } = await pullInto(folder, connectorOf('AWS', company.credentials('AWS'), { ...(await company.connectorContext('AWS')), transport }), accountId, LAST_DAYS); // prettier-ignore
  expect(outcome).toMatchObject({ warnings: [{ file: 'regions', place: 'us-east-1' }], failed: [], failure: null });
  expect((await readdir(folder)).sort()).not.toContain('us-east-1');
  await company.close();
  await rm(folder, { recursive: true });
});

/** Returns the staged files by name. */
function filesIn(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files: Record<string, string> = {};
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1);
    if (!name.startsWith('.')) files[name] = readFileSync(path, 'utf8');
  }
  return files;
}

function without(bundle: DemoBundle, kept: RegExp, more: readonly DemoFile[]): DemoBundle {
  return { ...bundle, files: () => [...[...bundle.files()].filter(({ path }) => kept.test(path)), ...more] };
}
