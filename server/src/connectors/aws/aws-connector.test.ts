import { AWS_READ_ACTIONS, awsRoleTemplate } from '@cam/contracts/server';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { factsOfExport, factsOfFolder, neverAborted, pullInto } from '../../../test/support/connector-pull';
import { accountFor } from '../../demo/aws/accounts';
import { awsBundles } from '../../demo/aws/bundle';
import { Calendar } from '../../demo/calendar';
import type { DemoBundle } from '../../demo/files';
import { Plan } from '../../demo/plan';
import { asAwsAnswers, startAwsStandIn } from '../../demo/stand-ins/aws-stand-in';
import type { StandIn } from '../../demo/stand-ins/stand-in';
import { AwsAccountBundle } from '../../sources/bundles/aws-account-bundle';
import type { Connector, HierarchyNode } from '../connector';
import { connectorOf } from '../connectors';
import { ProviderEndpoints } from '../endpoints';

const plan = new Plan({ size: 'S', seed: 1 }, new Calendar('2026-03-02', 0));
const bundles = [...awsBundles(plan)];
const ofAccount = (accountId: string): DemoBundle => bundles.find((bundle) => bundle.accountId === accountId) as DemoBundle;
const management = accountFor(plan, 'management');
const bundle = ofAccount(accountFor(plan, 'production').id);
const id = bundle.accountId;
const logs = accountFor(plan, 'logging');
const externalId = 'an external id of the stand-in';
const keys = { accessKeyId: 'AKIASTANDIN', secretAccessKey: 'a secret of the stand-in' };
const trail = {
  arn: `arn:aws:cloudtrail:eu-central-1:${management.id}:trail/organization`,
  bucket: 'organization-trail',
  bucketAccountId: logs.id,
  bucketRegion: 'eu-central-1',
  organizationId: management.organization.id,
};
const refused = bundles.at(-1)?.accountId ?? '';

let standIn: StandIn;
let folder: string;
beforeAll(async () => {
  standIn = await startAwsStandIn(bundles, { keys, roleName: 'cam/reader', externalId, without: [refused], pageSize: 3, trail });
});
afterAll(() => standIn.close());
beforeEach(async () => {
  standIn.reset();
  folder = await mkdtemp(join(tmpdir(), 'cam-aws-'));
});
afterEach(() => rm(folder, { recursive: true }));

function connector(account = id, fields: Record<string, string> = {}): Connector {
  const endpoints = new ProviderEndpoints({ aws: standIn.url }, []);
  const transport = { signal: neverAborted, timeout: 2000, wait: async () => undefined };
  const aws = { AWS_ACCESS_KEY_ID: keys.accessKeyId, AWS_SECRET_ACCESS_KEY: keys.secretAccessKey };
  const info = { role_arn: `arn:aws:iam::${account}:role/cam/reader`, external_id: externalId, ...fields };
  return connectorOf('AWS', info, { endpoints, transport, aws });
}

const pulled = (account = id) => pullInto(folder, connector(account), account);
const ofPull = (accountId = id) => factsOfFolder(folder, new AwsAccountBundle(), accountId, bundle.takenAt);
const ofExport = (exported = bundle) => factsOfExport(asAwsAnswers(exported), new AwsAccountBundle());
const requested = (pattern: RegExp): string[] => standIn.requests.filter((request) => pattern.test(request));

describe('a pull of an AWS account', () => {
  it('says the same as an export of it, every list to its last page, also of a region with nothing in it', async () => {
    const { outcome } = await pulled();
    expect(outcome).toMatchObject({ warnings: [], denied: [], failed: [], failure: null });
    for (const list of [
      /GetAccountAuthorizationDetails .*Marker/,
      /DescribeSubnets .*NextToken/,
      /DescribeInstances .*NextToken/,
      /ListTables .*ExclusiveStart/,
    ]) {
      expect(requested(list)).not.toEqual([]);
    }
    expect(requested(/ca-central-1\/ec2\/DescribeInstances/)).toHaveLength(1);
    expect(await ofPull()).toBe(ofExport());
  });

  it('has the organization with its control policies where the account runs it', async () => {
    const { outcome } = await pulled(management.id);
    expect(outcome).toMatchObject({ warnings: [], failed: [], failure: null });
    expect(requested(/DescribePolicy/).length).toBeGreaterThan(3);
    expect(await ofPull(management.id)).toBe(ofExport(ofAccount(management.id)));
  });

  it('loses nothing where AWS puts off, fails, hangs up, keeps silent, or keys end in the middle', async () => {
    standIn.plan(/DescribeInstances/, 'throttled', { times: 3 });
    standIn.plan(/GetAccountAuthorizationDetails/, 'throttled', { after: 1, times: 3 });
    standIn.plan(/GetBucketPolicy/, 'throttled', { times: 3 });
    standIn.plan(/ListFunctions/, 'error');
    standIn.plan(/GetKeyPolicy/, 'reset', { after: 1 });
    standIn.plan(/DescribeVolumes/, 'silent');
    for (const call of [/DescribeSubnets/, /LookupEvents/, /GetBucketTagging/, /GetTopicAttributes/])
      standIn.plan(call, 'unauthorized', { after: 1 });
    const { outcome } = await pulled();
    expect(outcome).toMatchObject({ warnings: [], failed: [], failure: null });
    expect(requested(/AssumeRole/).length).toBeGreaterThan(1);
    expect(await ofPull()).toBe(ofExport());
  });

  it('asks nothing more of a region that the organization shuts, and says so once for all of them', async () => {
    const words =
      'User: arn:aws:sts::1:assumed-role/cam is not authorized to perform: ec2:DescribeVpcs with an explicit deny in a service control policy';
    standIn.plan(/\/(?:us-east-1|ca-central-1)\/(?!sts|iam|s3|organizations)/, 'forbidden', { times: 99, words });
    const { outcome } = await pulled();
    expect(outcome.warnings.map(({ file, place }) => [file, place])).toEqual([['regions', 'ca-central-1, us-east-1']]);
    expect(outcome.warnings[0]?.message).toMatch(/explicit deny in a service control policy.*let the role cam\/reader through/);
    expect(requested(/us-east-1\/(?!sts|iam|s3|organizations)/).length).toBeLessThan(3);
    expect(outcome.read).toContain('eu-central-1/ec2/describe-instances');
  });

  it('names what may not be read once for all regions, with what to grant, and the few resources that keep everybody out', async () => {
    standIn.plan(/secretsmanager/, 'forbidden', { times: 99 });
    standIn.plan(/GetKeyPolicy/, 'forbidden');
    const { outcome } = await pulled();
    const [secrets, key] = ['secretsmanager/list-secrets', 'kms/get-key-policy'].map((call) => outcome.warnings.filter(({ file }) => file === call));
    expect(secrets).toEqual([
      expect.objectContaining({ place: 'ca-central-1, eu-central-1, us-east-1', message: expect.stringMatching(/SecurityAudit/) }),
    ]);
    expect(key).toEqual([expect.objectContaining({ message: expect.stringMatching(/^Of [0-9a-f-]{36} this was refused, and of \d+ others not/) })]);
    expect(outcome.warnings).toHaveLength(2);
    expect(outcome.failure).toBeNull();
  });

  it('goes on where something was deleted after it was listed', async () => {
    standIn.plan(/GetBucketTagging/, 'gone');
    standIn.plan(/DescribeTable/, 'gone');
    standIn.plan(/GenerateServiceLastAccessedDetails/, 'gone');
    expect((await pulled()).outcome).toMatchObject({ warnings: [], denied: [], failed: [], failure: null });
  });

  it('goes on where it was cut off, and asks for nothing a second time', async () => {
    standIn.plan(/DescribeSecurityGroups/, 'error', { after: 1, times: 99 });
    const cut = (await pulled()).outcome.failed;
    expect(cut.every((part) => part.endsWith('/ec2/describe-security-groups'))).toBe(true);
    standIn.reset();
    expect((await pulled()).outcome).toMatchObject({ failed: [], warnings: [] });
    expect(requested(/^(?!.*(?:DescribeSecurityGroups|sts\/|ListRoots))/)).toEqual([]);
    expect(await ofPull()).toBe(ofExport());
  });

  it('is refused where the account has no such role, and says how to make it', async () => {
    await expect(pulled(refused)).rejects.toThrow(/AssumeRole.*Create the role cam\/reader in \d{12}/);
  });

  it('of an account that was pulled before reads the files of its trail, data events included', async () => {
    const fields = { cloud_trail_arn: trail.arn, ct_log_archive_account_id: logs.id };
    const { outcome } = await pullInto(folder, connector(id, fields), id, { since: '2026-02-28', until: '2026-03-02T23:59:00Z' });
    expect(outcome).toMatchObject({ warnings: [], failed: [], failure: null });
    expect(requested(/LookupEvents/)).toEqual([]);
    const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.json.gz'));
    expect(files.length).toBeGreaterThan(3);
    const lastDays = {
      ...bundle,
      files: () => [...bundle.files()].filter(({ path }) => !path.startsWith('cloudtrail/') || path >= 'cloudtrail/2026-02-28'),
    };
    expect(await ofPull()).toBe(factsOfExport(lastDays, new AwsAccountBundle()));
  });
});

it('takes no action that the policy of the role does not name, nor names one that is never taken', async () => {
  await connector().test();
  await connector(management.id).hierarchy();
  await pulled(management.id);
  const taken = new Set(standIn.requests.flatMap((request) => actionOf(request) ?? []));
  // Of the demo's accounts none has snapshots, and only with a trail it is asked where the trail's bucket is.
  const further = ['ec2:DescribeSnapshotAttribute', 'rds:DescribeDBSnapshotAttributes', 's3:GetBucketLocation'];
  expect([...taken, ...further].sort()).toEqual([...AWS_READ_ACTIONS]);
  expect(awsRoleTemplate(null)).toContain('- s3:ListAllMyBuckets');
});

/** What a request needs, as policies name it: not everything is called as the operation is. */
function actionOf(request: string): string | null {
  const [, , service = '', operation = ''] = request.split(' ')[0]?.split('/') ?? [];
  if (service === 'sts') return null;
  if (service === 's3control') return 's3:GetAccountPublicAccessBlock';
  const renamed: Record<string, string> = { ListBuckets: 'ListAllMyBuckets', GetPublicAccessBlock: 'GetBucketPublicAccessBlock' };
  const prefix = { elbv2: 'elasticloadbalancing', resourcegroupstaggingapi: 'tag' }[service] ?? service;
  return `${prefix}:${(service === 's3' && renamed[operation]) || operation}`;
}

describe('testing AWS', () => {
  const accounts = (nodes: HierarchyNode[]): HierarchyNode[] => nodes.flatMap((node) => (node.type === 'ACCOUNT' ? [node] : accounts(node.children)));

  it('answers with the account, or with the organization and what is in it where the account runs that', async () => {
    expect(await connector().test()).toEqual({ kind: 'ACCOUNT', id, name: id, warnings: [] });
    const { id: organizationId } = management.organization;
    expect(await connector(management.id).test()).toEqual({ kind: 'ORGANIZATION', id: organizationId, name: organizationId, warnings: [] });
    const { type, children } = await connector(management.id).hierarchy();
    expect(type).toBe('ROOT');
    expect(children.find(({ name }) => name === 'Workloads')?.children.map(({ name }) => name)).toContain('Production');
    const found = accounts(children);
    expect(found.map((node) => node.id)).toContain(id);
    expect(found.filter(({ isManagement }) => isManagement).map((node) => node.id)).toEqual([management.id]);
  });

  it('says what is wrong with a role that does not let in, that lets everybody in, or with a server that has no identity', async () => {
    await expect(connector(id, { external_id: 'another' }).test()).rejects.toThrow(/AssumeRole/);
    const open = await startAwsStandIn([bundle], { keys, roleName: 'cam/reader', externalId: '' });
    const asked = { endpoints: new ProviderEndpoints({ aws: open.url }, []), transport: { signal: neverAborted } };
    const info = { role_arn: `arn:aws:iam::${id}:role/cam/reader`, external_id: externalId };
    const aws = { AWS_ACCESS_KEY_ID: keys.accessKeyId, AWS_SECRET_ACCESS_KEY: keys.secretAccessKey };
    expect((await connectorOf('AWS', info, { ...asked, aws }).test()).warnings).toEqual([expect.stringContaining('sts:ExternalId')]);
    await expect(connectorOf('AWS', info, { ...asked, aws: { AWS_EC2_METADATA_DISABLED: 'true' } }).test()).rejects.toThrow(/AWS_ACCESS_KEY_ID/);
    const wrong = { ...aws, AWS_SECRET_ACCESS_KEY: 'another' };
    await expect(connectorOf('AWS', info, { ...asked, aws: wrong }).test()).rejects.toThrow(/SignatureDoesNotMatch/);
    await open.close();
  });
});
