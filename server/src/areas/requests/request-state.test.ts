import assert from 'node:assert/strict';
import type { RequestState } from '@cam/contracts/server';
import { changed, lapsesAt, type RequestChange, type RequestFacts, type RequestStatus } from './request-state';

const DAY = 86_400_000;
const START = Date.parse('2026-11-01T00:00:00Z');
const REASON = 'The migration of the ledger';
const ASKER = 'ann@x.example';
const FACTS: RequestFacts = { askedBy: ASKER, askedAt: new Date(START), hours: null, addresses: ['ben@x.example'], tier: 1 };
const NEW: RequestStatus = {
  ...{ state: 'ASKED', version: 1, approvals: [], until: new Date(START + 2 * DAY), decidedBy: '', decidedAt: null, decisionReason: '' },
  ...{ seenAt: null, endedAt: null },
};

/** Some of the access: only of a set of units. */
type Shown = 'NONE' | 'SOME' | 'ALL';

/** A request with the world around it: the access in the cloud and in the newest snapshot, the sources, and the clock. */
interface World {
  facts: RequestFacts;
  status: RequestStatus;
  /** Days since the request. */
  day: number;
  exists: Shown;
  /** Day of the newest snapshot. */
  shownOn: number;
  shown: Shown;
  hasSources: boolean;
  isCovered: boolean;
}

type Move = { name: string; to: (world: World) => World | null };

const timeOf = ({ day }: Pick<World, 'day'>): Date => new Date(START + day * DAY);

/** Applies a change; a refusal changes nothing. */
function applied(world: World, change: RequestChange): World {
  const result = changed(world.status, world.facts, change);
  if ('refusal' in result) return world;
  check(world, result.status, change);
  return { ...world, status: result.status };
}

/** States that may follow each state. */
const NEXT: Readonly<Record<RequestState, readonly RequestState[]>> = {
  ASKED: ['ASKED', 'APPROVED', 'REFUSED', 'LAPSED', 'WITHDRAWN'],
  APPROVED: ['SEEN', 'OVERDUE', 'ENDED'],
  SEEN: ['OVERDUE', 'ENDED'],
  OVERDUE: ['ENDED'],
  ENDED: ['SEEN'],
  REFUSED: [],
  LAPSED: [],
  WITHDRAWN: [],
};

/** Checks the promises that hold for each change, whatever came before: by plain assertions, as jest's take longer than the changes. */
function check({ status: before, facts, ...world }: World, after: RequestStatus, change: RequestChange): void {
  if (after === before) return;
  const isOver = after.until !== null && timeOf(world) >= after.until;
  assert.equal(after.version, before.version + 1);
  assert(NEXT[before.state].includes(after.state));
  // Nobody decides about the own request, or about access for themselves, and nobody approves twice.
  const approvers = after.approvals.map(({ by }) => by);
  for (const by of [ASKER, ...facts.addresses]) assert(!approvers.includes(by));
  assert.equal(new Set(approvers).size, approvers.length);
  if (after.state === 'REFUSED') assert(![ASKER, ...facts.addresses].includes(after.decidedBy));
  if (after.state === 'WITHDRAWN') assert.equal(after.decidedBy, ASKER);
  if (after.state === 'APPROVED')
    assert.deepEqual([change.kind, approvers.length >= (facts.tier === 0 ? 2 : 1), after.until !== null], ['APPROVE', true, true]);
  if (after.state === 'LAPSED') assert(timeOf(world) >= lapsesAt(facts, before));
  if (change.kind !== 'PASS' && change.kind !== 'OBSERVE') assert(timeOf(world) < lapsesAt(facts, before));
  // Only snapshots say what became of the access.
  if (['SEEN', 'OVERDUE', 'ENDED'].includes(after.state)) assert.deepEqual([change.kind, after.approvals.length > 0], ['OBSERVE', true]);
  if (after.state === 'SEEN') assert.deepEqual([world.shown, isOver, after.endedAt], ['ALL', false, null]);
  if (after.state === 'OVERDUE') {
    assert.deepEqual([world.shown !== 'NONE', isOver, world.isCovered], [true, true, false]);
    assert(START + world.shownOn * DAY >= Number(after.until));
  }
  if (after.state === 'ENDED') assert((world.hasSources && world.shown === 'NONE') || (world.shown !== 'NONE' && world.isCovered && isOver));
  // Access that was never whole in a snapshot was never seen.
  if (world.shown !== 'ALL') assert.equal(after.seenAt, before.seenAt);
}

const moves: Move[] = [
  ...[ASKER, 'ben@x.example', 'cleo@x.example', 'dora@x.example'].flatMap((by): Move[] => [
    { name: `${by} approves`, to: (w) => applied(w, { kind: 'APPROVE', by, at: timeOf(w), reason: '', tier: w.facts.tier, addresses: [] }) },
    { name: `${by} refuses`, to: (w) => applied(w, { kind: 'REFUSE', by, at: timeOf(w), reason: REASON, addresses: [] }) },
    { name: `${by} withdraws`, to: (w) => applied(w, { kind: 'WITHDRAW', by, at: timeOf(w) }) },
  ]),
  { name: 'a day passes', to: (w) => (w.day === 5 ? null : { ...w, day: w.day + 1 }) },
  { name: 'somebody looks', to: (w) => applied(w, { kind: 'PASS', at: timeOf(w) }) },
  { name: 'all is given', to: (w) => (w.exists === 'ALL' ? null : { ...w, exists: 'ALL' }) },
  { name: 'some of it is given, or left', to: (w) => (w.exists === 'SOME' ? null : { ...w, exists: 'SOME' }) },
  { name: 'all is taken away', to: (w) => (w.exists === 'NONE' ? null : { ...w, exists: 'NONE' }) },
  { name: 'a source is removed', to: (w) => (w.hasSources ? { ...w, hasSources: false, shown: 'NONE' } : null) },
  { name: 'another request begins', to: (w) => (w.isCovered ? null : { ...w, isCovered: true }) },
  { name: 'a snapshot is taken', to: (w) => observed({ ...w, shownOn: w.day, shown: w.hasSources ? w.exists : 'NONE' }) },
  { name: 'the last snapshot is looked at again', to: observed },
];

function observed(world: World): World {
  const { status, shown, shownOn, hasSources, isCovered } = world;
  const isAfterEnd = status.until !== null && START + shownOn * DAY >= status.until.getTime();
  return applied(world, {
    kind: 'OBSERVE',
    at: timeOf(world),
    seen: { isGranted: shown === 'ALL', isPartial: shown === 'SOME', isAfterEnd, hasSources, isCovered },
  });
}

/** The keys of states. Most moves leave the state as it is. */
const statusKeys = new WeakMap<RequestStatus, string>();

/** Returns a key of everything that differs between the worlds of one exploration. Versions only grow, so worlds that differ in nothing else behave alike. */
function keyOf({ status, day, exists, shownOn, shown, hasSources, isCovered }: World): string {
  let ofStatus = statusKeys.get(status);
  if (ofStatus === undefined) {
    const { version: _version, ...rest } = status;
    ofStatus = JSON.stringify(rest);
    statusKeys.set(status, ofStatus);
  }
  return `${day} ${exists} ${shownOn} ${shown} ${hasSources} ${isCovered} ${ofStatus}`;
}

/** Visits every world that is reached by some order of the moves. */
function explore(facts: RequestFacts, status: RequestStatus): World[] {
  const first: World = { facts, status, day: 0, exists: 'NONE', shownOn: 0, shown: 'NONE', hasSources: true, isCovered: false };
  const known = new Map([[keyOf(first), first]]);
  for (let layer = [first]; layer.length > 0;) {
    const next: World[] = [];
    for (const world of layer) {
      for (const { to } of moves) {
        const reached = to(world);
        if (!reached || reached === world) continue;
        const key = keyOf(reached);
        if (known.has(key)) continue;
        known.set(key, reached);
        next.push(reached);
      }
    }
    layer = next;
  }
  return [...known.values()];
}

const ALL: readonly RequestState[] = ['APPROVED', 'ASKED', 'ENDED', 'LAPSED', 'OVERDUE', 'REFUSED', 'SEEN', 'WITHDRAWN'];

it.each([
  ['one approval and a fixed end', { ...FACTS }, NEW],
  ['two approvals for tier 0', { ...FACTS, tier: 0 }, NEW],
  ['hours that count from the approval', { ...FACTS, hours: 24 }, { ...NEW, until: null }],
])('keeps its promises in every order of everything that can happen, with %s', (_name, facts, status) => {
  const worlds = explore(facts, status);
  expect([...new Set(worlds.map((world) => world.status.state))].sort()).toEqual(ALL);
  expect(worlds.length).toBeGreaterThan(1000);
});

describe('an approval', () => {
  const approve = (
    change: Partial<Extract<RequestChange, { kind: 'APPROVE' }>>,
    status: Partial<RequestStatus> = {},
    facts: Partial<RequestFacts> = {},
  ) =>
    changed(
      { ...NEW, ...status },
      { ...FACTS, ...facts },
      {
        ...{ kind: 'APPROVE', by: 'cleo@x.example', at: new Date(START + 1000), reason: '', tier: 1, addresses: [] },
        ...change,
      },
    );

  it('takes a second user if the resource became tier 0 after the request', () => {
    const first = approve({ tier: 0 });
    if ('refusal' in first) throw new Error(first.refusal);
    expect([first.status.state, first.log]).toEqual(['ASKED', 'ENDORSED']);
    expect(approve({ tier: 0 }, first.status)).toEqual({ refusal: 'APPROVED_BEFORE' });
    expect(approve({ tier: 0, by: 'dora@x.example' }, first.status)).toMatchObject({ status: { state: 'APPROVED', version: 3 } });
  });

  it('takes two users if the resource left tier 0 after the request', () => {
    expect(approve({ tier: 2 }, {}, { tier: 0 })).toMatchObject({ log: 'ENDORSED' });
  });

  it('is not given by the identity under an address that the graph learned since, in any case of letters', () => {
    expect(approve({ by: 'Bens.New@x.example', addresses: ['bens.new@x.example'] })).toEqual({ refusal: 'OWN_REQUEST' });
    expect(approve({ by: 'ANN@x.example' })).toEqual({ refusal: 'OWN_REQUEST' });
  });

  it('comes too late after three days, and at the end of the access', () => {
    expect(approve({ at: new Date(START + 3 * DAY) }, { until: null }, { hours: 4 })).toEqual({ refusal: 'NOT_ASKED' });
    expect(approve({ at: new Date(START + 2 * DAY) })).toEqual({ refusal: 'NOT_ASKED' });
    const inTime = approve({ at: new Date(START + 3 * DAY - 1) }, { until: null }, { hours: 4 });
    expect(inTime).toMatchObject({ status: { state: 'APPROVED', until: new Date(START + 3 * DAY - 1 + 4 * 3_600_000) } });
  });

  it('needs no reason, but a refusal does', () => {
    const refuse = (reason: string) => changed(NEW, FACTS, { kind: 'REFUSE', by: 'cleo@x.example', at: new Date(START + 1), reason, addresses: [] });
    expect(refuse(' too late ')).toEqual({ refusal: 'REASON_NEEDED' });
    expect(refuse(REASON)).toMatchObject({ status: { state: 'REFUSED', decisionReason: REASON, decidedBy: 'cleo@x.example' } });
  });
});
