import { Catalogue } from '../../engine/catalogue/catalogue';
import { parsePolicyDocument } from '../../providers/aws/compile/policy-document';
import { proposeForAws, type AwsSubject } from './aws-proposal';
import { replay, takenAway, type UsedCall } from './proposal';

const CATALOGUE = new Catalogue({
  services: {
    s3: {
      actions: [
        ['GetObject', 'Read', ['object']],
        ['PutObject', 'Write', ['object']],
        ['ListAllMyBuckets', 'List', []],
        ['PutBucketPolicy', 'Permissions management', ['bucket']],
      ],
      resources: [
        ['bucket', 'arn:${Partition}:s3:::${BucketName}'],
        ['object', 'arn:${Partition}:s3:::${BucketName}/${ObjectName}'],
      ],
    },
    ec2: {
      actions: [['RunInstances', 'Write', ['instance', 'subnet']]],
      resources: [
        ['instance', 'arn:${Partition}:ec2:${Region}:${Account}:instance/${InstanceId}'],
        ['subnet', 'arn:${Partition}:ec2:${Region}:${Account}:subnet/${SubnetId}'],
      ],
    },
    logs: { actions: [['PutLogEvents', 'Write', []]], resources: [] },
  },
});
const LOG = { since: '2026-01-01', silent: [] };
const BUCKET = 'arn:aws:s3:::ledger';

const statement = (Action: string | string[], Resource: string | string[] = '*', extra: object = {}): object => ({
  Effect: 'Allow',
  Action,
  Resource,
  ...extra,
});
const used = (action: string, ...resources: string[]): UsedCall => ({ action, resources, uses: 3 });

function subject(statements: object[], extra: Partial<AwsSubject> = {}): AwsSubject {
  const document = parsePolicyDocument({ Version: '2012-10-17', Statement: statements });
  if (!document) throw new Error('no document');
  return {
    arn: 'arn:aws:iam::111122223333:user/ann',
    name: 'ann',
    accountId: '111122223333',
    policies: [document.text],
    statements: document.statements,
    boundary: null,
    scps: [],
    rcps: [],
    resourcePolicies: new Map(),
    owners: new Map(),
    ...extra,
  };
}

const statementsOf = (content: string): object[] => (JSON.parse(content) as { Statement: object[] }).Statement;
const propose = (who: AwsSubject, calls: UsedCall[], silent: string[] = []) => proposeForAws(who, calls, { ...LOG, silent }, CATALOGUE);

describe('the proposed AWS policy', () => {
  it('allows the used actions, on the used resources if the log records them', async () => {
    const draft = propose(subject([statement('s3:*')]), [used('s3:GetObject', BUCKET), used('s3:ListAllMyBuckets')]);
    expect(statementsOf(draft.documents[0]?.content ?? '')).toEqual([
      { Effect: 'Allow', Action: ['s3:GetObject'], Resource: `${BUCKET}/*` },
      { Effect: 'Allow', Action: ['s3:ListAllMyBuckets'], Resource: '*' },
    ]);
    expect(await replay(draft.cases)).toMatchObject({ calls: 2, uses: 6, allowed: 2, denied: 0 });
    const facts = { serviceOf: (action: string) => action.split(':')[0] ?? '', isSensitive: (action: string) => action === 's3:PutBucketPolicy' };
    expect(takenAway(draft, facts)).toEqual({
      held: 4,
      actions: 2,
      sensitive: 1,
      services: [{ service: 's3', actions: 2, examples: ['s3:PutBucketPolicy', 's3:PutObject'] }],
    });
  });

  it('grants no more than the current policies: it keeps conditions, denies and object prefixes', async () => {
    const office = { Condition: { IpAddress: { 'aws:SourceIp': '203.0.113.0/24' } } };
    const deny = { Effect: 'Deny', Action: ['s3:PutObject'], Resource: `${BUCKET}/locked/*` };
    const who = subject([statement('s3:GetObject', `${BUCKET}/2026/*`), statement('s3:PutObject', '*', office), deny]);
    const draft = propose(who, [used('s3:GetObject', BUCKET), used('s3:PutObject', BUCKET)]);
    expect(statementsOf(draft.documents[0]?.content ?? '')).toEqual([
      { Effect: 'Allow', Action: ['s3:GetObject'], Resource: `${BUCKET}/2026/*` },
      { Effect: 'Allow', Action: ['s3:PutObject'], Resource: `${BUCKET}/*`, ...office },
      { ...deny, Resource: `${BUCKET}/locked/*` },
    ]);
    expect(await replay(draft.cases)).toMatchObject({ calls: 2, allowed: 1, conditional: 1, denied: 0 });
  });

  it('keeps the current resources of an action that needs resource types missing from the log', () => {
    const draft = propose(subject([statement('ec2:*')]), [used('ec2:RunInstances', 'arn:aws:ec2:eu-west-1:111122223333:instance/i-1')]);
    expect(statementsOf(draft.documents[0]?.content ?? '')).toEqual([{ Effect: 'Allow', Action: ['ec2:RunInstances'], Resource: '*' }]);
  });

  it('keeps actions that the log does not cover, with a note', () => {
    const draft = propose(subject([statement('*')]), [used('s3:ListAllMyBuckets')], ['READ OBJECT_STORE']);
    expect([...draft.left].sort()).toEqual(['logs:PutLogEvents', 's3:GetObject', 's3:ListAllMyBuckets', 's3:PutObject']);
    expect(draft.notes).toEqual([expect.stringContaining('S3 objects, logs, metrics and traces. 3 of these actions stay')]);
  });

  it('is split into documents within the size limit of a managed policy', () => {
    const names = Array.from({ length: 300 }, (_, index) => `arn:aws:s3:::bucket-with-a-long-name-${index}`);
    const held = names.map((name, index) =>
      statement('s3:GetObject', `${name}/*`, { Condition: { StringEquals: { 'aws:PrincipalTag/n': `${index}` } } }),
    );
    const draft = propose(
      subject(held),
      names.map((name) => used('s3:GetObject', name)),
    );
    expect(draft.documents.length).toBeGreaterThan(5);
    for (const { content } of draft.documents) expect(JSON.stringify(JSON.parse(content)).length).toBeLessThanOrEqual(6144);
  });
});

describe('the replay of logged calls against a proposal', () => {
  it('reports a call that the proposal would deny', async () => {
    const [draft] = [propose(subject([statement('s3:*')]), [used('s3:GetObject', BUCKET)])];
    const broken = draft.cases.map((one) => (one.decided ? one : { ...one, proposed: { ...one.proposed, principal_policies: [] } }));
    expect(await replay(broken)).toMatchObject({ denied: 1, denied_calls: [{ action: 's3:GetObject', resource: `${BUCKET}/*` }] });
  });

  it('counts calls that the current policies do not allow separately', async () => {
    const draft = propose(subject([statement('s3:GetObject')]), [used('s3:PutObject', BUCKET), used('s3:GetObject', BUCKET)]);
    expect(await replay(draft.cases)).toMatchObject({ calls: 1, decided_elsewhere: 1, denied: 0 });
  });
});
