import { AWS_READ_ACTIONS, awsRoleTemplate } from '@cam/contracts/server';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { factsOfExport, factsOfFolder, neverAborted, pullInto } from '../../../../test/support/connector-pull';
import { identityCenterFiles, withMore } from '../../../../test/support/identity-center';
import { accountFor } from '../../../../demo/aws/accounts';
import { awsBundles } from '../../../../demo/aws/bundle';
import { Calendar } from '../../../../demo/calendar';
import type { DemoBundle } from '../../../../demo/files';
import { Plan } from '../../../../demo/plan';
import { AwsQueue } from '../../../../demo/stand-ins/aws-queue';
import { toAwsApiFormat, startAwsStandIn, withBucketAcls } from '../../../../demo/stand-ins/aws-stand-in';
import type { StandIn } from '../../../../demo/stand-ins/stand-in';
import { AwsAccountBundle } from '../../../graph/providers/aws/read/read';
import type { Connector, HierarchyNode } from '../connector';
import { connectorOf } from '../connectors';
import { Notices } from '../notices';
import { ProviderEndpoints } from '../endpoints';
import { Pull } from '../pull';
import { Staging } from '../staging';
import type { AwsClient } from './aws-client';
import { lookUp } from './trail-parts';
import { FolderStorage } from '../../../platform/storage';

const plan = new Plan({ size: 'S', seed: 1 }, new Calendar('2026-03-02', 0));
const REGION = 'eu-central-1';
const identityCenterAccounts: [string, string] = [accountFor(plan, 'production').id, accountFor(plan, 'logging').id];
const bundles = [...awsBundles(plan)].map((made) =>
  made.accountId === accountFor(plan, 'management').id ? withMore(made, identityCenterFiles(REGION, identityCenterAccounts)) : made,
);
const bundleOf = (accountId: string): DemoBundle => bundles.find((bundle) => bundle.accountId === accountId) as DemoBundle;
const management = accountFor(plan, 'management');
const bundle = bundleOf(accountFor(plan, 'production').id);
const id = bundle.accountId;
const logs = accountFor(plan, 'logging');
const externalId = 'an external id of the stand-in';
const keys = { accessKeyId: 'AKIASTANDIN', secretAccessKey: 'a secret of the stand-in' };
const topicArn = `arn:aws:sns:eu-central-1:${management.id}:trail`;
const queue = new AwsQueue(`arn:aws:sqs:eu-central-1:${management.id}:cam-trail`, topicArn);
const trail = {
  arn: `arn:aws:cloudtrail:eu-central-1:${management.id}:trail/organization`,
  bucket: 'organization-trail',
  bucketAccountId: logs.id,
  bucketRegion: 'eu-central-1',
  organizationId: management.organization.id,
  queue,
};
const accountWithoutRole = bundles.at(-1)?.accountId ?? '';

let standIn: StandIn;
let folder: string;
beforeAll(async () => {
  standIn = await startAwsStandIn(bundles, { keys, roleName: 'cam/reader', externalId, without: [accountWithoutRole], pageSize: 3, trail });
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

const runPull = (account = id) => pullInto(folder, connector(account), account);
const pulledFacts = (accountId = id) => factsOfFolder(folder, new AwsAccountBundle(), accountId, bundle.takenAt);
const exportedFacts = (exported = bundle) => factsOfExport(toAwsApiFormat(exported), new AwsAccountBundle());
const requested = (pattern: RegExp): string[] => standIn.requests.filter((request) => pattern.test(request));

describe('pulling an AWS account', () => {
  it('yields the same facts as an export, reading every page of every list in every region', async () => {
    const { outcome } = await runPull();
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
    expect(await pulledFacts()).toBe(exportedFacts());
  });

  it('reads the organization and its service control policies from the management account', async () => {
    const { outcome } = await runPull(management.id);
    expect(outcome).toMatchObject({ warnings: [], failed: [], failure: null });
    expect(requested(/DescribePolicy/).length).toBeGreaterThan(3);
    expect(await pulledFacts(management.id)).toBe(exportedFacts(bundleOf(management.id)));
  });

  it('reads IAM Identity Center in its own region from the management account, or warns if it is denied', async () => {
    await runPull(management.id);
    expect(requested(/\/identitystore\/|\/sso-admin\/(?!ListInstances)/).every((request) => request.includes(`/${REGION}/`))).toBe(true);
    const facts = await pulledFacts(management.id);
    for (const text of ['FEDERATED_USER:u-cleo', 'FEDERATED_GROUP:g-analysts', `DataAdmin in ${identityCenterAccounts[0]}`])
      expect(facts).toContain(text);
    standIn.reset();
    await rm(folder, { recursive: true });
    standIn.plan(/sso-admin\/ListPermissionSets|identitystore\/ListUsers/, 'forbidden', { times: 9 });
    const { outcome } = await runPull(management.id);
    expect(outcome).toMatchObject({ failure: null, failed: [] });
    expect(outcome.warnings.map(({ file, place }) => [file, place])).toEqual([
      ['sso-admin/list-permission-sets', REGION],
      ['identitystore/list-users', REGION],
    ]);
    expect(outcome.warnings[0]?.message).toMatch(/^AWS returned 400 for sso:ListPermissionSets.*can read IAM Identity Center\.$/);
  });

  it('loses no data if AWS throttles, fails, resets, times out or expires the keys', async () => {
    standIn.plan(/DescribeInstances/, 'throttled', { times: 3 });
    standIn.plan(/GetAccountAuthorizationDetails/, 'throttled', { after: 1, times: 3 });
    standIn.plan(/GetBucketPolicy/, 'throttled', { times: 3 });
    standIn.plan(/ListFunctions/, 'error');
    standIn.plan(/GetKeyPolicy/, 'reset', { after: 1 });
    standIn.plan(/DescribeVolumes/, 'silent');
    for (const call of [/DescribeSubnets/, /LookupEvents/, /GetBucketTagging/, /GetTopicAttributes/])
      standIn.plan(call, 'unauthorized', { after: 1 });
    const { outcome } = await runPull();
    expect(outcome).toMatchObject({ warnings: [], failed: [], failure: null });
    expect(requested(/AssumeRole/).length).toBeGreaterThan(1);
    expect(await pulledFacts()).toBe(exportedFacts());
  });

  it('reads everything else if the event history and the tags keep failing, and names the two as gaps', async () => {
    standIn.plan(/LookupEvents|GetResources/, 'error', { times: 999 });
    const { outcome } = await runPull();
    expect(outcome).toMatchObject({ denied: [], failure: null });
    expect(outcome.failed.length).toBeGreaterThan(0);
    expect(outcome.failed.every((part) => /lookup-events|get-resources/.test(part))).toBe(true);
    expect(outcome.warnings.map(({ file }) => file.replace(/^[a-z]+-[a-z]+-\d\//, '')).sort()).toEqual([...new Set(outcome.failed.map((part) => part.replace(/^[a-z]+-[a-z]+-\d\//, '')))].sort()); // prettier-ignore
    expect(outcome.warnings.every(({ message }) => message.endsWith('The next pull retries it.'))).toBe(true);
    expect(outcome.read).toEqual(expect.arrayContaining(['eu-central-1/ec2/describe-instances']));
    expect(await pulledFacts()).toContain('ROLE');
  });

  it('skips regions that a service control policy denies, and warns once for all of them', async () => {
    const words =
      'User: arn:aws:sts::1:assumed-role/cam is not authorized to perform: ec2:DescribeVpcs with an explicit deny in a service control policy';
    standIn.plan(/\/(?:us-east-1|ca-central-1)\/(?!sts|iam|s3|organizations)/, 'forbidden', { times: 99, words });
    const { outcome } = await runPull();
    expect(outcome.warnings.map(({ file, place }) => [file, place])).toEqual([['regions', 'ca-central-1, us-east-1']]);
    expect(outcome.warnings[0]?.message).toMatch(/explicit deny in a service control policy.*exempt the role cam\/reader from the policy/);
    expect(requested(/us-east-1\/(?!sts|iam|s3|organizations)/).length).toBeLessThan(3);
    expect(outcome.read).toContain('eu-central-1/ec2/describe-instances');
  });

  it('warns once per denied call across all regions with what to grant, and names a single denied resource', async () => {
    standIn.plan(/secretsmanager/, 'forbidden', { times: 99 });
    standIn.plan(/GetKeyPolicy/, 'forbidden');
    const { outcome } = await runPull();
    const [secrets, key] = ['secretsmanager/list-secrets', 'kms/get-key-policy'].map((call) => outcome.warnings.filter(({ file }) => file === call));
    expect(secrets).toEqual([
      expect.objectContaining({ place: 'ca-central-1, eu-central-1, us-east-1', message: expect.stringMatching(/SecurityAudit/) }),
    ]);
    expect(key).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/^[0-9a-f-]{36} could not be read, although \d+ others could: /) }),
    ]);
    expect(outcome.warnings).toHaveLength(2);
    expect(outcome.failure).toBeNull();
  });

  it('continues if a resource is deleted after it was listed', async () => {
    standIn.plan(/GetBucketTagging/, 'gone');
    standIn.plan(/DescribeTable/, 'gone');
    standIn.plan(/GenerateServiceLastAccessedDetails/, 'gone');
    expect((await runPull()).outcome).toMatchObject({ warnings: [], denied: [], failed: [], failure: null });
  });

  it('resumes an interrupted pull and repeats no completed request', async () => {
    standIn.plan(/DescribeSecurityGroups/, 'error', { after: 1, times: 99 });
    const interrupted = (await runPull()).outcome.failed;
    expect(interrupted.every((part) => part.endsWith('/ec2/describe-security-groups'))).toBe(true);
    standIn.reset();
    expect((await runPull()).outcome).toMatchObject({ failed: [], warnings: [] });
    expect(requested(/^(?!.*(?:DescribeSecurityGroups|sts\/|ListRoots))/)).toEqual([]);
    expect(await pulledFacts()).toBe(exportedFacts());
  });

  it('fails if the account has no such role, and says how to create it', async () => {
    await expect(runPull(accountWithoutRole)).rejects.toThrow(/AssumeRole.*Create the role cam\/reader in \d{12}/);
  });

  it('reads the CloudTrail files of the last days, including data events', async () => {
    const fields = { cloud_trail_arn: trail.arn, ct_log_archive_account_id: logs.id };
    const { outcome } = await pullInto(folder, connector(id, fields), id, { since: '2026-02-28', until: '2026-03-02T23:59:00Z' });
    expect(outcome).toMatchObject({ warnings: [], failed: [], failure: null });
    expect(requested(/LookupEvents/)).toEqual([]);
    const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.json.gz'));
    expect(files.length).toBeGreaterThan(3);
    const lastDays = {
      ...bundle,
      files: () =>
        [...bundle.files()].flatMap((file) => {
          if (file.path === 's3/list-buckets.json') return withBucketAcls(file);
          return !file.path.startsWith('cloudtrail/') || file.path >= 'cloudtrail/2026-02-28' ? file : [];
        }),
    };
    expect(await pulledFacts()).toBe(factsOfExport(lastDays, new AwsAccountBundle()));
  });
});

it('lookUp stops at its page limit in a busy region, and warns how to read all events', async () => {
  const pages: (string | undefined)[] = [];
  const call = async (_service: string, _region: string, _operation: string, { NextToken: from }: { NextToken?: string }) => {
    pages.push(from);
    return { Events: [{ CloudTrailEvent: '{}' }], NextToken: String(pages.length) };
  };
  const dates = { since: new Date('2025-12-02'), until: new Date('2026-03-02') };
  const pull = new Pull({ staging: new Staging(new FolderStorage(folder)), ...dates, signal: neverAborted, progress: async () => undefined });
  await lookUp({ client: { call } as unknown as AwsClient, pull }, 'eu-central-1', 3);
  expect(pages).toEqual([undefined, '1', '2']);
  expect(pull.outcome.warnings).toEqual([
    {
      file: 'cloudtrail/lookup-events',
      place: 'eu-central-1',
      message:
        'The region has more than 150 events since 2025-12-02. Only the latest were read. To read all events from tomorrow on, enter a trail in the source.',
    },
  ]);
});

describe('the queue of a trail', () => {
  const fields = { cloud_trail_arn: trail.arn, ct_log_archive_account_id: logs.id, sns_topic_arn: topicArn };
  const file = (account: string, day: string): string =>
    `AWSLogs/${trail.organizationId}/${account}/CloudTrail/eu-central-1/${day.replaceAll('-', '/')}/0.json.gz`;
  const notification = (...keys: string[]) => ({ s3Bucket: trail.bucket, s3ObjectKey: keys });
  const days = { since: '2026-02-28', until: '2026-03-02T23:59:00Z' };
  const other = bundles.find(({ accountId }) => ![id, management.id].includes(accountId))?.accountId ?? '';
  const listedDays = (): string[] =>
    requested(/ListObjectsV2/).flatMap((request) => /CloudTrail\/([a-z0-9-]+\/\d{4}\/\d\d\/\d\d)/.exec(request)?.[1] ?? []);
  let notices: Notices;
  /** @param since start of the gapless period */
  const startGaplessPeriod = async (since: string): Promise<void> => {
    notices = new Notices(new FolderStorage(join(folder, 'notices')), () => new Date('2026-03-01T12:00:00Z'));
    await notices.recordDrain(topicArn, new Date(since));
  };
  const pull = (account = id, place = 'pull') => pullInto(join(folder, place), connector(management.id, fields), account, { ...days, notices });

  it('names the days with new log files, including late ones, and loses its messages once they are stored', async () => {
    await startGaplessPeriod('2026-02-27T12:00:00Z');
    queue.send(notification(file(id, '2026-03-01'), file(other, '2026-03-01')), {
      Type: 'Notification',
      Message: JSON.stringify(notification(file(id, '2026-02-20'))),
    });
    queue.send('CloudTrail validation message.');
    const read = await pull();
    expect(read.outcome).toMatchObject({ failed: [], denied: [], failure: null });
    expect(read.outcome.warnings.map(({ message }) => message)).toEqual([
      'The queue has 1 message about other files, which stays there. Subscribe the queue only to the topic of the trail.',
    ]);
    expect([...new Set(listedDays())]).toEqual(['eu-central-1/2026/02/20', 'eu-central-1/2026/03/01']);
    expect(requested(/LookupEvents/)).toEqual([]);
    expect(queue.bodies).toEqual(['CloudTrail validation message.']);
    await read.runHandOverTasks();
    expect(await notices.listFor(id)).toEqual([]);
    expect(await notices.listFor(other)).toHaveLength(1);
    queue.expireVisibility();
  });

  it('loses no notice if a pull stops before deleting messages or before storing the bundle', async () => {
    await startGaplessPeriod('2026-02-27T12:00:00Z');
    queue.send(notification(file(id, '2026-03-01')));
    standIn.plan(/DeleteMessageBatch/, 'error', { times: 9 });
    const interrupted = await pull();
    expect(
      interrupted.outcome.warnings.some(({ message }) => message.startsWith('The queue of the topic cannot be read, so log files were listed')),
    ).toBe(true);
    expect(queue.bodies).toContainEqual(expect.stringContaining('2026/03/01'));
    standIn.reset();
    queue.expireVisibility();
    await pull(id, 'again');
    expect([...new Set(listedDays())]).toEqual(['eu-central-1/2026/03/01']);
    expect(queue.bodies.some((body) => body.includes(trail.bucket))).toBe(false);
    // Killed before the bundle was stored: the next pull reads the same day and needs no further message for it.
    standIn.reset();
    await (await pull(id, 'once more')).runHandOverTasks();
    expect([...new Set(listedDays())]).toEqual(['eu-central-1/2026/03/01']);
    expect(await notices.listFor(id)).toEqual([]);
  });

  it('is not trusted for days before the first drain or if it is unreadable: log files are listed instead', async () => {
    await startGaplessPeriod('2026-03-01T12:00:00Z');
    await pull();
    expect(listedDays().length).toBeGreaterThan(6);
    standIn.reset();
    await startGaplessPeriod('2026-02-27T12:00:00Z');
    standIn.plan(/ReceiveMessage/, 'forbidden', { times: 9 });
    const { outcome } = await pull(id, 'refused');
    expect(listedDays().length).toBeGreaterThan(6);
    expect(outcome.warnings.map(({ place, message }) => [place, message])).toEqual([
      [topicArn, expect.stringMatching(/ReceiveMessage.*Create the queue stack/)],
    ]);
  });
});

it('the AWS connector calls exactly the actions that its role policy allows', async () => {
  await connector().test();
  await connector(management.id).hierarchy();
  await runPull(management.id);
  const taken = new Set(standIn.requests.flatMap((request) => actionOf(request) ?? []));
  // No demo account has snapshots or access points, and the location of a trail's bucket and queue is read only for a source with a trail.
  const further = [
    'ec2:DescribeSnapshotAttribute',
    'rds:DescribeDBSnapshotAttributes',
    's3:GetAccessPoint',
    's3:GetAccessPointPolicy',
    's3:GetBucketLocation',
    'sns:ListSubscriptionsByTopic',
    'sqs:GetQueueUrl',
  ];
  expect([...taken, ...further].sort()).toEqual([...AWS_READ_ACTIONS]);
  expect(awsRoleTemplate(null, null)).toContain('- s3:ListAllMyBuckets');
});

/** Returns the permission of a request, whose name in policies can differ from the operation. */
function actionOf(request: string): string | null {
  const [, , service = '', operation = ''] = request.split(' ')[0]?.split('/') ?? [];
  if (service === 'sts') return null;
  if (service === 's3control') return operation === 'GetPublicAccessBlock' ? 's3:GetAccountPublicAccessBlock' : `s3:${operation}`;
  const renamed: Record<string, string> = { ListBuckets: 'ListAllMyBuckets', GetPublicAccessBlock: 'GetBucketPublicAccessBlock' };
  const prefix = { elbv2: 'elasticloadbalancing', resourcegroupstaggingapi: 'tag', 'sso-admin': 'sso' }[service] ?? service;
  return `${prefix}:${(service === 's3' && renamed[operation]) || operation}`;
}

describe('testing an AWS connection', () => {
  const accounts = (nodes: HierarchyNode[]): HierarchyNode[] => nodes.flatMap((node) => (node.type === 'ACCOUNT' ? [node] : accounts(node.children)));

  it('returns the account, or the organization and its hierarchy for a management account', async () => {
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

  it('reports a role that denies access, a role that ignores the external ID, and missing or wrong server keys', async () => {
    await expect(connector(id, { external_id: 'another' }).test()).rejects.toThrow(/AssumeRole/);
    const open = await startAwsStandIn([bundle], { keys, roleName: 'cam/reader', externalId: '' });
    const options = { endpoints: new ProviderEndpoints({ aws: open.url }, []), transport: { signal: neverAborted } };
    const info = { role_arn: `arn:aws:iam::${id}:role/cam/reader`, external_id: externalId };
    const aws = { AWS_ACCESS_KEY_ID: keys.accessKeyId, AWS_SECRET_ACCESS_KEY: keys.secretAccessKey };
    expect((await connectorOf('AWS', info, { ...options, aws }).test()).warnings).toEqual([expect.stringContaining('sts:ExternalId')]);
    await expect(connectorOf('AWS', info, { ...options, aws: { AWS_EC2_METADATA_DISABLED: 'true' } }).test()).rejects.toThrow(/AWS_ACCESS_KEY_ID/);
    const wrong = { ...aws, AWS_SECRET_ACCESS_KEY: 'another' };
    await expect(connectorOf('AWS', info, { ...options, aws: wrong }).test()).rejects.toThrow(/SignatureDoesNotMatch/);
    await open.close();
  });
});
