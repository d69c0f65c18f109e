import { sql } from 'kysely';
import { readDifference, type ChangedPair, type HeldAccess } from '../src/graph/answers/what-if/read-difference';
import { bindScope } from '../src/graph/query/bind-scope';
import { rowsAmong } from '../src/graph/query/read-page';
import { requireQuery } from '../src/graph/query/require-query';
import { readChangedSubjects, type ChangedSubjects } from '../src/graph/store/changed-rows';
import { PATHS_WITH_HOPS } from '../src/graph/store/hops';
import { holdsAt, type Span } from '../src/graph/store/validity';
import { BASE, CHANGES, OFFICE } from './support/changing-company';
import { StoredSnapshots, TENANT } from './support/stored-snapshots';

const snapshots = StoredSnapshots.ofEachTest();

const without = { most: 1000, timeLeft: () => 60_000 };

/** Returns the access of all pairs at a snapshot as text, by pair. */
async function accessAt(snapshot: number): Promise<Map<string, string>> {
  const { rows } = await snapshots.db.tenant(TENANT, (tx) =>
    sql<{ pair: string; access: string }>`
      select i.uri || ' ' || k.uri pair, jsonb_build_array(
        max(a.read_mode), max(a.write_mode), max(a.admin_mode),
        (select coalesce(jsonb_object_agg(name, letter order by name), '{}') from graph_action_set s, jsonb_each_text(s.actions) e (name, letter)
          where s.tenant_id = ${TENANT} and s.set_id = any(array_agg(a.action_set))),
        array_agg(distinct coalesce(p.hops -> -1 ->> 'uri', i.uri) order by coalesce(p.hops -> -1 ->> 'uri', i.uri)))::text as access
      from graph_entity i join ${PATHS_WITH_HOPS} p on p.profile_id = i.profile_id
        join graph_access a on a.pclass_id = p.pclass_id join graph_entity k on k.class_id = a.class_id
      where ${holdsAt('i', TENANT, snapshot)} and ${holdsAt('p', TENANT, snapshot)} and ${holdsAt('a', TENANT, snapshot)} and ${holdsAt('k', TENANT, snapshot)}
        and i.is_identity and k.is_resource
      group by i.uri, k.uri`.execute(tx),
  );
  return new Map(rows.map(({ pair, access }) => [pair, access]));
}

const pairOf = ({ identity, resource }: ChangedPair): string => `${identity.uri} ${resource.uri}`;
const words = (access: HeldAccess | null): unknown =>
  access && [...access.modes, Object.fromEntries([...access.actions].sort(([a], [b]) => (a < b ? -1 : 1))), [...access.actors]];
const parsed = (text: string | undefined): unknown => (text === undefined ? null : JSON.parse(text));
const withoutActors = (access: unknown): string => JSON.stringify(Array.isArray(access) ? access.slice(0, -1) : access);

const difference = (span: Span, limits = without) => snapshots.db.tenant(TENANT, (tx) => readDifference(tx, TENANT, span, limits));

/** Compares the difference between two snapshots, in both directions of what is gained and lost, with all access at both. */
async function expectAll(span: Span): Promise<number> {
  const { pairs: found, isComplete } = await difference(span);
  const pairs = found.filter(({ before, after }) => withoutActors(words(before)) !== withoutActors(words(after)));
  const [before, after] = [await accessAt(span.since), await accessAt(span.until)];
  const differs = (pair: string) => withoutActors(parsed(before.get(pair))) !== withoutActors(parsed(after.get(pair)));
  const wanted = [...new Set([...before.keys(), ...after.keys()])].filter(differs);
  expect(isComplete).toBe(true);
  expect(pairs.map(pairOf).sort()).toEqual(wanted.sort());
  for (const pair of pairs)
    expect([words(pair.before), words(pair.after)]).toEqual([parsed(before.get(pairOf(pair))), parsed(after.get(pairOf(pair)))]);
  return pairs.length;
}

describe('the access that differs between two snapshots', () => {
  it('is that of every pair whose modes or actions differ', async () => {
    const heads: number[] = [];
    for (const [index, state] of [...OFFICE, OFFICE[0] ?? {}].entries()) {
      await snapshots.take(state, `2026-01-0${index + 1}`);
      heads.push(await snapshots.head());
    }
    const counts: number[] = [];
    for (const [from, since] of heads.entries()) for (const until of heads.slice(from + 1)) counts.push(await expectAll({ since, until }));
    expect(Math.max(...counts)).toBeGreaterThan(5);
    // The last state is the first one again.
    expect(counts[3]).toBe(0);
  });

  it.each(Object.keys(CHANGES))('is that of every pair where %s', async (name) => {
    await snapshots.take(BASE, '2026-01-01');
    const since = await snapshots.head();
    await snapshots.take(CHANGES[name] ?? BASE, '2026-01-02');
    expect(await expectAll({ since, until: await snapshots.head() })).toBeGreaterThan(0);
  });

  it('is listed by the names of both, and cut off where there is too much of it or no time', async () => {
    await snapshots.take(OFFICE[0] ?? {}, '2026-01-01');
    const since = await snapshots.head();
    await snapshots.take(OFFICE[3] ?? {}, '2026-01-02');
    const span = { since, until: await snapshots.head() };
    const all = await difference(span);
    const names = all.pairs.map(({ identity, resource }) => `${identity.name} ${resource.name}`);
    expect(names).toEqual(names.toSorted());
    const some = await difference(span, { ...without, most: 2 });
    expect([some.pairs.length, some.isComplete]).toEqual([2, false]);
    expect(all.pairs.map(pairOf)).toEqual(expect.arrayContaining(some.pairs.map(pairOf)));
    expect(await difference(span, { ...without, most: all.pairs.length })).toEqual(all);
    expect(await difference(span, { ...without, timeLeft: () => 0 })).toEqual({ pairs: [], isComplete: false });
  });
});

/** Queries whose rows depend on their subjects alone, and two that read more. */
const QUERIES = [
  'user with-access object_store',
  'user with-access object_store for write',
  'any with-access any',
  'user with-access role',
  'role with-access object_store',
  'user with-access object_store and not user with-access object_store ledger',
  'user with-access object_store ledger or user with-access object_store vault',
  'user with-access object_store vault and role with-access object_store',
  'user',
  'object_store',
  'user with-access object_store via role',
  'user with-access object_store via policy audit',
  'user with-access object_store via group staff',
  'user with-access object_store via group with-attribute name = "staff"',
  'user with-access object_store with-role auditor',
];

/** Returns the rows of a query at a snapshot as text. */
async function rowsOf(input: string, snapshotId: number, among: ChangedSubjects | null): Promise<string[]> {
  const query = requireQuery(input);
  const rows = await snapshots.db.tenant(TENANT, async (tx) => {
    const scope = await bindScope(tx, { tenantId: TENANT, accountId: null, accounts: [] }, query);
    return rowsAmong(tx, { ...scope, snapshotId }, query, { most: 5000, among });
  });
  return rows.map((row) => JSON.stringify(row));
}

const only = (one: readonly string[], other: readonly string[]): string[] => one.filter((row) => !other.includes(row));

/** Compares the rows that differ over a span with those of the subjects of its changes. Returns the numbers of all rows and of those. */
async function expectSameRows(span: Span): Promise<{ all: number; some: number }> {
  const among = await snapshots.db.tenant(TENANT, (tx) => readChangedSubjects(tx, TENANT, span, 1000));
  const counts = { all: 0, some: 0 };
  for (const query of QUERIES) {
    const of = async (subjects: ChangedSubjects | null) =>
      [await rowsOf(query, span.since, subjects), await rowsOf(query, span.until, subjects)] as const;
    const [all, some] = [await of(null), await of(among)];
    expect([query, only(some[0], some[1]), only(some[1], some[0])]).toEqual([query, only(all[0], all[1]), only(all[1], all[0])]);
    counts.all += all.flat().length;
    counts.some += some.flat().length;
  }
  return counts;
}

describe('the rows of queries that differ between two snapshots', () => {
  it('are all among those of the subjects of the changes', async () => {
    const heads: number[] = [];
    for (const [index, state] of [...OFFICE, OFFICE[0] ?? {}].entries()) {
      await snapshots.take(state, `2026-01-0${index + 1}`);
      heads.push(await snapshots.head());
    }
    const counts = { all: 0, some: 0 };
    for (const [from, since] of heads.entries()) {
      for (const until of heads.slice(from + 1)) {
        const { all, some } = await expectSameRows({ since, until });
        counts.all += all;
        counts.some += some;
      }
    }
    expect(counts.some).toBeLessThan(counts.all);
  });

  it.each(Object.keys(CHANGES))('are all among those of the subjects where %s', async (name) => {
    await snapshots.take(BASE, '2026-01-01');
    const since = await snapshots.head();
    await snapshots.take(CHANGES[name] ?? BASE, '2026-01-02');
    await expectSameRows({ since, until: await snapshots.head() });
  });

  it('have subjects that are not told where there are too many', async () => {
    await snapshots.take(OFFICE[0] ?? {}, '2026-01-01');
    const since = await snapshots.head();
    await snapshots.take(OFFICE[3] ?? {}, '2026-01-02');
    const span = { since, until: await snapshots.head() };
    const count = (most: number) => snapshots.db.tenant(TENANT, (tx) => readChangedSubjects(tx, TENANT, span, most));
    const all = await count(1000);
    const number = all?.ids.length ?? 0;
    expect((await count(number))?.ids).toHaveLength(number);
    expect(await count(number - 1)).toBeNull();
  });
});
