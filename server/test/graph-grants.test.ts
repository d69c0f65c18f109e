import { sql } from 'kysely';
import type { StoredGrant } from '../src/graph/engine/grant';
import { ACCESS_WITH_GRANTS, grantsIdOf, type SharedGrants } from '../src/graph/store/grants';
import { allMigrations } from '../src/platform/db/migrations';
import { ACCOUNT, allow, COMPANY, managedPolicy, policyDocument, role, trust, user } from './support/aws-account';
import { StoredSnapshots, TENANT } from './support/stored-snapshots';

const snapshots = StoredSnapshots.ofEachTest();

const OTHER_TENANT = 'other';

const ORGANIZATION = {
  ...COMPANY,
  users: [...(COMPANY.users ?? []), user('zoe', { inline: { p: policyDocument(allow('sts:AssumeRole', '*')) } })],
  roles: [...(COMPANY.roles ?? []), role('audit', trust({ AWS: `arn:aws:iam::${ACCOUNT}:root` }))],
  policies: [...(COMPANY.policies ?? []), managedPolicy('Audit', policyDocument(allow('s3:GetObject', '*')))],
};

const grant = (name: string, changes: Partial<StoredGrant> = {}): StoredGrant => ({
  holder_type: 'USER',
  holder_uri: `t:AWS:${name}`,
  holder_name: name,
  policy_id: 'p',
  policy_name: name,
  policy_uri: `t:AWS:${name}`,
  statement_index: 12,
  effect: 'Allow',
  kinds: ['READ', 'ADMIN'],
  conditional_kinds: [],
  actions: 'set',
  conditions: [],
  ...changes,
});

it('stores grants under the id that the database computes from their text', async () => {
  const odd = '"quoted\\ \u0001\t\n/é 💡\u2028\u007f';
  const formerly = grant('earlier version', { conditional_kinds: undefined });
  const all: SharedGrants[] = [
    { via: [], actions: [] },
    { via: [grant('plain')], actions: ['s3:GetObject'] },
    { via: [grant(odd, { conditions: ['a "b"', odd], conditional_kinds: ['READ'] }), formerly], actions: ['iam:PassRole', odd] },
  ];
  for (const shared of all) {
    const { rows } = await snapshots.db.tenant(TENANT, (tx) =>
      sql<{ id: string }>`
        select encode(substring(sha256(convert_to(
          jsonb_build_object('via', j -> 'via', 'actions', j -> 'actions')::text, 'UTF8')) from 1 for 16), 'hex')::uuid::text id
        from (select ${JSON.stringify(shared)}::jsonb j) s`.execute(tx),
    );
    expect(rows).toEqual([{ id: grantsIdOf(shared) }]);
  }
});

/** Returns all edges with their grants as text. */
const storedAccess = (tenantId: string) =>
  snapshots.db.tenant(tenantId, async (tx) => {
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(a) - 'tenant_id')::text as row from ${ACCESS_WITH_GRANTS} a order by 1`.execute(tx);
    return rows.map(({ row }) => row);
  });

const storedGrants = (tenantId: string) =>
  snapshots.db.tenant(
    tenantId,
    async (tx) => (await sql<SharedGrants>`select grants_id, via, actions from graph_grants order by 1`.execute(tx)).rows,
  );

it('stores the grants of equal edges once, and keeps those of the past', async () => {
  await snapshots.take(ORGANIZATION, '2026-01-01');
  const [edges, grants] = [await storedAccess(TENANT), await storedGrants(TENANT)];
  expect(grants.length).toBeGreaterThan(3);
  expect(edges.length).toBeGreaterThan(grants.length);
  snapshots.restart();
  expect(await snapshots.take(ORGANIZATION, '2026-01-02')).toMatchObject({ written: 0, ended: 0 });
  await snapshots.take({ users: [user('ann', { inline: { p: policyDocument(allow('s3:*', '*')) } })] }, '2026-01-03');
  expect(await storedGrants(TENANT)).toEqual(expect.arrayContaining(grants));
});

it('converts the edges of all tenants and of the past, and changes none', async () => {
  await snapshots.take(ORGANIZATION, '2026-01-01');
  await snapshots.take(COMPANY, '2026-01-02');
  await snapshots.db.owner(async (tx) => {
    for (const table of ['graph_access', 'graph_grants']) await sql`alter table ${sql.table(table)} no force row level security`.execute(tx);
    await sql`
      insert into graph_grants (tenant_id, grants_id, via, actions) select ${OTHER_TENANT}, grants_id, via, actions from graph_grants`.execute(tx);
    await sql`create temporary table copied on commit drop as select * from graph_access`.execute(tx);
    await sql`update copied set tenant_id = ${OTHER_TENANT}`.execute(tx);
    await sql`insert into graph_access select * from copied`.execute(tx);
    await sql`alter table graph_access force row level security`.execute(tx);
    await sql`alter table graph_grants force row level security`.execute(tx);
  });
  const read = async () => [
    await storedAccess(TENANT),
    await storedGrants(TENANT),
    await storedAccess(OTHER_TENANT),
    await storedGrants(OTHER_TENANT),
  ];
  const before = await read();
  expect(before[2]).toEqual(before[0]);
  await snapshots.db.owner(async (tx) => {
    for (const table of ['graph_access', 'graph_grants']) await sql`alter table ${sql.table(table)} no force row level security`.execute(tx);
    await sql`alter table graph_access add column via jsonb, add column actions jsonb`.execute(tx);
    await sql`
      update graph_access a set via = g.via, actions = g.actions
      from graph_grants g where g.tenant_id = a.tenant_id and g.grants_id = a.grants_id`.execute(tx);
    await sql`alter table graph_access drop column grants_id, alter column via set not null, alter column actions set not null`.execute(tx);
    await sql`alter table graph_access force row level security`.execute(tx);
    await sql`drop table graph_grants`.execute(tx);
  });
  await snapshots.db.owner(async (tx) => allMigrations['20261128T1800_create_graph_grants']?.up(tx));
  expect(await read()).toEqual(before);
});
