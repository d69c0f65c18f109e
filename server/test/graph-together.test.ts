import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import pino from 'pino';
import type { SourceFacts } from '../src/graph/engine/source-facts';
import { GraphService } from '../src/graph';
import { readDue } from '../src/graph/store/due-sources';
import { SNAPSHOT_TABLES } from '../src/graph/store/snapshot-tables';
import type { Context } from '../src/platform/context';
import { accountFacts } from './support/account-facts';
import { ACCOUNT, allow, COMPANY, policyDocument, role, trust, user } from './support/aws-account';
import { BUNDLE } from './support/server-process.cjs';
import { StoredSnapshots, TENANT } from './support/stored-snapshots';

const OTHER = '444455556666';
const THIRD = '777788889999';

const snapshots = StoredSnapshots.ofEachTest();

/** Users of one account may assume a role of a second one, which reads a bucket of a third one, as everybody may. */
function accounts({ guest = 'ann' } = {}): SourceFacts[] {
  const reads = policyDocument(allow('s3:GetObject', 'arn:aws:s3:::shared/*'));
  return [
    accountFacts({ users: ['ann', 'bob'].map((name) => user(name, { inline: { p: policyDocument(allow('sts:AssumeRole')) } })) }, ACCOUNT),
    accountFacts({ ...COMPANY, roles: [role('audit', trust({ AWS: `arn:aws:iam::${ACCOUNT}:user/${guest}` }), ['Deploy'])] }, OTHER),
    accountFacts({ users: [user('zoe', { inline: { reads } })] }, THIRD, {
      shared: policyDocument({ ...allow('s3:GetObject', 'arn:aws:s3:::shared/*'), Principal: '*' }),
    }),
  ].map((facts, index) => (index === 1 ? withTrust(facts, ACCOUNT, guest) : facts));
}

/** Restores the account in the trust policy, which reading as another account replaced. */
function withTrust(facts: SourceFacts, accountId: string, guest: string): SourceFacts {
  const policies = facts.policies.map((policy) =>
    policy.kind === 'trust' ? { ...policy, document: policy.document.replace(`${OTHER}:user/${guest}`, `${accountId}:user/${guest}`) } : policy,
  );
  return { ...facts, policies };
}

/** Returns the current rows of all tables, without the snapshots that added them. A profile keeps its id when it changes, so its content stands for it. */
async function rows(): Promise<Record<string, string[]>> {
  const found = await snapshots.db.tenant(TENANT, async (tx) => {
    const profiles = await tx.selectFrom('graph_profile').select(['profile_id', 'hash']).where('valid_to', 'is', null).execute();
    const hashOf = new Map(profiles.map(({ profile_id: id, hash }) => [id, hash]));
    return Promise.all(
      SNAPSHOT_TABLES.map(async (table) => {
        const { rows: ofTable } = await sql<{ row: Record<string, unknown> }>`
          select to_jsonb(t) - 'valid_from' as row from ${sql.table(table)} t where valid_to is null`.execute(tx);
        const texts = ofTable.map(({ row }) => JSON.stringify({ ...row, profile_id: hashOf.get(String(row.profile_id)) }));
        return [table, texts.sort()] as const;
      }),
    );
  });
  return Object.fromEntries(found);
}

const told = () =>
  snapshots.db.tenant(TENANT, (tx) =>
    tx
      .selectFrom('graph_snapshot')
      .select(['source_uid', 'state', 'snapshot_id'])
      .where('tenant_id', '=', TENANT)
      .orderBy('snapshot_id')
      .orderBy('source_uid')
      .execute(),
  );

const due = () => snapshots.db.tenant(TENANT, (tx) => readDue(tx, TENANT));

function newGraph(): GraphService {
  return new GraphService(
    {
      db: snapshots.db,
      log: pino({ level: 'silent' }),
      jobs: { define: () => undefined },
      events: { publish: () => undefined, subscribe: () => () => undefined },
    } as unknown as Context,
    snapshots.catalogue,
    pathToFileURL(join(BUNDLE, 'evaluation-worker.js')),
  );
}

/** Imports accounts side by side. Returns the sources in the order of their publication. */
async function importSideBySide(
  all: readonly SourceFacts[],
  isOvertaken: (accountId: string) => boolean = () => false,
): Promise<{ taken: string[]; results: PromiseSettledResult<unknown>[] }> {
  const graph = newGraph();
  const taken: string[] = [];
  const unheard = async (): Promise<void> => undefined;
  const results = await Promise.allSettled(
    all.map((facts) => {
      const source = { sourceUid: `aws-${facts.accountId}`, cloudType: facts.cloudType, accountId: facts.accountId };
      const publish = async (): Promise<boolean> => !isOvertaken(facts.accountId) && taken.push(source.sourceUid) > 0;
      return graph.replaceSource(
        TENANT,
        { source, facts, takenAt: new Date(), isFirst: true, evaluating: unheard, progress: unheard, publish },
        async () => false,
      );
    }),
  );
  return { taken, results };
}

describe('imports that are built together', () => {
  let oneByOne: Record<string, string[]>;

  it('in any order depend on each other (one by one, for comparison)', async () => {
    for (const facts of accounts()) await snapshots.takeFacts(facts, '2026-01-01');
    oneByOne = await rows();
    expect(oneByOne.graph_step?.join()).toContain('may assume');
    expect(oneByOne.graph_access?.length).toBeGreaterThan(3);
  });

  it('give the same graph as one by one, in one snapshot', async () => {
    await snapshots.takeTogether(accounts().reverse(), '2026-01-01');
    expect(await rows()).toEqual(oneByOne);
    const head = await snapshots.head();
    expect(await told()).toEqual([ACCOUNT, OTHER, THIRD].map((id) => ({ source_uid: `aws-${id}`, state: 'current', snapshot_id: head })));
    expect(await due()).toEqual([]);
  });

  it('do not tell of a source that did not change, and evaluate another one that depends on them', async () => {
    await snapshots.takeTogether(accounts(), '2026-01-01');
    const [hub, trusting, third] = accounts({ guest: 'bob' }) as [SourceFacts, SourceFacts, SourceFacts];
    await snapshots.takeTogether([hub, trusting], '2026-01-02');
    const head = await snapshots.head();
    expect((await told()).filter(({ snapshot_id: id }) => id === head)).toEqual([
      { source_uid: `aws-${OTHER}`, state: 'current', snapshot_id: head },
    ]);
    const changed = await rows();
    expect(changed).not.toEqual(oneByOne);
    expect(await snapshots.takeTogether([third, hub, trusting], '2026-01-03')).toMatchObject({ snapshotId: null, written: 0, ended: 0 });
    expect(await rows()).toEqual(changed);
  });

  it('leave out the one that a newer import overtook, and keep the others', async () => {
    const [hub, trusting] = accounts() as [SourceFacts, SourceFacts];
    let asked = 0;
    // The first of the two is overtaken when it is to be published, and not asked for again.
    await snapshots.takeTogether([hub, trusting], '2026-01-01', { publish: async () => (asked += 1) !== 1 });
    expect(asked).toBe(3);
    expect((await told()).map(({ source_uid: uid, state }) => [uid, state])).toEqual([[`aws-${OTHER}`, 'current']]);
    expect((await rows()).graph_entity?.some((row) => row.includes('"aws-' + ACCOUNT))).toBe(false);
    expect(await snapshots.takeTogether([hub, trusting], '2026-01-02', { publish: async () => false })).toBeNull();
    expect((await told()).map(({ source_uid: uid }) => uid)).toEqual([`aws-${OTHER}`]);
  });

  it('fail alone if their source is at fault, and are taken from the queue by whoever builds first', async () => {
    const [hub, trusting, third] = accounts() as [SourceFacts, SourceFacts, SourceFacts];
    const broken = { ...third, cloudType: 'NONE' as never };
    const { taken, results } = await importSideBySide([hub, broken, trusting]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(taken).toEqual([`aws-${ACCOUNT}`, `aws-${OTHER}`]);
    expect((await rows()).graph_step).toEqual(oneByOne.graph_step);
    expect(await due()).toEqual([]);
  });

  it('follow the first one, which is built at once, in a single further snapshot', async () => {
    const some = ['1', '2', '3', '4', '5'].map((digit) => accountFacts(COMPANY, digit.repeat(12)));
    const { taken } = await importSideBySide(some);
    expect(taken).toEqual(some.map(({ accountId }) => `aws-${accountId}`));
    const numbers = (await told()).map(({ snapshot_id: id }) => id);
    expect([...new Set(numbers)].map((id) => numbers.filter((one) => one === id).length)).toEqual([1, 4]);
  });

  it('tell only the overtaken one that nothing of it was published', async () => {
    const some = ['1', '2', '3'].map((digit) => accountFacts(COMPANY, digit.repeat(12)));
    const { results } = await importSideBySide(some, (accountId) => accountId === some[1]?.accountId);
    expect(results.map((result) => result.status === 'fulfilled' && result.value === null)).toEqual([false, true, false]);
  });
});
