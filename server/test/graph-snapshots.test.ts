import { sql } from 'kysely';
import { EVALUATORS } from '../src/graph/providers/evaluators';
import { normaliseAws } from '../src/graph/providers/aws/normalise/normalise';
import type { SourceFacts } from '../src/graph/engine/source-facts';
import { AwsBundleReader } from '../src/graph/providers/aws/read/read-account';
import { ACCOUNT, allow, COMPANY, dump, group, managedPolicy, policyDocument, role, trust, user } from './support/aws-account';
import { readDue } from '../src/graph/store/due-sources';
import { PATHS_WITH_HOPS } from '../src/graph/store/hops';
import type { ProfileHop } from '../src/graph/engine/grant';
import { StoredSnapshots, TENANT, type Account } from './support/stored-snapshots';

const OTHER = '444455556666';

const snapshots = StoredSnapshots.ofEachTest();

/** Reads a bundle of the account. */
function read(files: Record<string, unknown>): SourceFacts {
  const reader = new AwsBundleReader();
  for (const [name, value] of Object.entries(files)) reader.add({ name, content: Buffer.from(JSON.stringify(value)), problem: null });
  return normaliseAws(TENANT, ACCOUNT, reader.result().bundle);
}

describe('a snapshot', () => {
  it('writes no rows if nothing changed, and two rows if one policy changed', async () => {
    expect((await snapshots.take(COMPANY, '2026-01-01'))?.written).toBeGreaterThan(20);
    expect(await snapshots.take(COMPANY, '2026-01-02')).toMatchObject({ snapshotId: null, written: 0, ended: 0, isSame: true });
    const policies = (COMPANY.policies ?? []).map((policy) =>
      JSON.stringify(policy).includes('"Deploy"')
        ? managedPolicy('Deploy', policyDocument(allow('s3:GetObject', 'arn:aws:s3:::releases/web/*')))
        : policy,
    );
    const changed = await snapshots.take({ ...COMPANY, policies }, '2026-01-03');
    // The policy itself, and the actions of its one role.
    expect(changed).toMatchObject({ written: 2, ended: 2, isSame: false });
  });

  it('writes no rows for unchanged facts after a restart of the process', async () => {
    await snapshots.take(COMPANY, '2026-01-01');
    snapshots.restart();
    expect(await snapshots.take(COMPANY, '2026-01-02')).toMatchObject({ written: 0, ended: 0 });
    snapshots.restart();
    await snapshots.take({ users: [user('zoe')] }, '2026-01-03');
    snapshots.restart();
    expect(await snapshots.take({ users: [user('zoe')] }, '2026-01-04')).toMatchObject({ written: 0, ended: 0 });
  });

  it('leaves sources that depend on it due while other imports follow, also when the one that evaluates them is overtaken', async () => {
    const due = () => snapshots.db.tenant(TENANT, (tx) => readDue(tx, TENANT));
    const assuming = (name: string): Account => ({ users: [user(name, { inline: { p: policyDocument(allow('sts:AssumeRole', '*')) } })] });
    await snapshots.take({ roles: [role('audit', trust({ AWS: `arn:aws:iam::${OTHER}:root` }))] }, '2026-01-01');
    await snapshots.take(assuming('ann'), '2026-01-02', OTHER, { evaluatesLater: () => true });
    expect(await due()).toEqual([`aws-${ACCOUNT}`]);
    const last = { evaluateAnew: await due() };
    expect(await snapshots.take(assuming('bob'), '2026-01-03', OTHER, { ...last, publish: async () => false })).toBeNull();
    expect(await due()).toEqual([`aws-${ACCOUNT}`]);
    await snapshots.take(assuming('bob'), '2026-01-03', OTHER, last);
    expect(await due()).toEqual([]);
  });

  it('evaluates no policies again if only the last use changed', async () => {
    const used = (day: string, company = COMPANY): Account => ({
      ...company,
      roles: (company.roles ?? []).map((one) => ({ ...one, RoleLastUsed: { LastUsedDate: `${day}T03:04:05+00:00`, Region: 'eu-west-1' } })),
    });
    const rows = () =>
      snapshots.db.tenant(TENANT, (tx) =>
        tx.selectFrom('graph_entity').select(['uri', 'class_id', 'profile_id', 'attributes']).where('valid_to', 'is', null).orderBy('uri').execute(),
      );
    await snapshots.take(used('2026-01-01'), '2026-01-01');
    const before = await rows();
    const evaluate = jest.spyOn(EVALUATORS, 'AWS');
    expect(await snapshots.take(used('2026-01-02'), '2026-01-02')).toMatchObject({ written: 1, ended: 1 });
    expect(evaluate).not.toHaveBeenCalled();
    const after = await rows();
    expect(after.filter((row, index) => JSON.stringify(row) !== JSON.stringify(before[index]))).toMatchObject([
      { attributes: { lastused: '2026-01-02T03:04:05.000Z' } },
    ]);
    await snapshots.take(used('2026-01-03', { ...COMPANY, groups: [] }), '2026-01-03');
    expect(evaluate).toHaveBeenCalled();
    snapshots.restart();
    expect(await snapshots.take(used('2026-01-03', { ...COMPANY, groups: [] }), '2026-01-04')).toMatchObject({ written: 0, ended: 0 });
    evaluate.mockRestore();
  });

  it('keeps the access rows of accounts whose organization lists its policies in another order, so that no access looks new', async () => {
    const node = (kind: string, id: string): string => `arn:aws:organizations::${ACCOUNT}:${kind}/o-abcdefghij/${id}`;
    const names = ['keep-trail', 'own-regions', 'no-users'];
    const organization = (denied: string, isReversed: boolean): SourceFacts => {
      const policies = names.map((name, index) => {
        const summary = { Id: `p-${index}`, Arn: node('policy', `service_control_policy/p-${index}`), Name: name, Type: 'SERVICE_CONTROL_POLICY', AwsManaged: false }; // prettier-ignore
        const statements = policyDocument(allow('*'), { ...allow(index === 0 ? denied : `iam:Tag${index}*`), Effect: 'Deny' });
        return [
          [`organizations/describe-policy/p-${index}.json`, { Policy: { PolicySummary: summary, Content: JSON.stringify(statements) } }],
          [`organizations/list-targets-for-policy/p-${index}.json`, { Targets: [{ TargetId: 'r-root' }] }],
        ] as const;
      });
      const files = {
        'details.json': dump({ users: [user('chief')] }),
        'organizations/list-roots.json': { Roots: [{ Id: 'r-root', Arn: node('root', 'r-root'), Name: 'Root' }] },
        'organizations/list-accounts-for-parent/r-root.json': { Accounts: [{ Id: OTHER, Arn: node('account', OTHER), Name: 'work' }] },
        ...Object.fromEntries(policies.flat()),
      };
      const facts = read(files);
      return isReversed ? { ...facts, policies: [...facts.policies].reverse() } : facts;
    };
    const since = async (snapshot: number): Promise<number> => {
      const { rows } = await snapshots.db.tenant(TENANT, (tx) =>
        sql<{ n: number }>`
          select count(*)::int n from graph_access where tenant_id = ${TENANT} and source_uid = ${`aws-${OTHER}`} and valid_to is null and valid_from > ${snapshot}`.execute(
          tx,
        ),
      );
      return rows[0]?.n ?? 0;
    };
    await snapshots.takeFacts(organization('sqs:DeleteQueue', false), '2026-01-01');
    await snapshots.take(COMPANY, '2026-01-02', OTHER);
    expect(await since(0)).toBeGreaterThan(3);
    const before = await snapshots.head();
    await snapshots.takeFacts(organization('sqs:PurgeQueue', true), '2026-01-03');
    await snapshots.take({ ...COMPANY, users: [...(COMPANY.users ?? []), user('zoe')] }, '2026-01-04', OTHER);
    await snapshots.takeFacts(organization('sqs:SendMessage', false), '2026-01-05');
    expect(await since(before)).toBe(0);
  });

  it('leaves access of others as old as it was when the policy of one bucket names one more user, with a new condition', async () => {
    const reads = policyDocument(allow('s3:GetObject', 'arn:aws:s3:::*'), allow('sqs:SendMessage', '*'));
    const company = (statements: object[]): SourceFacts =>
      read({
        'details.json': dump({
          users: [...['ann', 'bob', 'cleo'].map((name) => user(name, { groups: ['staff'] })), user('dora', { inline: { own: reads } })],
          groups: [group('staff', ['Reads'])],
          roles: [role('robot', trust({ Service: 'ec2.amazonaws.com' }), ['Reads'])],
          policies: [managedPolicy('Reads', reads)],
        }),
        's3/list-buckets.json': { Buckets: ['plans', 'ledger', 'vault'].map((Name) => ({ Name })) },
        's3/get-bucket-policy/vault.json': { Policy: JSON.stringify(policyDocument(...statements)) },
        'sqs/list-queues.json': { QueueUrls: [`https://sqs.eu-west-1.amazonaws.com/${ACCOUNT}/jobs`] },
      });
    const toVault = (name: string, extra: object = {}): object =>
      allow('s3:GetObject', 'arn:aws:s3:::vault/*', { Principal: { AWS: `arn:aws:iam::${ACCOUNT}:user/${name}` }, ...extra });
    const rows = async (): Promise<Map<string, number>> => {
      const { rows: found } = await snapshots.db.tenant(TENANT, (tx) =>
        sql<{ pair: string; since: string }>`
          select i.name || ' ' || k.name pair, max(greatest(a.valid_from, p.valid_from))::text since
          from graph_entity i, graph_profile_class p, graph_access a, graph_entity k
          where i.tenant_id = ${TENANT} and i.valid_to is null and p.valid_to is null and a.valid_to is null and k.valid_to is null
            and p.profile_id = i.profile_id and a.pclass_id = p.pclass_id and k.class_id = a.class_id and p.depth = 0 group by 1`.execute(tx),
      );
      return new Map(found.map(({ pair, since }) => [pair, Number(since)]));
    };
    await snapshots.takeFacts(company([toVault('ann')]), '2026-01-01');
    const [before, head] = [await rows(), await snapshots.head()];
    expect(before.size).toBeGreaterThan(15);
    const fromOffice = { IpAddress: { 'aws:SourceIp': '203.0.113.0/24' }, StringEquals: { 'aws:PrincipalTag/team': 'data', 'aws:ResourceTag/stage': 'prod' } }; // prettier-ignore
    await snapshots.takeFacts(company([toVault('ann'), toVault('dora', { Condition: fromOffice })]), '2026-01-02');
    const young = [...(await rows())].flatMap(([pair, since]) => (since > head ? [pair] : []));
    // New is what the changed policy concerns, and nothing else.
    expect(young.filter((pair) => !pair.endsWith(' vault'))).toEqual([]);
  });

  it('keeps the shared profile of identities that gain the same access from another source', async () => {
    const hub: Account = { users: ['ann', 'bob'].map((name) => user(name, { inline: { p: policyDocument(allow('sts:AssumeRole')) } })) };
    const trusting: Account = { roles: [role('audit', trust({ AWS: 'arn:aws:iam::HUB:root' }))] };
    await snapshots.take(hub, '2026-01-01');
    const profiles = async () => {
      const rows = await snapshots.db.tenant(TENANT, (tx) =>
        tx
          .selectFrom('graph_entity')
          .select(['name', 'profile_id'])
          .where('type', '=', 'USER')
          .where('valid_to', 'is', null)
          .orderBy('name')
          .execute(),
      );
      return rows.map(({ name, profile_id: id }) => `${name} ${id}`);
    };
    const before = await profiles();
    const reader = new AwsBundleReader();
    const text = JSON.stringify(dump(trusting)).replaceAll(ACCOUNT, OTHER).replaceAll('HUB', ACCOUNT);
    reader.add({ name: 'details.json', content: Buffer.from(text), problem: null });
    await snapshots.takeFacts(normaliseAws(TENANT, OTHER, reader.result().bundle), '2026-01-02');
    expect(await profiles()).toEqual(before);
    const ways = await snapshots.db.tenant(TENANT, (tx) =>
      sql<{ hops: ProfileHop[] }>`select p.hops from ${PATHS_WITH_HOPS} p where p.depth > 0 and p.valid_to is null`.execute(tx),
    );
    expect(new Set(ways.rows.map(({ hops }) => hops.map(({ name }) => name).join()))).toEqual(new Set(['audit']));
  });
});
