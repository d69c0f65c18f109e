import { estateDigest, manifestDigest } from '@cam/checker';
import { sql } from 'kysely';
import { checkSource, type CheckedSource } from '../src/graph/store/check-facts';
import { readFacts } from '../src/graph/store/read-facts';
import { factsTree, readManifestsOf, readNewestManifests, type StoredManifest } from '../src/graph/store/manifests';
import { ACCOUNT, allow, arn, dump, group, managedPolicy, policyDocument, role, trust, user } from './support/aws-account';
import { normaliseAws } from '../src/graph/providers/aws/normalise/normalise';
import { AwsBundleReader } from '../src/graph/providers/aws/read/read-account';
import { readSources } from '../src/graph/store/read-sources';
import type { Tx } from '../src/platform/db/database';
import { StoredSnapshots, TENANT } from './support/stored-snapshots';

const snapshots = StoredSnapshots.ofEachTest();
const OTHER = '444455556666';

const account = (actions: string[]) => ({
  users: [user('ann', { groups: ['makers'] })],
  groups: [group('makers', ['Deploy'])],
  roles: [role('deployer', trust({ AWS: arn('user', 'ann') }), ['Deploy'])],
  policies: [managedPolicy('Deploy', policyDocument(allow(actions)))],
});

const newest = (): Promise<StoredManifest[]> => snapshots.db.tenant(TENANT, (tx) => readNewestManifests(tx, TENANT));

it('an import records the root of its facts, which the stored rows give again', async () => {
  const taken = await snapshots.take(account(['s3:PutObject']), '2026-11-01');
  const [manifest] = await newest();
  const place = { tenantId: TENANT, sourceUid: `aws-${ACCOUNT}`, cloudType: 'AWS' as const, accountId: ACCOUNT };
  const { tree } = factsTree(await snapshots.db.tenant(TENANT, (tx) => readFacts(tx, place)));
  expect(manifest).toMatchObject({ position: 1, snapshot: taken?.snapshotId, facts_root: tree.root, facts_count: tree.count, previous: null });
  expect(manifest?.taken_at).toBe('2026-11-01T12:00:00.000Z');
});

it('manifests form a chain that covers the roots of all sources', async () => {
  await snapshots.take(account(['s3:PutObject']), '2026-11-01');
  await snapshots.take(account(['s3:GetObject']), '2026-11-02', OTHER);
  const last = await snapshots.take(account(['s3:DeleteObject']), '2026-11-03');
  const all = await snapshots.db.tenant(TENANT, async (tx) => {
    const { rows } = await sql<{ snapshot_id: string }>`select snapshot_id from graph_manifest order by position`.execute(tx);
    return Promise.all(rows.map(({ snapshot_id: id }) => readManifestsOf(tx, TENANT, Number(id))));
  });
  const chain = all.flat();
  expect(chain.map(({ position }) => position)).toEqual([1, 2, 3]);
  for (const [index, { digest, ...manifest }] of chain.entries()) {
    expect(manifestDigest(manifest)).toBe(digest);
    expect(manifest.previous).toBe(chain[index - 1]?.digest ?? null);
  }
  expect(chain[2]).toMatchObject({ snapshot: last?.snapshotId, source: `aws-${ACCOUNT}`, estate: estateDigest(await newest()) });
  expect(chain[2]?.facts_root).not.toBe(chain[0]?.facts_root);
});

/** Checks every source, and returns the results by account. */
const checked = (): Promise<Record<string, CheckedSource>> =>
  snapshots.db.tenant(TENANT, async (tx) => {
    const results: Record<string, CheckedSource> = {};
    for (const source of await readSources(tx, TENANT)) results[source.accountId] = await checkSource(tx, TENANT, source);
    return results;
  });

it('the check of stored facts finds the sources that differ from their manifest, and those without one', async () => {
  await snapshots.take(account(['s3:PutObject']), '2026-11-01');
  await snapshots.take(account(['s3:GetObject']), '2026-11-02', OTHER);
  const { facts_count: imported } = (await newest()).find(({ account: id }) => id === OTHER) as StoredManifest;
  const same = { stored: imported, imported, isDifferent: false };
  expect(await checked()).toEqual({ [ACCOUNT]: same, [OTHER]: same });
  const lose = (tx: Tx) => sql`update graph_entity set valid_to = valid_from where account_id = ${OTHER} and name = 'ann'`.execute(tx);
  await snapshots.db.tenant(TENANT, lose);
  // The membership of the lost user is stored still, so the number of facts is the same.
  const differing = { ...same, isDifferent: true };
  expect(await checked()).toEqual({ [ACCOUNT]: same, [OTHER]: differing });
  await snapshots.db.tenant(TENANT, async (tx) => {
    await sql`reset role`.execute(tx);
    await sql`delete from graph_manifest where account_id = ${ACCOUNT}`.execute(tx);
  });
  const unknown = { ...same, imported: null };
  expect(await checked()).toEqual({ [ACCOUNT]: unknown, [OTHER]: differing });
  const giveBack = (tx: Tx) => sql`update graph_entity set valid_to = null where valid_to = valid_from`.execute(tx);
  await snapshots.db.tenant(TENANT, giveBack);
  expect(await checked()).toEqual({ [ACCOUNT]: unknown, [OTHER]: same });
});

it('an import that changes nothing, and a trial, record nothing', async () => {
  await snapshots.take(account(['s3:PutObject']), '2026-11-01');
  await snapshots.take(account(['s3:PutObject']), '2026-11-02');
  const reader = new AwsBundleReader();
  reader.add({ name: 'details.json', content: Buffer.from(JSON.stringify(dump(account(['s3:*'])))), problem: null });
  await snapshots.tryFacts(normaliseAws(TENANT, ACCOUNT, reader.result().bundle), async () => undefined);
  expect(await newest()).toHaveLength(1);
  const rows = await snapshots.db.tenant(TENANT, (tx) => sql`select from graph_manifest`.execute(tx));
  expect(rows.rows).toHaveLength(1);
});

it('a source of an earlier release gets its manifest with the next import, although nothing changed', async () => {
  const taken = await snapshots.take(account(['s3:PutObject']), '2026-11-01');
  await snapshots.db.tenant(TENANT, async (tx) => {
    await sql`reset role`.execute(tx);
    await sql`delete from graph_manifest`.execute(tx);
  });
  await snapshots.take(account(['s3:PutObject']), '2026-11-02');
  expect(await newest()).toMatchObject([{ position: 1, snapshot: taken?.snapshotId, taken_at: '2026-11-02T12:00:00.000Z' }]);
});

it('the application cannot change or delete a manifest', async () => {
  await snapshots.take(account(['s3:PutObject']), '2026-11-01');
  for (const statement of [sql`update graph_manifest set facts_root = ''`, sql`delete from graph_manifest`])
    await expect(snapshots.db.tenant(TENANT, (tx) => statement.execute(tx))).rejects.toThrow(/permission denied/);
});
