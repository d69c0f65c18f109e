import type { OnSilence, ReviewItem, ReviewStage, TicketsPer } from '@cam/contracts';
import type { ReviewUnitWithUse } from '../src/graph';
import type { Context } from '../src/platform/context';
import { ReviewDecisions, ReviewMails, ReviewsService, ReviewWatch } from '../src/areas/reviews';
import { openTestDatabase, silent, type TestDatabase } from './support/test-database';

/** A tenant whose graph, users and mail server are stand-ins, so that the days of a review can pass at once. */
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
}, 240_000);
afterAll(() => database.remove());

const DAY = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
const unitOf = (name: string): ReviewUnitWithUse => ({
  identity: {
    uri: `t:AWS:1:-:USER:${name}`,
    name,
    type: 'USER',
    nativeId: name,
    profileId: name,
    accountId: '1',
    sourceUid: 's',
    addresses: [],
    attributes: {},
  },
  ...{
    key: `MEMBERSHIP makers ${name}`,
    sharedKey: `MEMBERSHIP makers-${name}`,
    kind: 'MEMBERSHIP',
    name: 'makers',
    action: `Remove ${name} from makers`,
  },
  ...{ uri: 't:AWS:1:-:GROUP:makers', sourceUid: 's', edits: [], classes: new Map([['c', 1]]), roles: new Set(), reach: [0, 1, 0, 0], onlyHere: 1 },
  ...{ fingerprint: 'f', used: 1, lastUsed: null, doubt: '', attributes: {} },
});

function world(tenantId: string) {
  const mails: { to: string; subject: string; text: string }[] = [];
  const state = { users: ['rita@x.example', 'saul@x.example', 'boss@x.example'], names: ['ann', 'bob'], snapshot: 1, refuses: false };
  const work = new Map<string, (data: never, run: { id: string; signal: AbortSignal }) => Promise<void>>();
  const waiting: (() => Promise<void>)[] = [];
  const jobs = {
    define: (name: string, handler: (data: never) => Promise<void>) => work.set(name, handler),
    enqueue: async (name: string, data: never) => {
      waiting.push(() => work.get(name)?.(data, { id: '', signal: new AbortController().signal }) ?? Promise.resolve());
      return '';
    },
  };
  const ctx = { db: database.db, jobs, log: silent, publicUrl: 'https://cam.example' } as unknown as Context;
  const graph = {
    reviewUnits: async () => state.names.map(unitOf),
    newestSnapshot: async () => state.snapshot,
    snapshotTime: async () => '2026-11-01T00:00:00.000Z',
    sourceSnapshots: async () => new Map([['s', state.snapshot]]),
    resourcesOfUnits: async () => new Map(),
  };
  const people = async () => state.users.map((email) => ({ email, name: email }));
  const woken = async () => undefined;
  const sendMail = async (to: string, mail: { subject: string; text: string }) => {
    if (state.refuses) return { sent: false as const, message: 'mailbox full', final: true } as never;
    mails.push({ to, subject: mail.subject, text: mail.text });
    return { sent: true as const } as never;
  };
  const reviewMails = new ReviewMails(ctx, { people, sendMail });
  const queries = { validate: () => undefined, subjects: async () => state.names.map((name) => ({ uri: name })) };
  const tickets = {
    /** Keys of the tickets that were made. */
    made: [] as string[],
    makeAbout: async (_tenantId: string, connection: string, _kind: string, key: string) => {
      tickets.made.push(`${connection} ${key.split(' ').slice(1).join(' ')}`);
    },
    requireTicketSystem: async () => undefined,
    about: async () => new Map(),
  };
  const sources = { accountsOf: async () => [] };
  const watchSoon = async (): Promise<void> => {
    waiting.push(() => watch.watch(tenantId));
  };
  const service: ReviewsService = new ReviewsService(ctx, {
    graph,
    queries,
    people,
    mails: reviewMails,
    woken,
    tickets,
    sources,
    watch: watchSoon,
  });
  const decisions = new ReviewDecisions(ctx, { graph, people, woken });
  const watch: ReviewWatch = new ReviewWatch(ctx, { graph, tickets, people, mails: reviewMails, reviews: service, woken });
  const settle = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await next();
  };
  return {
    ...{ state, mails, service, tickets, decisions, settle },
    start: async (onSilence: OnSilence, repeat: 3 | null = null, stages: ReviewStage[] = [], per: TicketsPer | null = null) => {
      const people = ['rita@x.example', 'saul@x.example'];
      const body = {
        name: 'Yearly',
        query: 'user',
        reviewers: { by: 'PEOPLE' as const, people },
        fallback: 'boss@x.example',
        due_on: inDays(30),
        on_silence: onSilence,
        repeat_months: repeat,
        stages,
        ...(per === null ? {} : { tickets: { connection_id: 'jira', per } }),
      };
      const { campaign_id: id } = await service.start(tenantId, body, 'boss@x.example');
      await settle();
      return id;
    },
    /** Lets days pass, from one to another, with one look a day. */
    pass: async (from: number, to: number) => {
      for (let day = from; day <= to; day++) {
        await watch.watch(tenantId, inDays(day));
        await settle();
      }
    },
    items: async (id: string): Promise<ReviewItem[]> => (await service.items(tenantId, id, {}, {})).items,
    campaign: async (id: string) => (await service.one(tenantId, id, '')).campaign,
  };
}

const summary = (items: ReviewItem[]): string[] => items.map(({ identity, state, reviewer }) => `${identity.name} ${state} ${reviewer}`);

it('reviewers are told at the start and 7, 3 and 1 days before the end, as long as items wait for them', async () => {
  const { start, pass, mails, items, decisions } = world('calendar-mails');
  const id = await start('KEEP');
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['rita@x.example', '[CAM] Access review: Yearly'],
    ['saul@x.example', '[CAM] Access review: Yearly'],
  ]);
  expect(mails[0]?.text).toContain(`1 item waits for your decision in the access review "Yearly". The last day is ${inDays(30)}.`);
  expect(mails[0]?.text).toContain(`https://cam.example/reviews/${id}/mine`);
  mails.length = 0;
  await pass(0, 24);
  expect(mails.map(({ to }) => to)).toEqual(['rita@x.example', 'saul@x.example']);
  const [own] = (await items(id)).filter(({ reviewer }) => reviewer === 'rita@x.example');
  if (!own) throw new Error('no item');
  await decisions.decide('calendar-mails', id, [{ item_id: own.item_id, version: own.version, decision: 'REVOKE' }], 'rita@x.example');
  mails.length = 0;
  await pass(25, 30);
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['saul@x.example', `[CAM] Access review ends on ${inDays(30)}: Yearly`],
    ['saul@x.example', `[CAM] Access review ends on ${inDays(30)}: Yearly`],
  ]);
});

it('silence on the last day is treated as the review says', async () => {
  for (const [rule, state] of [
    ['KEEP', 'KEPT'],
    ['PROPOSE_REVOKE', 'PROPOSED'],
  ] as const) {
    const { start, pass, items, campaign } = world(`calendar-${state.toLowerCase()}`);
    const id = await start(rule);
    await pass(0, 30);
    expect((await campaign(id)).state).toBe('OPEN');
    await pass(31, 31);
    expect(await campaign(id)).toMatchObject({ state: 'CLOSED', closed_by: '' });
    expect(summary(await items(id))).toEqual([`ann ${state} rita@x.example`, `bob ${state} saul@x.example`]);
    expect((await items(id)).map(({ decided_by: by }) => by)).toEqual(['', '']);
  }
});

it('escalation gives the items to the fallback for a week', async () => {
  const { start, pass, items, campaign, decisions } = world('calendar-escalated');
  const id = await start('ESCALATE');
  await pass(0, 31);
  expect(await campaign(id)).toMatchObject({ state: 'OPEN', escalated_until: inDays(37) });
  const now = await items(id);
  expect(summary(now)).toEqual(['ann OPEN boss@x.example', 'bob OPEN boss@x.example']);
  const [first] = now;
  if (!first) throw new Error('no item');
  await decisions.decide('calendar-escalated', id, [{ item_id: first.item_id, version: first.version, decision: 'KEEP' }], 'boss@x.example');
  await pass(32, 38);
  expect((await campaign(id)).state).toBe('CLOSED');
  expect(summary(await items(id))).toEqual(['ann KEPT boss@x.example', 'bob UNDECIDED boss@x.example']);
});

const second = (takes: ReviewStage['takes'], people = ['saul@x.example']): ReviewStage => ({
  ...{ starts_on: inDays(11), reviewers: { by: 'PEOPLE', people }, takes },
});

it('other reviewers decide again in the second stage, which begins on its day and is told', async () => {
  const { start, pass, items, campaign, decisions, mails } = world('calendar-stages');
  const id = await start('PROPOSE_REVOKE', null, [second('KEPT')]);
  expect(await campaign(id)).toMatchObject({ stage: 1, stage_ends_on: inDays(10), due_on: inDays(30), revoke_by: inDays(44) });
  expect(mails[0]?.text).toContain(`The last day is ${inDays(10)}.`);
  await pass(0, 3);
  const [ann, bob] = await items(id);
  if (!ann || !bob) throw new Error('no items');
  await decisions.decide(
    'calendar-stages',
    id,
    [{ item_id: ann.item_id, version: ann.version, decision: 'KEEP', reason: 'Their job' }],
    ann.reviewer,
  );
  mails.length = 0;
  await pass(4, 10);
  // Only whoever has not decided is reminded before the end of the stage.
  expect(new Set(mails.map(({ to }) => to))).toEqual(new Set([bob.reviewer]));
  mails.length = 0;
  await pass(11, 11);
  expect(await campaign(id)).toMatchObject({ state: 'OPEN', stage: 2, stage_ends_on: inDays(30) });
  const later = await items(id);
  // Saul decided nothing about Ann, and nobody decided about Bob.
  expect(summary(later)).toEqual(['ann OPEN saul@x.example', 'bob OPEN saul@x.example']);
  expect(later.map(({ stage, earlier }) => [stage, earlier.map(({ by, decision, reason }) => [by, decision, reason])])).toEqual([
    [2, [['rita@x.example', 'KEPT', 'Their job']]],
    [2, []],
  ]);
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([['saul@x.example', '[CAM] Access review: Yearly']]);
  const [one] = later;
  if (!one) throw new Error('no item');
  const revoke = { item_id: one.item_id, version: one.version, decision: 'REVOKE' as const };
  await expect(decisions.decide('calendar-stages', id, [revoke], 'rita@x.example')).rejects.toMatchObject({ code: 'NOT_REVIEWER' });
  await decisions.decide('calendar-stages', id, [revoke], 'saul@x.example');
  mails.length = 0;
  await pass(12, 30);
  expect(mails.map(({ to }) => to)).toEqual(Array(3).fill('saul@x.example'));
  await pass(31, 31);
  expect(await campaign(id)).toMatchObject({ state: 'CLOSED' });
  expect(summary(await items(id))).toEqual(['ann REVOKED saul@x.example', 'bob PROPOSED saul@x.example']);
});

it('nobody decides in two stages, and decisions that a stage does not take are final', async () => {
  const { start, items, campaign, service, decisions } = world('calendar-two-people');
  const id = await start('KEEP', null, [second('KEPT', ['rita@x.example'])]);
  for (const { item_id, version, reviewer, identity } of await items(id)) {
    const decision = identity.name === 'ann' ? ('KEEP' as const) : ('REVOKE' as const);
    await decisions.decide('calendar-two-people', id, [{ item_id, version, decision }], reviewer);
  }
  const { after } = await service.close('calendar-two-people', id, 'boss@x.example');
  expect(after).toMatchObject({ state: 'OPEN', stage: 2 });
  // Rita kept Ann's access, so the fallback has the second look. Bob's revocation stands.
  expect(summary(await items(id))).toEqual(['ann OPEN boss@x.example', 'bob REVOKED saul@x.example']);
  const [, bob] = await items(id);
  if (!bob) throw new Error('no item');
  const undo = { item_id: bob.item_id, version: bob.version, decision: 'UNDO' as const };
  await expect(decisions.decide('calendar-two-people', id, [undo], 'saul@x.example')).rejects.toMatchObject({ code: 'REVIEW_NOT_OPEN' });
  await service.close('calendar-two-people', id, 'boss@x.example');
  expect(await campaign(id)).toMatchObject({ state: 'CLOSED', closed_by: 'boss@x.example' });
});

it('a review ends with a stage after which nothing is left to decide', async () => {
  const { start, pass, items, campaign, decisions } = world('calendar-nothing-left');
  const id = await start('KEEP', null, [second('REVOKED')]);
  for (const { item_id, version, reviewer } of await items(id))
    await decisions.decide('calendar-nothing-left', id, [{ item_id, version, decision: 'KEEP' }], reviewer);
  await pass(11, 11);
  expect(await campaign(id)).toMatchObject({ state: 'CLOSED', stage: 1 });
});

it('each stage has a day of its own, and keeps its distance in a series', async () => {
  const { start, pass, service } = world('calendar-stage-days');
  const on = (days: number): ReviewStage => ({ ...second('ALL'), starts_on: inDays(days) });
  for (const stages of [[on(0)], [on(31)], [on(5), on(5)]])
    await expect(start('KEEP', null, stages)).rejects.toMatchObject({ code: 'STAGE_WITHOUT_DAYS' });
  await expect(start('KEEP', null, [{ ...on(5), reviewers: { by: 'PEOPLE', people: ['eve@x.example'] } }])).rejects.toMatchObject({
    code: 'NOT_A_USER',
  });
  await start('KEEP', 3, [on(11)]);
  await pass(0, 100);
  const all = await service.list('calendar-stage-days', '');
  expect(all.map(({ created_at: at, stages }) => (Date.parse(stages[0]?.starts_on ?? '') - Date.parse(at.slice(0, 10))) / DAY)).toEqual([11, 11]);
});

it('revocations become tickets when the review closes, one for each source or each reviewer', async () => {
  for (const [per, made] of [
    ['SOURCE', ['jira s']],
    ['REVIEWER', ['jira rita@x.example', 'jira saul@x.example']],
  ] as const) {
    const tenantId = `calendar-tickets-${per.toLowerCase()}`;
    const { start, pass, items, service, decisions, tickets, settle } = world(tenantId);
    const id = await start('KEEP', null, [], per);
    for (const { item_id, version, reviewer } of await items(id))
      await decisions.decide(tenantId, id, [{ item_id, version, decision: 'REVOKE' }], reviewer);
    await pass(1, 2);
    expect(tickets.made).toEqual([]);
    await service.close(tenantId, id, 'boss@x.example');
    await settle();
    expect(tickets.made).toEqual(made);
  }
});

it('the items of a reviewer who leaves go to the fallback', async () => {
  const { start, pass, items, state } = world('calendar-left');
  const id = await start('KEEP');
  state.users = ['saul@x.example', 'boss@x.example'];
  await pass(1, 1);
  expect(summary(await items(id))).toEqual(['ann OPEN boss@x.example', 'bob OPEN saul@x.example']);
});

it('a revocation that nobody carries out is overdue after its last day, and told, until a snapshot shows it gone', async () => {
  const { start, pass, items, decisions, mails, state, campaign } = world('calendar-overdue');
  const id = await start('KEEP');
  for (const { item_id, version, reviewer } of await items(id))
    await decisions.decide('calendar-overdue', id, [{ item_id, version, decision: 'REVOKE' }], reviewer);
  state.snapshot = 2;
  await pass(1, 44);
  expect(summary(await items(id))).toEqual(['ann REVOKED rita@x.example', 'bob REVOKED saul@x.example']);
  mails.length = 0;
  await pass(45, 47);
  expect((await campaign(id)).counts).toMatchObject({ overdue: 2, revoked: 0 });
  expect(mails).toEqual([
    {
      to: 'boss@x.example',
      subject: '[CAM] Revoked access is still there: Yearly',
      text: expect.stringContaining('2 revocations of the access review "Yearly" should have been carried out by now'),
    },
  ]);
  [state.names, state.snapshot] = [['bob'], 3];
  await pass(48, 48);
  expect(summary(await items(id))).toEqual(['ann DONE rita@x.example', 'bob OVERDUE saul@x.example']);
});

it('a series starts a review every three months over a year, each with the time of the first', async () => {
  const { start, pass, service } = world('calendar-series');
  const id = await start('KEEP', 3);
  const first = (await service.one('calendar-series', id, '')).campaign;
  await pass(0, 370);
  const all = (await service.list('calendar-series', '')).toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1));
  expect(all.map(({ name }) => name)).toEqual(['Yearly', ...all.slice(1).map(({ created_at: at }) => `Yearly (${at.slice(0, 10)})`)]);
  expect(all).toHaveLength(5);
  expect(all[1]?.created_at.slice(0, 10)).toBe(first.next_on);
  for (const [index, one] of all.entries()) {
    expect(Date.parse(one.due_on) - Date.parse(one.created_at.slice(0, 10))).toBe(30 * DAY);
    // Only the last one of the series goes on.
    expect(one.next_on === null).toBe(index < 4);
    expect(one.state).toBe(index < 4 ? 'CLOSED' : 'OPEN');
  }
  const last = all[4];
  if (!last) throw new Error('no last review');
  await expect(service.repeat('calendar-series', id, null, 'boss@x.example')).rejects.toMatchObject({ code: 'SERIES_WENT_ON' });
  expect((await service.repeat('calendar-series', last.campaign_id, null, 'boss@x.example')).after).toMatchObject({
    repeat_months: null,
    next_on: null,
  });
  await pass(371, 470);
  expect(await service.list('calendar-series', '')).toHaveLength(5);
});

it('50 keeps within a minute are recorded', async () => {
  const { start, decisions, items, service, state } = world('calendar-pace');
  state.names = Array.from({ length: 120 }, (_, n) => `u${String(n).padStart(3, '0')}`);
  const id = await start('KEEP');
  const own = (await service.items('calendar-pace', id, { reviewer: 'rita@x.example' }, { limit: 500 })).items;
  expect((await items(id)).length).toBe(50);
  const keep = (from: number, to: number) =>
    decisions.decide(
      'calendar-pace',
      id,
      own.slice(from, to).map(({ item_id, version }) => ({ item_id, version, decision: 'KEEP' as const })),
      'rita@x.example',
    );
  expect((await keep(0, 49)).keeps).toBe(49);
  const fastOf = async () => (await service.one('calendar-pace', id, '')).reviewers.find(({ reviewer }) => reviewer === 'rita@x.example')?.fast_keeps;
  expect(await fastOf()).toBe(0);
  expect((await keep(49, 55)).keeps).toBe(55);
  expect(await fastOf()).toBe(55);
});
