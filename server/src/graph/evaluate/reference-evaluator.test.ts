import { ACCOUNT, arn, dump, group, managedPolicy, policyDocument, user } from '../../../test/support/aws-account';
import { AwsBundleReader } from '../../sources/bundles/read-aws-bundle';
import { kindOf } from '../catalogue/action-kinds';
import { Catalogue, type CatalogueAction } from '../catalogue/catalogue';
import type { Entity } from '../model';
import type { SourceFacts } from '../source-facts';
import { normaliseAws } from '../normalise/aws';
import { buildGraph } from './build-graph';

/**
 * The class engine against a slow, obvious evaluator that asks for each pair of an identity and a resource, action by action, what the
 * "Policy evaluation logic" of the IAM User Guide says. Random accounts, the same in each run.
 */
const ACCOUNTS = 300;

const catalogue = new Catalogue({
  services: {
    s3: {
      actions: [
        ['GetObject', 'Read', ['object']],
        ['PutObject', 'Write', ['object']],
        ['PutObjectAcl', 'Permissions management', ['object']],
        ['ListBucket', 'List', ['bucket']],
        ['DeleteBucket', 'Write', ['bucket']],
        ['PutBucketPolicy', 'Permissions management', ['bucket']],
        ['ListAllMyBuckets', 'List', []],
      ],
      resources: [
        ['bucket', 'arn:${Partition}:s3:::${BucketName}'],
        ['object', 'arn:${Partition}:s3:::${BucketName}/${ObjectName}'],
      ],
    },
    sqs: {
      actions: [
        ['SendMessage', 'Write', ['queue']],
        ['AddPermission', 'Permissions management', ['queue']],
        ['ListQueues', 'Read', []],
      ],
      resources: [['queue', 'arn:${Partition}:sqs:${Region}:${Account}:${QueueName}']],
    },
    iam: {
      actions: [['DeleteUser', 'Write', ['user']]],
      resources: [
        ['user', 'arn:${Partition}:iam::${Account}:user/${UserNameWithPath}'],
        ['policy', 'arn:${Partition}:iam::${Account}:policy/${PolicyNameWithPath}'],
        ['group', 'arn:${Partition}:iam::${Account}:group/${GroupNameWithPath}'],
      ],
    },
    sts: { actions: [['AssumeRole', 'Write', ['role']]], resources: [['role', 'arn:${Partition}:iam::${Account}:role/${RoleNameWithPath}']] },
  },
});

const QUEUE = `arn:aws:sqs:eu-west-1:${ACCOUNT}:jobs`;
const RESOURCES = [
  '*', 'arn:aws:s3:::*', 'arn:aws:s3:::b1', 'arn:aws:s3:::b1/*', 'arn:aws:s3:::b1/a/*', 'arn:aws:s3:::b?', 'arn:aws:s3:::*/a/*', 'arn:aws:s3:::b2/a/x',
  'arn:aws:s3:::b2/*.txt', 'arn:aws:s3:::b1/${aws:username}/*', 'arn:aws:sqs:*:*:j*', QUEUE, 'arn:aws:sqs:us-east-1:*:*', 'arn:aws:iam::*:user/u1', `arn:aws:iam::${ACCOUNT}:user/*`,
]; // prettier-ignore
const ACTIONS = [
  '*',
  's3:*',
  's3:GetObject',
  'S3:put*',
  's3:ListBucket',
  's3:?etObject',
  's3:List*',
  'sqs:*',
  'sqs:SendMessage',
  'iam:*',
  '*:Delete*',
];
/** Objects that the patterns above tell apart. */
const KEYS = ['other', 'a/x', 'a/y', 'a/z.txt', 'x.txt', 'u1/x', 'u2/x', 'u3/x'];

type Mode = 0 | 1 | 2;
interface Statement {
  Effect: 'Allow' | 'Deny';
  Action?: string[];
  NotAction?: string[];
  Resource?: string[];
  NotResource?: string[];
  Condition?: object;
}

/** Small fast generator of pseudo-random numbers (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function generator(seed: number) {
  const next = random(seed);
  const chance = (of: number): boolean => next() < of;
  const some = <T>(list: readonly T[]): T[] => Array.from({ length: 1 + Math.floor(next() * 2) }, () => list[Math.floor(next() * list.length)] as T);
  const statement = (): Statement => ({
    Effect: chance(0.7) ? 'Allow' : 'Deny',
    ...(chance(0.85) ? { Action: some(ACTIONS) } : { NotAction: some(ACTIONS) }),
    ...(chance(0.85) ? { Resource: some(RESOURCES) } : { NotResource: some(RESOURCES) }),
    ...(chance(0.2) ? { Condition: { Bool: { 'aws:SecureTransport': 'true' } } } : {}),
  });
  const statements = (): Statement[] => Array.from({ length: 1 + Math.floor(next() * 3) }, statement);
  return { chance, statements };
}

const escape = (text: string): string => text.replace(/[\\^$.|+()[\]{}]/g, '\\$&');
const glob = (pattern: string, flags = ''): RegExp => new RegExp(`^${escape(pattern).replace(/\*/g, '.*').replace(/\?/g, '.')}$`, `s${flags}`);
const segments = (text: string): string[] => [...text.split(':').slice(0, 5), text.split(':').slice(5).join(':')];

function coversArn(pattern: string, resource: string): boolean {
  if (pattern === '*') return true;
  if (resource === '*') return false;
  const given = segments(resource);
  return segments(pattern).every((segment, index) => glob(segment).test(given[index] ?? ''));
}

function applies(statement: Statement, action: string, resource: string, username: string): boolean {
  const hits = (patterns: string[]) => patterns.some((pattern) => (pattern === '*' ? true : glob(pattern, 'i').test(action)));
  const reaches = (patterns: string[]) => patterns.some((pattern) => coversArn(pattern.replaceAll('${aws:username}', username), resource));
  const meant = statement.Action ? hits(statement.Action) : !hits(statement.NotAction ?? []);
  return meant && (statement.Resource ? reaches(statement.Resource) : !reaches(statement.NotResource ?? []));
}

function judge(statements: Statement[], action: string, resource: string, username: string): Mode {
  const speaking = statements.filter((statement) => applies(statement, action, resource, username));
  const has = (effect: string, sure: boolean) => speaking.some(({ Effect, Condition }) => Effect === effect && (!sure || !Condition));
  if (has('Deny', true) || !has('Allow', false)) return 0;
  return has('Allow', true) && !has('Deny', false) ? 2 : 1;
}

function both(one: Mode, other: Mode): Mode {
  return Math.min(one, other) as Mode;
}

function questions(resource: Entity): { action: CatalogueAction; arn: string }[] {
  const of = (service: string, type: string, arns: string[]) =>
    catalogue.ofService(service).filter(({ resourceTypes }) => resourceTypes.includes(type)).flatMap((action) => arns.map((one) => ({ action, arn: one }))); // prettier-ignore
  if (resource.type === 'ACCOUNT_DATA')
    return catalogue.actions.filter(({ resourceTypes }) => resourceTypes.length === 0).map((action) => ({ action, arn: '*' }));
  if (resource.type === 'OBJECT_STORE')
    return [
      ...of('s3', 'bucket', [resource.nativeId]),
      ...of(
        's3',
        'object',
        KEYS.map((key) => `${resource.nativeId}/${key}`),
      ),
    ];
  if (resource.type === 'USER') return of('iam', 'user', [resource.nativeId]);
  return resource.type === 'AWS_SQS' ? of('sqs', 'queue', [resource.nativeId]) : [];
}

interface Holder {
  statements: Statement[];
  boundary: Statement[] | null;
}

function expected(resource: Entity, username: string, { statements, boundary }: Holder): Record<string, Mode> {
  const modes: Record<string, Mode> = { READ: 0, WRITE: 0, ADMIN: 0 };
  for (const { action, arn: asked } of questions(resource)) {
    const own = judge(statements, action.id, asked, username);
    const mode = boundary ? both(own, judge(boundary, action.id, asked, username)) : own;
    modes[kindOf(action)] = Math.max(modes[kindOf(action)] ?? 0, mode) as Mode;
  }
  return modes;
}

function randomAccount(seed: number): { account: SourceFacts; holders: Map<string, Holder> } {
  const { chance, statements } = generator(seed);
  const ofGroup = statements();
  const limit = statements();
  const holders = new Map<string, Holder>();
  const users = ['u1', 'u2', 'u3'].map((name) => {
    const own = statements();
    const inGroup = chance(0.5);
    const bounded = chance(0.3);
    holders.set(name, { statements: [...own, ...(inGroup ? ofGroup : [])], boundary: bounded ? limit : null });
    return user(name, { groups: inGroup ? ['g'] : [], inline: { own: policyDocument(...own) }, ...(bounded ? { boundary: 'limit' } : {}) });
  });
  const policies = [managedPolicy('of-group', policyDocument(...ofGroup)), managedPolicy('limit', policyDocument(...limit))];
  const reader = new AwsBundleReader();
  const file = (name: string, value: object) => reader.add({ name, content: Buffer.from(JSON.stringify(value)), problem: null });
  file('details.json', dump({ users, groups: [group('g', ['of-group'])], policies }));
  file('buckets.json', { Buckets: [{ Name: 'b1' }, { Name: 'b2' }, { Name: 'c' }] });
  return { account: normaliseAws('t', ACCOUNT, reader.result().bundle), holders };
}

describe('the class engine', () => {
  it(`agrees with the reference on every identity and resource of ${ACCOUNTS} random accounts`, () => {
    let pairs = 0;
    const outcomes = new Set<string>();
    for (let seed = 1; seed <= ACCOUNTS; seed += 1) {
      const { account, holders } = randomAccount(seed);
      const { entities, profileClasses, access } = buildGraph('t', account, catalogue);
      const own = new Map(profileClasses.filter(({ hops }) => hops.length === 0).map(({ profileId, pclassId }) => [profileId, pclassId]));
      for (const identity of entities.filter(({ entity }) => entity.type === 'USER')) {
        for (const resource of entities.filter(({ entity }) => entity.isResource)) {
          const edge = access.find((row) => row.pclassId === own.get(identity.profileId ?? '') && row.classId === resource.classId);
          const found = { READ: edge?.read ?? 0, WRITE: edge?.write ?? 0, ADMIN: edge?.admin ?? 0 };
          const wanted = expected(resource.entity, identity.entity.name, holders.get(identity.entity.name) as Holder);
          pairs += 1;
          outcomes.add(Object.values(wanted).join());
          if (JSON.stringify(found) !== JSON.stringify(wanted)) {
            throw new Error(
              `seed ${seed}: ${identity.entity.name} on ${resource.entity.nativeId}: ${JSON.stringify({ found, wanted, of: holders.get(identity.entity.name) }, null, 1)}`,
            );
          }
        }
      }
    }
    expect(pairs).toBeGreaterThan(ACCOUNTS * 20);
    expect(outcomes.size).toBeGreaterThan(20);
  });
});

describe('changes that must not matter', () => {
  const modesOf = (policies: object[], statementsOfUser: Record<string, object>, managed: string[] = []) => {
    const reader = new AwsBundleReader();
    const details = dump({ users: [user('ada', { inline: statementsOfUser, managed })], policies });
    reader.add({ name: 'd', content: Buffer.from(JSON.stringify(details)), problem: null });
    reader.add({ name: 'b', content: Buffer.from(JSON.stringify({ Buckets: [{ Name: 'b1' }] })), problem: null });
    const { access, entities } = buildGraph('t', normaliseAws('t', ACCOUNT, reader.result().bundle), catalogue);
    const bucket = entities.find(({ entity }) => entity.type === 'OBJECT_STORE')?.classId;
    return access.filter(({ classId }) => classId === bucket).map(({ read, write, admin }) => ({ read, write, admin }));
  };
  const get = { Effect: 'Allow', Action: ['s3:GetObject', 's3:PutObject'], Resource: 'arn:aws:s3:::b1/*' };
  const deny = { Effect: 'Deny', Action: 's3:PutObject', Resource: '*' };
  const whole = modesOf([], { own: policyDocument(get, deny) });

  it('are the order of statements, their split, and the policy that they stand in', () => {
    expect(whole).toEqual([{ read: 2, write: 0, admin: 0 }]);
    expect(modesOf([], { own: policyDocument(deny, get) })).toEqual(whole);
    expect(
      modesOf([], {
        one: policyDocument({ ...get, Action: 's3:GetObject' }),
        two: policyDocument({ ...get, Action: 's3:PutObject' }),
        no: policyDocument(deny),
      }),
    ).toEqual(whole);
    expect(modesOf([managedPolicy('m', policyDocument(get, deny))], {}, ['m'])).toEqual(whole);
  });

  it('are documents as one statement without a list, and ARNs that name nothing here', () => {
    expect(
      modesOf([], {
        own: { Version: '2012-10-17', Statement: get },
        more: policyDocument({ ...get, Resource: arn('user', 'nobody') }),
        no: policyDocument(deny),
      }),
    ).toEqual(whole);
  });
});
