import { sql } from 'kysely';
import { readDue } from '../src/graph/store/due-sources';
import { SNAPSHOT_TABLES } from '../src/graph/store/snapshot-tables';
import { allMigrations } from '../src/platform/db/migrations';
import { accountFacts } from './support/account-facts';
import { ACCOUNT, allow, COMPANY, policyDocument, role, trust, user } from './support/aws-account';
import { StoredSnapshots, TENANT } from './support/stored-snapshots';

/** More rows than a snapshot keeps in memory until it is published. */
const BUCKETS = 10_500;

const snapshots = StoredSnapshots.ofEachTest();

/** Returns an account whose buckets all have a tag. */
function account(tag: string) {
  const facts = accountFacts({ users: [user('ann')] }, ACCOUNT, { b: { Statement: [] } });
  const bucket = facts.entities.find(({ type }) => type === 'OBJECT_STORE');
  if (!bucket) throw new Error('the account has no bucket');
  const buckets = Array.from({ length: BUCKETS }, (_one, index) => ({
    ...bucket,
    ...{ uri: `${bucket.uri}${index}`, nativeId: `${bucket.nativeId}${index}`, name: `${bucket.name}${index}` },
    attributes: { ...bucket.attributes, 'tag.team': tag },
  }));
  return { ...facts, entities: [...facts.entities.filter((entity) => entity !== bucket), ...buckets] };
}

const tags = () =>
  snapshots.db.tenant(TENANT, async (tx) => {
    const rows = await tx.selectFrom('graph_entity').select('attributes').where('type', '=', 'OBJECT_STORE').where('valid_to', 'is', null).execute();
    return new Map(rows.map(({ attributes }) => [String(attributes['tag.team']), rows.length]));
  });

it('a snapshot that changes more rows than it keeps in memory shows each of them, with its new values', async () => {
  await snapshots.takeFacts(account('red'), '2026-01-01');
  expect(await tags()).toEqual(new Map([['red', BUCKETS]]));
  expect(await snapshots.takeFacts(account('blue'), '2026-01-02')).toMatchObject({ written: BUCKETS, ended: BUCKETS });
  expect(await tags()).toEqual(new Map([['blue', BUCKETS]]));
  snapshots.restart();
  expect(await snapshots.takeFacts(account('blue'), '2026-01-03')).toMatchObject({ written: 0, ended: 0 });
}, 120_000);

/** Returns the current rows of every table, without the snapshots that they are of. */
const currentRows = () =>
  snapshots.db.tenant(TENANT, async (tx) => {
    const found: Record<string, unknown[]> = {};
    for (const table of [...SNAPSHOT_TABLES, 'graph_count', 'graph_reach'] as const) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)} where tenant_id = ${TENANT}`.execute(tx);
      const current = rows
        .filter((row) => (row.valid_to ?? null) === null)
        .map(({ valid_from: _from, hash, ...row }) => ({ ...row, ...(table === 'graph_policy' ? { hash } : {}) }));
      found[table] = current.map((row) => JSON.stringify(row)).sort();
    }
    return found;
  });

describe('the migration that restores lost rows', () => {
  const OTHER = '444455556666';
  const migrate = () => snapshots.db.owner(async (tx) => allMigrations['20261128T0620_restore_lost_rows']?.up(tx));
  const due = () => snapshots.db.tenant(TENANT, (tx) => readDue(tx, TENANT));

  it('gives the same graph as without the loss, after the sources were evaluated again', async () => {
    await snapshots.take(COMPANY, '2026-01-01');
    const assuming = { users: [user('ann', { inline: { p: policyDocument(allow('sts:AssumeRole', '*')) } })] };
    await snapshots.take({ roles: [role('audit', trust({ AWS: `arn:aws:iam::${ACCOUNT}:root` }))], ...assuming }, '2026-01-02', OTHER);
    const before = await currentRows();
    await snapshots.db.tenant(TENANT, async (tx) => {
      for (const table of SNAPSHOT_TABLES)
        await sql`update ${sql.table(table)} set valid_to = valid_from where tenant_id = ${TENANT} and valid_to is null`.execute(tx);
    });
    await migrate();
    snapshots.restart();
    const sources = await due();
    expect(sources.sort()).toEqual(['', `aws-${ACCOUNT}`, `aws-${OTHER}`]);
    await snapshots.takeTogether([], '2026-01-03', { evaluateAnew: sources });
    expect(await currentRows()).toEqual(before);
    expect(await due()).toEqual([]);
  });

  it('changes nothing where nothing was lost', async () => {
    await snapshots.take(COMPANY, '2026-01-01');
    const before = await currentRows();
    await migrate();
    expect([await currentRows(), await due()]).toEqual([before, []]);
  });

  it('leaves out what a later import no longer had', async () => {
    const users = (...names: string[]) => ({ users: names.map((name) => user(name)) });
    await snapshots.take(users('ann', 'bob'), '2026-01-01');
    await snapshots.db.tenant(TENANT, (tx) =>
      sql`update graph_entity set valid_to = valid_from where tenant_id = ${TENANT} and name = 'bob'`.execute(tx),
    );
    await snapshots.take(users('ann', 'cem'), '2026-01-02');
    await migrate();
    const { rows } = await snapshots.db.tenant(TENANT, (tx) =>
      sql<{ name: string }>`select name from graph_entity where tenant_id = ${TENANT} and valid_to is null and type = 'USER' order by name`.execute(
        tx,
      ),
    );
    expect(rows.map(({ name }) => name)).toEqual(['ann', 'cem']);
  });
});
