import { sql } from 'kysely';
import { listChanges } from '../src/graph/answers/changes/list-changes';
import { readAccessChanges, type AccessChange } from '../src/graph/answers/changes/read-access-changes';
import { readEntityChanges, readRelationChanges } from '../src/graph/answers/changes/read-changes';
import type { SourceFacts } from '../src/graph/engine/source-facts';
import { holdsAt, snapshotAt } from '../src/graph/store/validity';
import { GcpBundleReader } from '../src/graph/providers/gcp/read/read';
import { ACCOUNT, allow, group, managedPolicy, policyDocument, role, trust, user } from './support/aws-account';
import { StoredSnapshots, TENANT, type Account } from './support/stored-snapshots';

const snapshots = StoredSnapshots.ofEachTest();

async function usersAt(snapshot: number | null): Promise<string[]> {
  const rows = await snapshots.db.tenant(TENANT, (tx) =>
    tx
      .selectFrom('graph_entity as e')
      .select('e.name')
      .where(holdsAt('e', TENANT, snapshot))
      .where('e.type', '=', 'USER')
      .orderBy('e.name')
      .execute(),
  );
  return rows.map(({ name }) => name);
}

/** Returns every pair with access at a snapshot as text, with its modes. */
async function pairsAt(snapshot: number): Promise<Map<string, string>> {
  const { rows } = await snapshots.db.tenant(TENANT, (tx) =>
    sql<{ pair: string; modes: string }>`
      select i.uri || ' ' || k.uri pair, concat_ws(',', max(a.read_mode), max(a.write_mode), max(a.admin_mode)) modes
      from graph_entity i, graph_profile_class p, graph_access a, graph_entity k
      where ${holdsAt('i', TENANT, snapshot)} and ${holdsAt('p', TENANT, snapshot)} and ${holdsAt('a', TENANT, snapshot)} and ${holdsAt('k', TENANT, snapshot)}
        and p.profile_id = i.profile_id and a.pclass_id = p.pclass_id and k.class_id = a.class_id group by i.uri, k.uri`.execute(tx),
  );
  return new Map(rows.map(({ pair, modes }) => [pair, modes]));
}

describe('a snapshot', () => {
  it('can be read as of any later day', async () => {
    await snapshots.take({ users: [user('ann'), user('bob')] }, '2026-01-01');
    await snapshots.take({ users: [user('bob'), user('cleo')] }, '2026-01-05');
    const at = (day: string) => snapshots.db.tenant(TENANT, (tx) => snapshotAt(tx, TENANT, day));
    expect(await usersAt(await at('2025-12-31'))).toEqual([]);
    expect(await usersAt(await at('2026-01-01'))).toEqual(['ann', 'bob']);
    expect(await usersAt(await at('2026-01-04'))).toEqual(['ann', 'bob']);
    expect(await usersAt(await at('2026-01-05'))).toEqual(['bob', 'cleo']);
    expect(await usersAt(null)).toEqual(['bob', 'cleo']);
  });

  it('differs from another one by entities added, removed and modified, ignoring the ones in between', async () => {
    await snapshots.take({ users: [user('ann'), user('bob'), user('eve')] }, '2026-01-01');
    const since = await snapshots.head();
    await snapshots.take({ users: [user('bob'), user('passing')] }, '2026-01-02');
    await snapshots.take({ users: [user('bob', { boundary: 'none' }), user('cleo'), user('eve')] }, '2026-01-03');
    const span = { since, until: await snapshots.head() };
    const page = await snapshots.db.tenant(TENANT, (tx) => readEntityChanges(tx, TENANT, span, { limit: 10, after: null }));
    expect(page.map(({ before, after }) => [before?.name, after?.name])).toEqual([
      ['ann', undefined],
      ['bob', 'bob'],
      [undefined, 'cleo'],
    ]);
    const second = await snapshots.db.tenant(TENANT, (tx) => readEntityChanges(tx, TENANT, span, { limit: 10, after: page[0]?.uri ?? '' }));
    expect(second).toEqual(page.slice(1));
  });

  it('reports no change for a folder whose URI was migrated, but reports a replaced folder', async () => {
    const project = 'shop-1';
    const factsOf = (...folders: string[]): SourceFacts => {
      const files = {
        'projects.json': [{ projectId: project, name: 'projects/1', parent: `folders/${folders[0]}`, displayName: 'Shop' }],
        'folders.json': folders.map((id) => ({ name: `folders/${id}`, displayName: `Folder ${id}`, parent: 'organizations/42' })),
        'search-all-iam-policies.json': [],
      };
      const reader = new GcpBundleReader();
      for (const [name, value] of Object.entries(files)) reader.add({ name, content: Buffer.from(JSON.stringify(value)), problem: null });
      return reader.result().normalise(TENANT, project, new Date('2026-01-01T00:00:00Z'));
    };
    const changes = async () => {
      const filter = { from: null, until: null, accountId: null, type: null, search: '', uris: null };
      const page = { sort: 'name' as const, ascending: true, offset: 0, limit: 20 };
      const rows = await snapshots.db.tenant(TENANT, (tx) => listChanges(tx, TENANT, filter, page));
      return rows.filter(({ relation }) => relation === null).map(({ type, name }) => `${type} ${name}`);
    };
    await snapshots.takeFacts(factsOf('7', '8'), '2026-01-01');
    // An earlier release stored them under the project that reported them.
    await snapshots.db.tenant(TENANT, async (tx) => {
      await sql`delete from graph_scope where tenant_id = ${TENANT}`.execute(tx);
      await sql`
        update graph_entity set entity_id = 'of ' || entity_id, account_id = ${project}, uri = replace(uri, ':42:', ${`:${project}:`})
        where tenant_id = ${TENANT} and type = 'SCOPE' and account_id = '42'`.execute(tx);
    });
    snapshots.restart();
    expect((await snapshots.takeFacts(factsOf('7', '8'), '2026-01-02'))?.written).toBeGreaterThan(0);
    expect(await changes()).toEqual([]);
    await snapshots.takeFacts(factsOf('7', '9'), '2026-01-03');
    expect(await changes()).toEqual(['NODE_DEL Folder 8', 'NODE_ADD Folder 9']);
  });

  it('differs from another one by the access level that policies grant', async () => {
    const may = (action: string): Account => ({ users: [user('ann', { inline: { own: policyDocument(allow(action, 'arn:aws:s3:::payroll/*')) } })] });
    await snapshots.take(may('s3:GetObject'), '2026-01-01');
    const since = await snapshots.head();
    await snapshots.take(may('s3:PutObject'), '2026-01-02');
    const until = await snapshots.head();
    const { changes } = await snapshots.db.tenant(TENANT, (tx) => readAccessChanges(tx, TENANT, { since, until }, { limit: 10, after: null }));
    expect(changes).toMatchObject([
      {
        identity: { name: 'ann' },
        resource: { name: 'payroll' },
        before: { read: 2, write: 0, admin: 0 },
        after: { read: 0, write: 2, admin: 0 },
      },
    ]);
  });

  it('differs from another one by every pair whose access changed, page by page', async () => {
    const reads = (...buckets: string[]) => policyDocument(...buckets.map((bucket) => allow('s3:GetObject', `arn:aws:s3:::${bucket}/*`)));
    const company = (of: { annIn: string[]; shared: string; audited: string[]; more: Account['users'] }): Account => ({
      users: [
        user('ann', { groups: of.annIn }),
        user('bob', { groups: ['staff'], inline: { own: reads('plans', 'shared-1', 'shared-2') } }),
        user('cleo', { inline: { own: policyDocument(allow('sts:AssumeRole')) } }),
        ...(of.more ?? []),
      ],
      groups: [group('staff', ['shared']), group('admins', ['audit'])],
      roles: [role('auditor', trust({ AWS: `arn:aws:iam::${ACCOUNT}:root` }), ['audit'])],
      policies: [managedPolicy('shared', reads(of.shared)), managedPolicy('audit', reads(...of.audited))],
    });
    const steps = [
      company({ annIn: ['staff'], shared: 'shared-*', audited: ['ledger'], more: [] }),
      company({ annIn: ['staff', 'admins'], shared: 'shared-*', audited: ['ledger', 'vault'], more: [user('eve', { groups: ['staff'] })] }),
      company({
        annIn: ['admins'],
        shared: 'shared-1',
        audited: ['vault'],
        more: [user('dora', { inline: { own: reads('brand-new', 'shared-2') } })],
      }),
    ];
    const heads: number[] = [];
    for (const [index, step] of steps.entries()) {
      await snapshots.take(step, `2026-01-0${index + 1}`);
      heads.push(await snapshots.head());
    }
    for (const [from, to] of [
      [0, 1],
      [1, 2],
      [0, 2],
    ] as const) {
      const span = { since: heads[from] ?? 0, until: heads[to] ?? 0 };
      const [before, after] = [await pairsAt(span.since), await pairsAt(span.until)];
      const wanted = [...new Set([...before.keys(), ...after.keys()])].filter((pair) => before.get(pair) !== after.get(pair)).sort();
      expect(wanted.length).toBeGreaterThan(3);
      const found: AccessChange[] = [];
      let place: Parameters<typeof readAccessChanges>[3]['after'] = null;
      do {
        const page = await snapshots.db.tenant(TENANT, (tx) => readAccessChanges(tx, TENANT, span, { limit: 2, after: place }));
        found.push(...page.changes);
        place = page.next;
      } while (place);
      expect(found.map(({ identity, resource }) => `${identity.uri} ${resource.uri}`)).toEqual(wanted);
      for (const { identity, resource, before: old, after: now } of found) {
        const pair = `${identity.uri} ${resource.uri}`;
        expect([old && Object.values(old).join(), now && Object.values(now).join()]).toEqual([before.get(pair) ?? null, after.get(pair) ?? null]);
      }
    }
  });

  it('differs from another one by added and removed group members', async () => {
    const groups = [group('staff', [])];
    await snapshots.take({ users: [user('ann', { groups: ['staff'] }), user('bob')], groups }, '2026-01-01');
    const since = await snapshots.head();
    await snapshots.take({ users: [user('ann'), user('bob', { groups: ['staff'] })], groups }, '2026-01-02');
    const until = await snapshots.head();
    const { changes } = await snapshots.db.tenant(TENANT, (tx) => readRelationChanges(tx, TENANT, { since, until }, { limit: 10, after: null }));
    expect(changes.map(({ child, kind, before, after }) => [child.nativeId.split('/')[1], kind, before !== null, after !== null])).toEqual([
      ['ann', 'member_of', true, false],
      ['bob', 'member_of', false, true],
    ]);
  });
});
