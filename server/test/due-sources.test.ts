import { LinksCache } from '../src/graph/engine/links-cache';
import { KnownAccountsCache } from '../src/graph/pipeline/context/known-accounts';
import { evaluateHere } from '../src/graph/pipeline/evaluation-threads';
import { TenantBuilds } from '../src/graph/pipeline/tenant-builds';
import { markDue, readDue } from '../src/graph/store/due-sources';
import { COMPANY } from './support/aws-account';
import { StoredSnapshots, TENANT } from './support/stored-snapshots';
import { silent } from './support/test-database';

const snapshots = StoredSnapshots.ofEachTest();
const MINUTE = 60 * 1000;

/** The kinds of events that builds published. */
const published: string[] = [];

/** Returns the builds of a process whose clock shows these times, ms, and then the last one. */
function buildsAt(...times: number[]): TenantBuilds {
  const { db, catalogue } = snapshots;
  const events = { publish: ({ kind }: { kind: string }) => void published.push(kind) };
  const dependencies = { db, catalogue, evaluate: evaluateHere, links: new LinksCache(), accounts: new KnownAccountsCache() };
  return new TenantBuilds({ db, log: silent, events }, dependencies, () => (times.length > 1 ? (times.shift() as number) : (times[0] ?? 0)));
}

const due = (): Promise<string[]> => snapshots.db.tenant(TENANT, (tx) => readDue(tx, TENANT));

it('an evaluation of due sources that takes long ends before its job counts as lost, and the next job does the rest', async () => {
  await snapshots.take(COMPANY, '2026-01-01');
  const { source_uid: uid } = await snapshots.db.tenant(TENANT, (tx) => tx.selectFrom('graph_source').select('source_uid').executeTakeFirstOrThrow());
  await snapshots.db.tenant(TENANT, (tx) => markDue(tx, TENANT, [uid]));
  expect(await buildsAt(0, 29 * MINUTE).evaluateDue(TENANT)).toBe(false);
  expect(await due()).toEqual([uid]);
  expect(await buildsAt(0, MINUTE).evaluateDue(TENANT)).toBe(true);
  expect(await due()).toEqual([]);
  // It changed nothing, but what waited for it must learn that it ended.
  expect(published).toEqual(['import']);
});
