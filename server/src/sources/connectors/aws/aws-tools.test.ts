import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { neverAborted } from '../../../../test/support/connector-pull';
import { accountFor } from '../../../../demo/aws/accounts';
import { awsBundles } from '../../../../demo/aws/bundle';
import { Calendar } from '../../../../demo/calendar';
import { Plan } from '../../../../demo/plan';
import { startAwsStandIn } from '../../../../demo/stand-ins/aws-stand-in';
import { Transport } from '../http/transport';
import { Notices } from '../notices';
import { AwsClient, type AwsInput } from './aws-client';
import type { AwsService } from './operations';
import { AwsRegions } from './regions';
import { RoleSessions } from './role-session';
import { findTrailQueue, drainQueue } from './trail-queue';
import { FolderStorage } from '../../../platform/storage';

/** Tools of others, if installed: AWS's own command line reads the stand-in's responses, and the emulator moto answers the client's requests. */
const isInstalled = (program: string): boolean => spawnSync('which', [program]).status === 0;
const hasCommandLine = isInstalled('aws');
const withCommandLine = hasCommandLine ? it : it.skip;
const hasMoto = hasCommandLine && isInstalled('moto_server');
const withMoto = hasMoto ? it : it.skip;

const REGION = 'eu-central-1';
const plan = new Plan({ size: 'S', seed: 1 }, new Calendar('2026-03-02', 0));
const keys = { accessKeyId: 'AKIASTANDIN', secretAccessKey: 'a secret of the stand-in' };
const own = { AWS_ACCESS_KEY_ID: keys.accessKeyId, AWS_SECRET_ACCESS_KEY: keys.secretAccessKey };
const transport = new Transport({ signal: neverAborted, wait: async () => undefined });

/** Returns the output of the command line as data. Times are in seconds in every protocol. */
async function outputOf(url: string, env: Record<string, string>, command: string): Promise<unknown> {
  const args = [...command.split(' '), '--endpoint-url', url, '--region', REGION, '--output', 'json'];
  const { stdout } = await promisify(execFile)('aws', args, { env: { PATH: process.env.PATH, HOME: '/nonexistent', ...env }, maxBuffer: 1 << 28 });
  return comparable(JSON.parse(stdout || '{}'));
}

/** Normalises a response for comparison: empty fields, encoded policies and time formats become equal; paging fields and values that moto invents are dropped. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value === 'string' && /^(?:%7B|\{)/i.test(value))
    return comparable(JSON.parse(value.startsWith('{') ? value : decodeURIComponent(value)));
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return Date.parse(value);
  if (typeof value === 'number' && value > 1e9 && value < 3e9) return Math.round(value * 1000);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([name]) => !/^(?:NextToken|Marker|IsTruncated|Truncated|ResponseMetadata|NextMarker|VersionIdsToStages)$/.test(name),
  );
  const kept = entries.map(([name, field]) => [name, comparable(field)] as const).filter(([, field]) => !isEmpty(field));
  return Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isEmpty(field: unknown): boolean {
  return field === null || field === '' || (typeof field === 'object' && Object.keys(field).length === 0);
}

withCommandLine(
  `the AWS client and the AWS CLI read the same data from the stand-in${hasCommandLine ? '' : ' (skipped: aws is not installed)'}`,
  async () => {
    const id = accountFor(plan, 'management').id;
    const standIn = await startAwsStandIn([...awsBundles(plan)], { keys, roleName: 'reader', externalId: '' });
    const role = `arn:aws:iam::${id}:role/reader`;
    const client = new RoleSessions(new AwsRegions('aws', standIn.url), transport, own).clientOf(role, '');
    const taken = (await outputOf(standIn.url, own, `sts assume-role --role-arn ${role} --role-session-name test`)) as {
      Credentials: Record<string, string>;
    };
    const { AccessKeyId = '', SecretAccessKey = '', SessionToken = '' } = taken.Credentials;
    const env = { AWS_ACCESS_KEY_ID: AccessKeyId, AWS_SECRET_ACCESS_KEY: SecretAccessKey, AWS_SESSION_TOKEN: SessionToken };
    const { Buckets: [bucket] = [] } = await client.call<{ Buckets?: { Name: string }[] }>('s3', REGION, 'ListBuckets');
    const calls: [string, AwsService, string, AwsInput?][] = [
      ['iam get-account-authorization-details', 'iam', 'GetAccountAuthorizationDetails', { MaxItems: 1000 }],
      ['ec2 describe-instances', 'ec2', 'DescribeInstances'],
      ['ec2 describe-security-groups', 'ec2', 'DescribeSecurityGroups'],
      ['rds describe-db-instances', 'rds', 'DescribeDBInstances'],
      ['elbv2 describe-load-balancers', 'elbv2', 'DescribeLoadBalancers'],
      ['lambda list-functions', 'lambda', 'ListFunctions'],
      ['secretsmanager list-secrets', 'secretsmanager', 'ListSecrets'],
      ['organizations list-accounts', 'organizations', 'ListAccounts'],
      [`s3api get-bucket-acl --bucket ${bucket?.Name}`, 's3', 'GetBucketAcl', { Bucket: bucket?.Name ?? '' }],
      [`s3api get-bucket-tagging --bucket ${bucket?.Name}`, 's3', 'GetBucketTagging', { Bucket: bucket?.Name ?? '' }],
    ];
    for (const [command, service, operation, input] of calls) {
      const answer = comparable(await client.call(service, REGION, operation, input));
      expect(isEmpty(answer)).toBe(false);
      expect([command, await outputOf(standIn.url, env, command)]).toEqual([command, answer]);
    }
    await standIn.close();
  },
  180_000,
);

withMoto(
  `the AWS client and the AWS CLI read the same data from moto${hasMoto ? '' : ' (skipped: aws or moto_server is not installed)'}`,
  async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const folder = await mkdtemp(join(tmpdir(), 'cam-moto-'));
    const moto = spawn('moto_server', ['-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
    try {
      await answers(url, moto);
      const env = { AWS_ACCESS_KEY_ID: 'testing', AWS_SECRET_ACCESS_KEY: 'testing' };
      const client = new AwsClient(new AwsRegions('aws', url), transport, async () => ({ accessKeyId: 'testing', secretAccessKey: 'testing' }));
      const trust = JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', Principal: { AWS: '*' }, Action: 'sts:AssumeRole' }] });
      const allow = JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: 's3:Get*', Resource: '*' }] });
      const arn = `arn:aws:iam::123456789012:role/app`;
      const [topicArn, queueArn] = ['sns', 'sqs'].map((service) => `arn:aws:${service}:${REGION}:123456789012:cam-trail`) as [string, string];
      const center = 'arn:aws:sso:::instance/ssoins-7223b02c5a4f1e9d';
      const file = 'AWSLogs/123456789012/CloudTrail/eu-west-1/2026/03/01/a.json.gz';
      for (const command of [
        ['iam', 'create-role', '--role-name', 'app', '--assume-role-policy-document', trust, '--tags', 'Key=owner,Value=a & <b>'],
        ['iam', 'put-role-policy', '--role-name', 'app', '--policy-name', 'own', '--policy-document', allow],
        ['s3api', 'create-bucket', '--bucket', 'moto-bucket', '--create-bucket-configuration', `LocationConstraint=${REGION}`],
        ['s3api', 'put-bucket-policy', '--bucket', 'moto-bucket', '--policy', trust],
        ['sqs', 'create-queue', '--queue-name', 'moto-queue'],
        ['sns', 'create-topic', '--name', 'moto-topic'],
        ['sns', 'create-topic', '--name', 'cam-trail'],
        ['sqs', 'create-queue', '--queue-name', 'cam-trail'],
        ['sns', 'subscribe', '--topic-arn', topicArn, '--protocol', 'sqs', '--notification-endpoint', queueArn],
        ['sns', 'publish', '--topic-arn', topicArn, '--message', JSON.stringify({ s3Bucket: 'trail', s3ObjectKey: [file] })],
        ['identitystore', 'create-group', '--identity-store-id', 'd-1234567890', '--display-name', 'Analysts'],
        ['sso-admin', 'create-permission-set', '--name', 'ReadOnly', '--instance-arn', center],
        ['secretsmanager', 'create-secret', '--name', 'moto/secret', '--secret-string', 'x'],
        ['ec2', 'run-instances', '--image-id', 'ami-12c6146b', '--count', '2'],
      ]) {
        await promisify(execFile)('aws', [...command, '--endpoint-url', url, '--region', REGION], {
          env: { PATH: process.env.PATH, HOME: '/nonexistent', ...env },
        });
      }
      const calls: [string, AwsService, string, AwsInput?][] = [
        ['iam get-account-authorization-details --filter Role', 'iam', 'GetAccountAuthorizationDetails', { 'Filter.member.1': 'Role' }],
        ['ec2 describe-instances', 'ec2', 'DescribeInstances'],
        ['ec2 describe-route-tables', 'ec2', 'DescribeRouteTables'],
        ['ec2 describe-security-groups', 'ec2', 'DescribeSecurityGroups'],
        ['s3api get-bucket-policy --bucket moto-bucket', 's3', 'GetBucketPolicy', { Bucket: 'moto-bucket' }],
        ['s3api get-bucket-acl --bucket moto-bucket', 's3', 'GetBucketAcl', { Bucket: 'moto-bucket' }],
        ['sqs list-queues', 'sqs', 'ListQueues'],
        ['sns list-topics', 'sns', 'ListTopics'],
        ['identitystore list-groups --identity-store-id d-1234567890', 'identitystore', 'ListGroups', { IdentityStoreId: 'd-1234567890' }],
        [`sso-admin list-permission-sets --instance-arn ${center}`, 'sso-admin', 'ListPermissionSets', { InstanceArn: center }],
        ['secretsmanager list-secrets', 'secretsmanager', 'ListSecrets'],
      ];
      for (const [command, service, operation, input] of calls) {
        const answer = comparable(await client.call(service, REGION, operation, input));
        expect(isEmpty(answer)).toBe(false);
        expect([command, answer]).toEqual([command, await outputOf(url, env, command)]);
      }
      const queue = await findTrailQueue(() => client, topicArn);
      const notices = new Notices(new FolderStorage(folder));
      expect(await drainQueue(queue, { bucket: 'trail', prefix: '' }, notices)).toEqual({ isEmpty: true, unrelated: 0 });
      expect(await notices.listFor('123456789012')).toEqual([expect.objectContaining({ region: 'eu-west-1', day: '2026-03-01' })]);
      expect(await client.call('sqs', REGION, 'ReceiveMessage', { QueueUrl: queue.url, VisibilityTimeout: 0 })).toEqual({});
      const role = new RoleSessions(new AwsRegions('aws', url), transport, env).clientOf(arn, 'an id');
      expect(await role.call('sts', REGION, 'GetCallerIdentity')).toMatchObject({ Account: '123456789012' });
      await expect(client.call('s3', REGION, 'GetBucketTagging', { Bucket: 'moto-bucket' })).rejects.toMatchObject({
        code: 'NoSuchTagSet',
        fault: 'gone',
      });
      await expect(client.call('kms', REGION, 'DescribeKey', { KeyId: 'none' })).rejects.toMatchObject({ fault: 'gone' });
      expect(await client.regionOfBucket('moto-bucket')).toBe(REGION);
    } finally {
      moto.kill();
      await rm(folder, { recursive: true });
    }
  },
  300_000,
);

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function answers(url: string, process: ChildProcess): Promise<void> {
  while (
    process.exitCode === null &&
    !(await fetch(`${url}/moto-api/`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await pause(100);
}
