import assert from 'node:assert/strict';
import { STAGE_TAKES, type OnSilence, type ReviewItemState, type StageTakes } from '@cam/contracts/server';
import { changed, type ItemChange, type ItemFacts, type ItemStatus } from './item-state';

const FACTS: ItemFacts = { addresses: ['ann@x.example'], needsReason: true, fingerprint: 'f' };
const REVIEWERS = ['rita@x.example', 'saul@x.example', 'ann@x.example'];
const FALLBACK = 'boss@x.example';
const START = 1;
const AT = new Date('2026-11-01T00:00:00Z');

/** An item with the world around it: the unit in the cloud, the newest snapshot, and the calendar. */
interface World {
  items: ItemStatus[];
  /** Units exist in the cloud, and in the newest snapshot. */
  exists: boolean[];
  seen: boolean[];
  snapshot: number;
  stage: number;
  hasSource: boolean;
  isClosed: boolean;
  isOver: boolean;
}

interface Move {
  name: string;
  /** Null: the move is not possible. */
  to: (world: World) => World | null;
}

const NEW: ItemStatus = {
  ...{ state: 'OPEN', version: 1, reviewer: 'rita@x.example', isChanged: false, reason: '', decidedBy: '', decidedAt: null },
  ...{ stage: 1, earlier: [], decidedSnapshot: null, checkedSnapshot: null, reportedSnapshot: null },
};

/** Applies a change to one item; a refusal changes nothing. */
function applied(world: World, index: number, change: ItemChange): World {
  const [item] = world.items.slice(index, index + 1);
  if (!item) throw new Error('no such item');
  const result = changed(item, FACTS, change);
  if ('refusal' in result) return world;
  check(item, result.status, change, world, index);
  return { ...world, items: world.items.map((one, n) => (n === index ? result.status : one)) };
}

/** Checks the promises that hold for each change, whatever came before: by plain assertions, as jest's take longer than the changes. */
function check(before: ItemStatus, after: ItemStatus, change: ItemChange, world: World, index: number): void {
  if (after === before) return;
  assert.equal(after.version, before.version + 1);
  assert.notEqual(after.reviewer, 'ann@x.example');
  assert.notEqual(after.decidedBy, 'ann@x.example');
  if (change.kind === 'DECIDE' || change.kind === 'DELEGATE') assert.equal(world.isClosed, false);
  if (change.kind === 'DECIDE') assert.equal(change.by, before.reviewer);
  if (change.kind === 'NEXT_STAGE') {
    // Access that was revoked and is gone, or that waits overdue, is decided by nobody again.
    assert(['OPEN', 'KEPT', 'REVOKED'].includes(before.state));
    assert.deepEqual([after.state, after.stage, after.decidedBy], ['OPEN', before.stage + 1, '']);
    assert.equal(after.earlier.length, before.earlier.length + (before.decidedBy === '' ? 0 : 1));
  } else assert.deepEqual([after.stage, after.earlier], [before.stage, before.earlier]);
  // Nobody holds an item, or decides, in two stages.
  for (const { by } of after.earlier) assert(after.reviewer !== by && after.decidedBy !== by);
  if (after.state === 'DONE') {
    // Only a snapshot of an existing source that is newer than the decision shows that a unit is gone.
    assert.equal(change.kind, 'OBSERVE');
    assert.deepEqual([before.decidedBy !== '', world.hasSource, world.seen[index]], [true, true, false]);
    assert(world.snapshot > (before.decidedSnapshot ?? Infinity));
  }
  // A closed ticket changes no state: only the next snapshot of the source decides.
  if (change.kind === 'REPORT') assert.deepEqual([after.state, before.state === 'REVOKED' || before.state === 'OVERDUE'], [before.state, true]);
  if (before.reportedSnapshot !== null && after.reportedSnapshot === null && change.kind === 'OBSERVE')
    assert(world.snapshot > before.reportedSnapshot);
  if (after.state === 'GONE') assert.deepEqual([change.kind, before.decidedBy, world.seen[index]], ['OBSERVE', '', false]);
  if (after.state === 'OVERDUE' && before.state !== 'OVERDUE') assert.deepEqual([world.isOver, world.seen[index]], [true, true]);
  if (after.state === 'KEPT' && change.kind === 'DECIDE') assert(after.reason.length >= 10);
  if (before.state === 'KEPT' && change.kind !== 'DECIDE' && change.kind !== 'NEXT_STAGE') assert.equal(after.state, 'KEPT');
}

const isClosed = ({ isClosed: isOver, stage, items }: World, index: number): boolean => isOver || (items[index]?.stage ?? 1) < stage;

const decide = (decision: 'KEEP' | 'REVOKE' | 'UNDO', by: string, reason: string, index: number): Move => ({
  name: `${by} ${decision} ${index} ${reason}`,
  to: (world) => applied(world, index, { kind: 'DECIDE', decision, by, reason, at: AT, snapshot: world.snapshot, isClosed: isClosed(world, index) }),
});

const delegate = (by: string, to: string, index: number): Move => ({
  name: `${by} delegates ${index} to ${to}`,
  to: (world) => applied(world, index, { kind: 'DELEGATE', by, to, mayDelegateAll: by === FALLBACK, isClosed: isClosed(world, index) }),
});

const observe: Move = {
  name: 'snapshot',
  to: (world) => {
    const next = { ...world, snapshot: world.snapshot + 1, seen: world.hasSource ? world.exists : world.exists.map(() => false) };
    return next.items.reduce(
      (now, _item, index) =>
        applied(now, index, {
          kind: 'OBSERVE',
          seen: { snapshot: next.snapshot, sourceSnapshot: next.hasSource ? next.snapshot : 0, fingerprint: next.seen[index] ? 'f' : null },
          start: START,
          isOver: next.isOver,
          isClosed: next.isClosed,
        }),
      next,
    );
  },
};

const report = (index: number): Move => ({
  name: `ticket of ${index} closed`,
  to: (world) => applied(world, index, { kind: 'REPORT', snapshot: world.snapshot }),
});

const nextStage = (takes: StageTakes): Move => ({
  name: 'next stage',
  to: (world) => {
    if (world.isClosed || world.stage > 1) return null;
    const change = { kind: 'NEXT_STAGE' as const, stage: 2, takes, reviewer: 'saul@x.example', fallback: FALLBACK };
    return { ...world.items.reduce((now, _item, index) => applied(now, index, change), world), stage: 2 };
  },
});

function silence(rule: OnSilence): Move {
  return {
    name: `silence ${rule}`,
    to: (world) => {
      if (world.isClosed) return null;
      const isLast = rule !== 'ESCALATE' || world.items.every(({ state, reviewer }) => state !== 'OPEN' || reviewer === FALLBACK);
      const all = world.items.reduce((now, _item, index) => applied(now, index, { kind: 'SILENCE', rule, fallback: FALLBACK, isLast }), world);
      return { ...all, isClosed: isLast };
    },
  };
}

const cloud = (index: number): Move => ({
  name: `cloud ${index}`,
  to: (world) => ({ ...world, exists: world.exists.map((one, n) => (n === index ? !one : one)) }),
});

const flags: Move[] = [
  { name: 'source removed', to: (world) => (world.hasSource ? { ...world, hasSource: false } : null) },
  { name: 'last day of revocations over', to: (world) => (world.isClosed && !world.isOver ? { ...world, isOver: true } : null) },
];

/** Visits every state that is reached by some order of the moves. */
function explore(items: number, moves: readonly Move[], depth: number): { states: number; kinds: Set<ReviewItemState>; worlds: World[] } {
  const first: World = {
    ...{ items: Array.from({ length: items }, () => NEW), exists: Array.from({ length: items }, () => true) },
    ...{ seen: Array.from({ length: items }, () => true), snapshot: START, stage: 1, hasSource: true, isClosed: false, isOver: false },
  };
  // Versions and the numbers of snapshots only grow, so states that differ in nothing else behave alike.
  const keyOf = ({ snapshot, items: all, ...world }: World): string =>
    JSON.stringify([
      world,
      all.map(({ version: _version, decidedSnapshot, checkedSnapshot, reportedSnapshot, ...item }) => [
        item,
        reportedSnapshot === null ? null : snapshot - reportedSnapshot > 0,
        decidedSnapshot === null ? null : snapshot - decidedSnapshot > 0,
        checkedSnapshot === null,
      ]),
    ]);
  const known = new Map([[keyOf(first), first]]);
  for (let layer = [first], step = 0; layer.length > 0 && step < depth; step++) {
    const next: World[] = [];
    for (const world of layer) {
      for (const move of moves) {
        const reached = move.to(world);
        if (!reached || known.has(keyOf(reached))) continue;
        known.set(keyOf(reached), reached);
        next.push(reached);
      }
    }
    layer = next;
  }
  const worlds = [...known.values()];
  return { states: worlds.length, kinds: new Set(worlds.flatMap(({ items: all }) => all.map(({ state }) => state))), worlds };
}

const REASON = 'The nightly job needs it';
const movesOf = (index: number, reviewers: readonly string[]): Move[] => [
  ...reviewers.flatMap((by) => [
    decide('KEEP', by, REASON, index),
    decide('KEEP', by, '', index),
    decide('REVOKE', by, '', index),
    decide('UNDO', by, '', index),
  ]),
  ...reviewers.flatMap((by) => reviewers.filter((to) => to !== by).map((to) => delegate(by, to, index))),
  cloud(index),
];

describe.each(['KEEP', 'PROPOSE_REVOKE', 'ESCALATE'] as const)('a campaign that ends with %s', (rule) => {
  it('keeps its promises for one item in every order of everything that can happen', () => {
    const moves = [...movesOf(0, [...REVIEWERS, FALLBACK]), observe, silence(rule), ...flags];
    const { states, kinds, worlds } = explore(1, moves, Infinity);
    const ofSilence = { KEEP: [], PROPOSE_REVOKE: ['PROPOSED'], ESCALATE: ['UNDECIDED'] }[rule];
    expect([...kinds].sort()).toEqual(['DONE', 'GONE', 'KEPT', 'OPEN', 'OVERDUE', 'REVOKED', ...ofSilence].sort());
    expect(states).toBeGreaterThan(100);
    // A closed campaign has no item that waits for a decision.
    for (const { isClosed, items } of worlds) if (isClosed) expect(items.map(({ state }) => state)).not.toContain('OPEN');
  });

  it('keeps its promises for two items whose changes interleave', () => {
    const moves = [...movesOf(0, REVIEWERS.slice(0, 1)), ...movesOf(1, REVIEWERS.slice(0, 1)), observe, silence(rule), ...flags];
    const { states } = explore(2, moves, Infinity);
    expect(states).toBeGreaterThan(1000);
  });
});

it.each(STAGE_TAKES)('a second stage that takes %s decisions keeps the promises for one item in every order', (takes) => {
  const moves = [...movesOf(0, ['rita@x.example', 'saul@x.example', FALLBACK]), observe, nextStage(takes), ...flags];
  const { states, worlds } = explore(1, moves, Infinity);
  expect(states).toBeGreaterThan(200);
  const inStage = worlds.filter(({ stage }) => stage === 2).flatMap(({ items }) => items);
  // A revocation that was done stays one, even if the unit returns in the second stage.
  const left = inStage.filter(({ stage, decidedBy }) => stage === 1 && decidedBy !== '').map(({ state }) => state);
  expect(left.includes('KEPT')).toBe(takes === 'REVOKED');
  // A second reviewer may come to the opposite decision.
  const turned = inStage.filter(
    ({ state, earlier }) => earlier.some(({ decision }) => decision !== state) && (state === 'KEPT' || state === 'REVOKED'),
  );
  expect(turned.length > 0).toBe(true);
});

it('a ticket of a revocation changes no state, in every order of what people, tickets and snapshots do', () => {
  const [by] = REVIEWERS as [string];
  const moves = [decide('REVOKE', by, '', 0), decide('UNDO', by, '', 0), cloud(0), observe, silence('KEEP'), report(0), ...flags];
  const { worlds } = explore(1, moves, Infinity);
  const reported = worlds.flatMap(({ items }) => items).filter(({ reportedSnapshot: snapshot }) => snapshot !== null);
  expect([...new Set(reported.map(({ state }) => state))].sort()).toEqual(['OVERDUE', 'REVOKED']);
});

describe('a decision', () => {
  const decision = (change: Partial<Extract<ItemChange, { kind: 'DECIDE' }>>, item: Partial<ItemStatus> = {}) =>
    changed({ ...NEW, ...item }, FACTS, {
      ...{ kind: 'DECIDE', decision: 'KEEP', reason: REASON, by: 'rita@x.example', at: AT, snapshot: 3, isClosed: false },
      ...change,
    });

  it('belongs to the reviewer, who is never the identity', () => {
    expect(decision({ by: 'saul@x.example' })).toEqual({ refusal: 'NOT_REVIEWER' });
    expect(decision({ by: 'ann@x.example' }, { reviewer: 'ann@x.example' })).toEqual({ refusal: 'SELF_REVIEW' });
  });

  it('needs a reason to keep unused access to tier 0, an open campaign, and a unit that is still there', () => {
    expect(decision({ reason: ' short ' })).toEqual({ refusal: 'REASON_NEEDED' });
    expect(decision({ isClosed: true })).toEqual({ refusal: 'CLOSED' });
    expect(decision({}, { state: 'GONE' })).toEqual({ refusal: 'ALREADY_GONE' });
  });

  it('is refused to whoever decided in a stage before', () => {
    const earlier = [{ stage: 1, decision: 'KEPT' as const, by: 'rita@x.example', at: AT.toISOString(), reason: REASON }];
    expect(decision({}, { stage: 2, earlier })).toEqual({ refusal: 'DECIDED_BEFORE' });
    expect(
      changed({ ...NEW, stage: 2, earlier, reviewer: 'saul@x.example' }, FACTS, {
        ...{ kind: 'DELEGATE', to: 'rita@x.example', by: 'saul@x.example', mayDelegateAll: false, isClosed: false },
      }),
    ).toEqual({ refusal: 'DECIDED_BEFORE' });
  });

  it('can be taken back', () => {
    const kept = decision({});
    if ('refusal' in kept) throw new Error(kept.refusal);
    expect(kept.status).toMatchObject({ state: 'KEPT', reason: REASON, decidedBy: 'rita@x.example', decidedSnapshot: 3, version: 2 });
    expect(decision({ decision: 'UNDO' }, kept.status)).toMatchObject({ status: { state: 'OPEN', reason: '', decidedBy: '', version: 3 } });
    expect(decision({ decision: 'UNDO' })).toEqual({ refusal: 'NOT_DECIDED' });
  });
});
