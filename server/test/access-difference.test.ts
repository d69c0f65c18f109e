import { sql } from 'kysely';
import { readDifference, type ChangedPair, type HeldAccess } from '../src/graph/answers/what-if/read-difference';
import { PATHS_WITH_HOPS } from '../src/graph/store/hops';
import { holdsAt, type Span } from '../src/graph/store/validity';
import { ACCOUNT, allow, group, managedPolicy, policyDocument, role, trust, user, type AccountInput } from './support/aws-account';
import { BASE, CHANGES } from './support/changing-company';
import { StoredSnapshots, TENANT } from './support/stored-snapshots';

const snapshots = StoredSnapshots.ofEachTest();

const reads = (...buckets: string[]) => policyDocument(...buckets.map((bucket) => allow('s3:GetObject', `arn:aws:s3:::${bucket}/*`)));

/** Users who share a group, and some who become a role; their profiles and the classes of buckets move between the states. */
const office = (of: { inStaff: string[]; shared: string; audited: string[]; more?: AccountInput['users'] }): AccountInput => ({
  users: [
    ...['ann', 'bob', 'cleo', 'dora'].map((name) => user(name, { groups: of.inStaff.includes(name) ? ['staff'] : ['guests'] })),
    user('eve', { inline: { own: policyDocument(allow('sts:AssumeRole')) } }),
    user('finn', { inline: { own: policyDocument(allow('sts:AssumeRole')) } }),
    ...(of.more ?? []),
  ],
  groups: [group('staff', ['shared']), group('guests', ['audit'])],
  roles: [role('auditor', trust({ AWS: `arn:aws:iam::${ACCOUNT}:root` }), ['audit'])],
  policies: [managedPolicy('shared', reads(of.shared)), managedPolicy('audit', reads(...of.audited))],
});

const OFFICE: AccountInput[] = [
  office({ inStaff: ['ann', 'bob', 'cleo'], shared: 'shared-*', audited: ['ledger'] }),
  office({ inStaff: ['ann', 'bob', 'cleo'], shared: 'shared-1', audited: ['ledger'] }),
  office({
    inStaff: ['ann'],
    shared: 'shared-1',
    audited: ['ledger', 'vault'],
    more: [user('gus', { inline: { own: reads('vault', 'shared-2') } })],
  }),
  office({ inStaff: [], shared: 'shared-*', audited: ['vault', 'brand-new'] }),
];

const without = { most: 1000, isLate: () => false };

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
    expect(await difference(span, { ...without, isLate: () => true })).toEqual({ pairs: [], isComplete: false });
  });
});
