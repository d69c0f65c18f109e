import type { ChangeEdit } from '@cam/contracts/server';
import { sql } from 'kysely';
import { Catalogue } from '../src/graph/engine/catalogue/catalogue';
import type { SourceFacts } from '../src/graph/engine/source-facts';
import { AwsAccountBundle } from '../src/graph/providers/aws/read/read';
import { SNAPSHOT_TABLES } from '../src/graph/store/snapshot-tables';
import { ACCOUNT, allow, arn, dump, group, managedPolicy, policyDocument, role, trust, user } from './support/aws-account';
import { dice, type Dice } from './support/differential';
import { editedFiles, type AwsFiles } from './support/edited-files';
import { graphOf } from './support/graph-now';
import { SMALL_CATALOGUE } from './support/random-aws-account';
import { StoredSnapshots, TENANT } from './support/stored-snapshots';

/** Random edits to try, of the kinds in turn. */
const EDITS = Number(process.env.CAM_WHAT_IF_EDITS ?? 10);

/** Another account, whose role the first one's users may assume and whose bucket admits them. */
const ABROAD = '444455556666';

const snapshots = StoredSnapshots.ofEachTest(new Catalogue(SMALL_CATALOGUE));

const USERS = ['ann', 'bob', 'cleo', 'dora'];
const GROUPS = ['makers', 'readers'];
const ROLES = ['deployer', 'auditor'];
const POLICIES = ['Deploy', 'Read', 'Become'];
const BUCKETS = ['payroll', 'releases', 'open'];

const QUEUE = `arn:aws:sqs:eu-west-1:${ACCOUNT}:jobs`;
const SEND = `arn:aws:lambda:eu-west-1:${ACCOUNT}:function:send`;

const HOME_FILES: AwsFiles = {
  iam: dump({
    users: [user('ann', { groups: ['makers'] }), user('bob', { managed: ['Read'] }), user('cleo', { groups: ['makers', 'readers'] }), user('dora')],
    groups: [group('makers', ['Become']), group('readers', ['Read'])],
    roles: [
      role('deployer', trust({ AWS: `arn:aws:iam::${ACCOUNT}:root` }), ['Deploy']),
      role('auditor', trust({ AWS: arn('user', 'dora') }), ['Read']),
    ],
    policies: [
      managedPolicy('Deploy', policyDocument(allow(['s3:PutObject', 's3:DeleteObject'], 'arn:aws:s3:::releases/*'))),
      managedPolicy('Read', policyDocument(allow(['s3:GetObject', 's3:ListBucket']))),
      managedPolicy('Become', policyDocument(allow('sts:AssumeRole'))),
    ],
  }) as AwsFiles['iam'],
  buckets: {
    payroll: null,
    releases: null,
    open: JSON.stringify(policyDocument({ ...allow('s3:GetObject', 'arn:aws:s3:::open/*'), Principal: '*' })),
  },
  queues: { [QUEUE]: null },
  functions: { [SEND]: { role: arn('role', 'deployer'), statements: [] } },
};

const ABROAD_FILES: AwsFiles = {
  iam: JSON.parse(
    JSON.stringify(
      dump({
        users: [user('guest')],
        roles: [role('partner', trust({ AWS: arn('user', 'ann') }), []), role('any', trust({ AWS: `arn:aws:iam::${ACCOUNT}:root` }), [])],
      }),
    )
      .replaceAll(`iam::${ACCOUNT}:role`, `iam::${ABROAD}:role`)
      .replaceAll(`iam::${ACCOUNT}:user/guest`, `iam::${ABROAD}:user/guest`),
  ) as AwsFiles['iam'],
  buckets: {
    foreign: JSON.stringify(
      policyDocument({ ...allow('s3:GetObject', 'arn:aws:s3:::foreign/*'), Principal: { AWS: [arn('user', 'bob'), arn('role', 'deployer')] } }),
    ),
  },
};

function factsOf(
  { iam, buckets, queues = {}, functions = {}, restricted = [] }: AwsFiles,
  account = ACCOUNT,
  edits: readonly ChangeEdit[] = [],
): SourceFacts {
  const reader = new AwsAccountBundle();
  const add = (name: string, value: unknown): void => reader.add({ name, content: Buffer.from(JSON.stringify(value)), problem: null });
  add('iam/details.json', iam);
  add('s3/list-buckets.json', { Buckets: Object.keys(buckets).map((Name) => ({ Name })) });
  for (const [name, Policy] of Object.entries(buckets)) if (Policy !== null) add(`s3/get-bucket-policy/${name}.json`, { Policy });
  for (const [QueueArn, Policy] of Object.entries(queues))
    add(`sqs/get-queue-attributes/${QueueArn.split(':').at(-1)}.json`, { Attributes: { QueueArn, ...(Policy === null ? {} : { Policy }) } });
  const listed = Object.entries(functions).map(([FunctionArn, { role: Role }]) => ({ FunctionArn, FunctionName: 'send', Role }));
  if (listed.length > 0) add('lambda/list-functions.json', { Functions: listed });
  // The call was made, and found no policy.
  if (listed.length > 0) add('lambda/get-policy/none.json', {});
  for (const { statements } of Object.values(functions))
    if (statements.length > 0) add('lambda/get-policy/send.json', { Policy: JSON.stringify(policyDocument(...statements)) });
  for (const name of restricted)
    add(`s3/get-public-access-block/${name}.json`, { PublicAccessBlockConfiguration: { RestrictPublicBuckets: true, IgnorePublicAcls: false } });
  return reader.result().normalise(TENANT, account, new Date(0), edits);
}

/** Returns every row that the database stores of the tenant's graph. */
async function everythingStored(): Promise<unknown> {
  return snapshots.db.tenant(TENANT, async (tx) => {
    const tables = [
      ...SNAPSHOT_TABLES,
      'graph_snapshot',
      'graph_document',
      'graph_action_set',
      'graph_hops',
      'graph_grants',
      'graph_reach',
      'graph_named_grant',
      'graph_count',
      'graph_source',
      'graph_due',
      'graph_event_news',
    ];
    const sums: Record<string, unknown> = {};
    for (const table of tables) {
      const { rows } = await sql<{ n: string; sum: string }>`
        select count(*)::text n, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) sum from ${sql.table(table)} t`.execute(tx);
      sums[table] = rows[0];
    }
    return sums;
  });
}

/** @param kind selects one of the kinds of edits */
function randomEdit({ one, some, chance }: Dice, kind: number): ChangeEdit {
  const holder = (): string =>
    one([...USERS.map((name) => arn('user', name)), ...GROUPS.map((name) => arn('group', name)), ...ROLES.map((name) => arn('role', name))]);
  const policy = (): string => arn('policy', one([...POLICIES, 'New']));
  const statement = (): object => {
    const actions = some(['s3:*', 's3:GetObject', 's3:PutObject', 's3:ListBucket', 'sts:AssumeRole', 'iam:PassRole', '*']);
    const condition = chance(0.2) ? { Condition: { Bool: { 'aws:MultiFactorAuthPresent': 'true' } } } : {};
    const on = some([
      '*',
      ...BUCKETS.flatMap((name) => [`arn:aws:s3:::${name}`, `arn:aws:s3:::${name}/*`]),
      arn('role', 'deployer'),
      `arn:aws:iam::${ABROAD}:role/partner`,
    ]);
    return { ...allow(actions, on, condition), Effect: chance(0.8) ? 'Allow' : 'Deny' };
  };
  const document = (): Record<string, unknown> => policyDocument(...some([0, 1]).map(statement)) as Record<string, unknown>;
  const principal = (): object | string =>
    one<object | string>([
      '*',
      { AWS: `arn:aws:iam::${ACCOUNT}:root` },
      { AWS: arn('user', one(USERS)) },
      { AWS: ABROAD },
      { Service: 'ec2.amazonaws.com' },
    ]);
  const bucket = one(BUCKETS);
  const onBucket = (): Record<string, unknown> =>
    policyDocument({ ...allow(some(['s3:GetObject', 's3:PutObject']), `arn:aws:s3:::${bucket}/*`), Principal: principal() }) as Record<
      string,
      unknown
    >;
  const kinds: (() => ChangeEdit)[] = [
    () => ({ kind: 'SET_INLINE_POLICY', holder: holder(), name: one(['own', 'more']), document: chance(0.8) ? document() : null }),
    () => ({ kind: 'SET_MANAGED_POLICY', policy: policy(), document: chance(0.9) ? document() : null }),
    () => ({ kind: 'ATTACH_POLICY', holder: holder(), policy: policy() }),
    () => ({ kind: 'DETACH_POLICY', holder: holder(), policy: policy() }),
    () => ({ kind: 'ADD_MEMBER', group: arn('group', one(GROUPS)), member: arn('user', one(USERS)) }),
    () => ({ kind: 'REMOVE_MEMBER', group: arn('group', one(GROUPS)), member: arn('user', one(USERS)) }),
    () => ({ kind: 'SET_TRUST_POLICY', role: arn('role', one(ROLES)), document: trust(principal()) as Record<string, unknown> }),
    () => ({ kind: 'SET_RESOURCE_POLICY', resource: `arn:aws:s3:::${bucket}`, document: chance(0.8) ? onBucket() : null }),
    // One of each pair is always possible.
    () => {
      const principal = one([arn('user', 'extra'), arn('role', 'extra'), arn('group', 'extra')]);
      const document = principal.includes(':role/') ? (trust({ AWS: `arn:aws:iam::${ACCOUNT}:root` }) as Record<string, unknown>) : null;
      return chance(0.5) ? { kind: 'CREATE_PRINCIPAL', principal, document } : { kind: 'DELETE_PRINCIPAL', principal };
    },
    () => ({ kind: one(['CREATE_BUCKET', 'DELETE_BUCKET'] as const), bucket: 'arn:aws:s3:::extra' }),
    () => ({
      kind: 'SET_RESOURCE_POLICY',
      resource: one([QUEUE, `${QUEUE}-more`]),
      document: chance(0.8)
        ? (policyDocument({ ...allow(some(['sqs:SendMessage', 'sqs:ReceiveMessage']), QUEUE), Principal: principal() }) as Record<string, unknown>)
        : null,
    }),
    () => ({ kind: one(['CREATE_RESOURCE', 'DELETE_RESOURCE'] as const), resource: `${QUEUE}-more` }),
    () => ({ kind: 'SET_RUNTIME_ROLE', resource: SEND, role: arn('role', one(ROLES)) }),
    () => ({
      kind: 'SET_STATEMENT',
      resource: SEND,
      sid: one(['a', 'b']),
      statement: chance(0.7) ? { ...allow('lambda:InvokeFunction', SEND), Principal: principal() } : null,
    }),
    () => ({
      kind: 'SET_PUBLIC_ACCESS_BLOCK',
      resource: `arn:aws:s3:::${bucket}`,
      block: chance(0.7) ? { restrict_public_buckets: true, ignore_public_acls: false } : null,
    }),
    () => ({ kind: 'RETAIN_POLICIES', holder: holder(), ...(chance(0.5) ? { inline: some(['own']) } : { attached: [] }) }),
    () => ({
      kind: 'SET_BOUNDARY',
      holder: one([...USERS.map((name) => arn('user', name)), ...ROLES.map((name) => arn('role', name))]),
      policy: chance(0.7) ? arn('policy', one(POLICIES)) : null,
    }),
  ];
  // A few edits are of kinds of all sorts: 7 and the number of kinds have no common divisor.
  return (kinds[(kind * 7) % kinds.length] as () => ChangeEdit)();
}

/** Returns a random edit that can be made, with the facts that it gives. */
function possibleEdit(files: AwsFiles, random: Dice, kind: number): { edit: ChangeEdit; facts: SourceFacts } {
  for (;;) {
    const edit = randomEdit(random, kind);
    try {
      return { edit, facts: factsOf(files, ACCOUNT, [edit]) };
    } catch {
      // The edit names something that is not there, such as a policy that is not attached.
    }
  }
}

describe('a trial', () => {
  it('sees exactly the graph that an import of the changed export gives, and leaves nothing behind', async () => {
    const random = dice(20261126);
    await snapshots.takeFacts(factsOf(ABROAD_FILES, ABROAD), '2026-01-01');
    await snapshots.takeFacts(factsOf(HOME_FILES), '2026-01-02');
    let files = HOME_FILES;
    for (let n = 0; n < EDITS; n += 1) {
      const { edit, facts } = possibleEdit(files, random, n);
      const before = n % 8 === 0 ? await everythingStored() : null;
      const tried = await snapshots.tryFacts(facts, graphOf);
      if (before) expect(await everythingStored()).toEqual(before);
      // The files are changed by hand, not by the edits that the trial uses.
      files = editedFiles(files, edit);
      await snapshots.takeFacts(factsOf(files), '2026-01-03');
      const imported = await snapshots.db.tenant(TENANT, graphOf);
      try {
        expect(tried).toEqual(imported);
      } catch (error) {
        throw new Error(`edit ${n}, ${JSON.stringify(edit)}: ${(error as Error).message}`);
      }
    }
  }, 600_000);
});
