import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACCOUNT, arn, dump, role, trust, user } from '../../../../../test/support/aws-account';
import { AwsBundleReader } from '../read/read-account';
import { normaliseAws } from './normalise';

const DATASET = join(__dirname, '../../../../../../../shared/data/invictus-aws_dataset/CloudTrail');
const REAL_ACCOUNT = '123837392027';

function used(files: Record<string, unknown>, account = ACCOUNT) {
  const reader = new AwsBundleReader();
  for (const [name, value] of Object.entries(files)) {
    const content = typeof value === 'string' ? value : JSON.stringify(value);
    reader.add({ name, content: Buffer.from(content), problem: null });
  }
  const { bundle, warnings } = reader.result();
  const { usage } = normaliseAws('t', account, bundle);
  const said = warnings.filter(({ message }) => !message.startsWith('The bundle has no'));
  return {
    usage,
    said,
    rows: usage.map(({ identity, action, resource, count, failures }) => [identity.nativeId, action, resource?.nativeId ?? null, count, failures]),
  };
}

const record = (eventSource: string, eventName: string, extra: object = {}): object => ({
  eventVersion: '1.08',
  eventTime: '2026-01-02T03:04:05Z',
  eventType: 'AwsApiCall',
  eventSource: `${eventSource}.amazonaws.com`,
  eventName,
  awsRegion: 'eu-west-1',
  sourceIPAddress: '198.51.100.7',
  recipientAccountId: ACCOUNT,
  userIdentity: { type: 'IAMUser', arn: arn('user', 'ann'), accountId: ACCOUNT },
  ...extra,
});

const session = {
  type: 'AssumedRole',
  arn: `arn:aws:sts::${ACCOUNT}:assumed-role/deploy/run-7`,
  sessionContext: { sessionIssuer: { type: 'Role', arn: arn('role', 'ops/deploy') } },
};

const PEOPLE = {
  'details.json': dump({ users: [user('ann')], roles: [role('deploy', trust({ AWS: '*' }))] }),
  's3/list-buckets.json': { Buckets: [{ Name: 'ledger' }] },
};
const trail = (...Records: object[]) => used({ ...PEOPLE, 'cloudtrail/a.json': { Records } });

describe('usage from CloudTrail', () => {
  it('counts actions by identity and resource, with role sessions as their roles', () => {
    const { rows } = trail(
      record('s3', 'ListObjectsV2', { requestParameters: { bucketName: 'ledger' } }),
      record('s3', 'GetObject', { resources: [{ ARN: 'arn:aws:s3:::ledger/2026/a.csv' }], userIdentity: session }),
      record('s3', 'HeadObject', { resources: [{ ARN: 'arn:aws:s3:::ledger/2026/b.csv' }], userIdentity: session }),
      record('lambda', 'ListFunctions20150331'),
      record('sts', 'AssumeRole', { requestParameters: { roleArn: arn('role', 'deploy') } }),
    );
    expect(rows).toEqual([
      [arn('user', 'ann'), 's3:ListBucket', 'arn:aws:s3:::ledger', 1, 0],
      [arn('role', 'ops/deploy'), 's3:GetObject', 'arn:aws:s3:::ledger', 2, 0],
      [arn('user', 'ann'), 'lambda:ListFunctions', null, 1, 0],
      [arn('user', 'ann'), 'sts:AssumeRole', arn('role', 'deploy'), 1, 0],
    ]);
  });

  it('identifies federated users by the email address from their identity provider', () => {
    const userIdentity = { type: 'SAMLUser', userName: 'Ada@example.com', identityProvider: arn('saml-provider', 'Okta') };
    const { rows } = trail(record('sts', 'AssumeRoleWithSAML', { userIdentity, requestParameters: { roleArn: arn('role', 'deploy') } }));
    expect(rows).toEqual([['ada@example.com', 'sts:AssumeRoleWithSAML', arn('role', 'deploy'), 1, 0]]);
  });

  it('counts denied calls as failures, and calls with other errors as uses', () => {
    const { rows } = trail(
      record('ec2', 'RunInstances', { errorCode: 'Client.UnauthorizedOperation' }),
      record('s3', 'GetBucketPolicy', { errorCode: 'NoSuchBucketPolicy', requestParameters: { bucketName: 'ledger' } }),
    );
    expect(rows.map(([, action, , count, failures]) => [action, count, failures])).toEqual([
      ['ec2:RunInstances', 0, 1],
      ['s3:GetBucketPolicy', 1, 0],
    ]);
  });

  it('excludes events of other accounts in an organization trail, and events of AWS services', () => {
    expect(
      trail(record('s3', 'GetObject', { recipientAccountId: '999900001111' }), record('kms', 'RotateKey', { eventType: 'AwsServiceEvent' })).rows,
    ).toEqual([]);
  });

  it('is also read from lookup-events output, with a warning about invalid events', () => {
    const event = { EventId: '1', EventName: 'ListUsers', CloudTrailEvent: JSON.stringify(record('iam', 'ListUsers')) };
    const { rows, said } = used({ 'cloudtrail/events.json': { Events: [event, { CloudTrailEvent: '{"cut' }] } });
    expect(rows).toEqual([[arn('user', 'ann'), 'iam:ListUsers', null, 1, 0]]);
    expect(said).toMatchObject([{ file: 'cloudtrail/events.json', place: '/Events/1' }]);
  });

  const itReads = readable() ? it : it.skip;
  itReads('covers every record of a real account, with identities by their ARN', () => {
    const files = Object.fromEntries(readdirSync(DATASET).map((name) => [`cloudtrail/${name}`, readFileSync(join(DATASET, name), 'utf8')]));
    const { usage, said } = used(files, REAL_ACCOUNT);
    expect(said).toEqual([]);
    expect(usage.reduce((sum, { count, failures }) => sum + count + failures, 0)).toBeGreaterThan(2500);
    expect(new Set(usage.map(({ identity }) => identity.nativeId.split('/')[0]))).toContain(`arn:aws:iam::${REAL_ACCOUNT}:user`);
    expect(usage.find(({ action }) => action === 'ec2:GetPasswordData')).toMatchObject({ count: 0 });
  });
});

describe('usage from IAM', () => {
  it('includes the last use of services and actions', () => {
    const answer = {
      JobStatus: 'COMPLETED',
      ServicesLastAccessed: [
        {
          ServiceName: 'Amazon S3',
          ServiceNamespace: 's3',
          LastAuthenticated: '2026-01-05T00:00:00Z',
          LastAuthenticatedEntity: arn('user', 'ann'),
          LastAuthenticatedRegion: 'eu-west-1',
          TotalAuthenticatedEntities: 1,
          TrackedActionsLastAccessed: [
            {
              ActionName: 'ListAllMyBuckets',
              LastAccessedEntity: arn('user', 'ann'),
              LastAccessedTime: '2026-01-04T00:00:00Z',
              LastAccessedRegion: 'eu-west-1',
            },
            { ActionName: 'DeleteBucket' },
          ],
        },
        { ServiceName: 'Amazon SQS', ServiceNamespace: 'sqs', TotalAuthenticatedEntities: 0 },
      ],
    };
    const { usage, said } = used({ ...PEOPLE, 'iam/get-service-last-accessed-details/ann.json': answer });
    expect(said).toEqual([]);
    expect(usage.map(({ action, day }) => `${action} ${day}`)).toEqual(['s3:* 2026-01-05', 's3:ListAllMyBuckets 2026-01-04']);
  });

  it('includes the last use of passwords and access keys', () => {
    const report = [
      'user,arn,mfa_active,password_last_used,access_key_1_active,access_key_1_last_used_date,access_key_1_last_used_region,access_key_1_last_used_service',
      `ann,${arn('user', 'ann')},true,2026-01-05T00:00:00+00:00,true,2026-01-09T00:00:00+00:00,eu-west-1,s3`,
      `bob,${arn('user', 'bob')},true,no_information,true,N/A,N/A,N/A`,
    ].join('\n');
    const { usage } = used({ ...PEOPLE, 'report.json': { Content: Buffer.from(report).toString('base64'), GeneratedTime: '2026-01-10T00:00:00Z' } });
    expect(usage.map(({ action, day, region }) => [action, day, region])).toEqual([
      ['signin:ConsoleLogin', '2026-01-05', null],
      ['s3:*', '2026-01-09', 'eu-west-1'],
    ]);
  });
});

/** The recorded attack lies outside the repository. */
function readable(): boolean {
  try {
    return readdirSync(DATASET).length > 0;
  } catch {
    return false;
  }
}
