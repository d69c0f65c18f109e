import { randomUUID } from 'node:crypto';
import type { Account, AlertShow } from '@cam/contracts/server';
import type { Insertable } from 'kysely';
import { endDismissals } from '../src/areas/alerts/dismissals';
import { AlertsService } from '../src/areas/alerts/service';
import type { AlertTable } from '../src/areas/alerts/tables';
import type { Context } from '../src/platform/context';
import { GuardrailsService } from '../src/areas/guardrails/service';
import { api, createTenant, tokenFor } from './support/client';
import { FINDING_RISK } from './support/finding-risk';
import { openTestDatabase, type TestDatabase } from './support/test-database';

let test: TestDatabase;
let alerts: AlertsService;
let guardrails: GuardrailsService;
let tenantId: string;
let accounts: Account[] = [];
let newestSnapshot = 0;

beforeAll(async () => {
  test = await openTestDatabase();
  const ctx = { db: test.db } as Context;
  alerts = new AlertsService(ctx, {
    sources: { accountsOf: async () => accounts, runStates: async () => [] },
    graph: { entity: async () => null, peopleOf: async () => new Map(), newestSnapshot: async () => newestSnapshot },
    risk: FINDING_RISK,
    notifications: { raised: async () => undefined, queue: async () => undefined },
  });
  guardrails = new GuardrailsService(ctx, {
    alerts,
    queries: { meaning: (query) => `Means ${query}` },
    evaluator: { queue: async () => undefined },
    notifications: { queue: async () => undefined },
    checkRecipients: async (notify) => notify,
  });
}, 180_000);
afterAll(() => test.remove());
beforeEach(() => {
  tenantId = `t-${randomUUID()}`;
});

const create = () => guardrails.create(tenantId, { name: 'Everything', query: 'any', severity: 'HIGH' }, 'ada@x.example');

const subject = { monitor_name: 'Everything', query: 'any', subject_uri: 'u', subject_name: 'u', subject_type: 'USER' } as const;

async function raise(monitor_id: string, alert: Partial<Insertable<AlertTable>> = {}): Promise<void> {
  const { alert_time = '2026-01-01T00:00:00Z', ...rest } = alert;
  const row = { monitor_id, finding_key: randomUUID(), severity: 'HIGH', status: 'ALERT_STATUS_NEW', account_id: '1', ...subject, ...rest } as const;
  await test.db.tenant(tenantId, (tx) =>
    tx
      .insertInto('alert')
      .values({ tenant_id: tenantId, alert_id: randomUUID(), status_changed_by: null, ...row, alert_time })
      .execute(),
  );
}

it('a dismissal ends after its last day by the calendar, and the history says so', async () => {
  const dismissed = { status: 'ALERT_STATUS_IGNORE', severity: 'HIGH' } as const;
  await raise('m', { ...dismissed, dismissed_until: '2026-01-31' });
  await raise('m', { ...dismissed, dismissed_until: '2999-01-31' });
  await raise('m', dismissed);
  await test.db.tenant(tenantId, (tx) => endDismissals(tx, tenantId, '2026-01-31'));
  const page = { offset: 0, limit: 10 };
  const listed = (show: AlertShow) => alerts.list(tenantId, { accountIds: null, show, time: 'all' }, page);
  await test.db.tenant(tenantId, (tx) => endDismissals(tx, tenantId, '2026-02-01'));
  expect((await listed('ALERT_NOT_DISMISSED')).rows).toMatchObject([
    { status: 'ALERT_STATUS_OPEN', dismissed_until_day: null, history: [{ what: 'DISMISSAL_ENDED', by: null }] },
  ]);
  expect((await listed('ALERT_DISMISSED')).rows.map(({ dismissed_until_day: day }) => day).sort()).toEqual(['2999-01-31', null]);
  // Every read ends what is over.
  await raise('m', { ...dismissed, dismissed_until: '2026-01-31' });
  expect(await alerts.counts(tenantId, null)).toEqual({ high: 2, medium: 0, low: 0 });
});

describe('open alerts', () => {
  it('are counted by severity, for all accounts or for the given ones', async () => {
    await raise('m', { severity: 'HIGH' });
    await raise('m', { severity: 'HIGH', status: 'ALERT_STATUS_OPEN', account_id: '2' });
    await raise('m', { severity: 'LOW', account_id: '2' });
    await raise('m', { severity: 'MEDIUM', status: 'ALERT_STATUS_IGNORE' });
    await raise('m', { severity: 'MEDIUM', status: 'ALERT_STATUS_CLOSE' });
    expect(await alerts.counts(tenantId, null)).toEqual({ high: 2, medium: 0, low: 1 });
    expect(await alerts.counts(tenantId, ['2'])).toEqual({ high: 1, medium: 0, low: 1 });
    expect(await alerts.counts(tenantId, [])).toEqual({ high: 0, medium: 0, low: 0 });
    expect(await alerts.counts('another', null)).toEqual({ high: 0, medium: 0, low: 0 });
  });

  it('are counted for their guardrail, with the date of the last alert', async () => {
    const { monitor_id } = await create();
    await raise(monitor_id, { alert_time: '2026-01-02T00:00:00Z' });
    await raise(monitor_id, { alert_time: '2026-01-03T00:00:00Z', status: 'ALERT_STATUS_IGNORE', account_id: '2' });
    const [all] = await guardrails.list(tenantId, { enabledOnly: false, accountId: null });
    expect(all).toMatchObject({ failed_count: 1, last_alert_date: '2026-01-03T00:00:00.000Z' });
    const [one] = await guardrails.list(tenantId, { enabledOnly: false, accountId: '2' });
    expect(one).toMatchObject({ failed_count: 0, last_alert_date: '2026-01-03T00:00:00.000Z' });
  });

  it('are closed when their guardrail is deleted', async () => {
    const { monitor_id } = await create();
    await raise(monitor_id);
    await guardrails.remove(tenantId, [monitor_id], 'bob@x.example');
    expect(await alerts.counts(tenantId, null)).toEqual({ high: 0, medium: 0, low: 0 });
  });

  it('exist at most once for each finding', async () => {
    await raise('m', { finding_key: 'f', status: 'ALERT_STATUS_CLOSE' });
    await raise('m', { finding_key: 'f' });
    await expect(raise('m', { finding_key: 'f' })).rejects.toMatchObject({ code: '23505' });
  });
});

it('a remediated alert is found again only by the snapshot that was evaluated, not by one that was published meanwhile', async () => {
  const remediated = {
    status: 'ALERT_STATUS_OPEN',
    remediated_at: '2026-01-01T10:00:00Z',
    verifying_since: new Date('2026-01-01T10:00:00Z'),
  } as const;
  await raise('m', remediated);
  accounts = [{ account_id: '1', last_snapshot_time: '2026-01-01T11:00:00Z' } as Account];
  newestSnapshot = 8;
  const reopen = (snapshotId: number) => test.db.tenant(tenantId, (tx) => alerts.reopenShown(tx, tenantId, ['m'], snapshotId));
  const now = async () => (await alerts.list(tenantId, { accountIds: null, show: 'ALERT_ALL', time: 'all' }, { offset: 0, limit: 1 })).rows[0];
  // The time above is of snapshot 8, whose findings nobody knows yet.
  await reopen(7);
  expect(await now()).toMatchObject({ verifying_since: expect.anything(), history: [] });
  await reopen(8);
  expect(await now()).toMatchObject({ verifying_since: null, remediated_at: null, history: [{ what: 'FOUND_AGAIN' }] });
  accounts = [];
});

it('a scan of the log closes a remediated alert only by a snapshot that was there before it read the events', async () => {
  const before = new Date('2026-01-01T09:00:00Z');
  const after = new Date('2026-01-01T11:00:00Z');
  const activity = { alert_type: 'ALERT_TYPE_AI', started_at: '2026-01-01T08:00:00Z', ended_at: '2026-01-01T08:30:00Z' } as const;
  await raise('m', { ...activity, status: 'ALERT_STATUS_OPEN', remediated_at: '2026-01-01T10:00:00Z' });
  accounts = [{ account_id: '1', last_snapshot_time: after.toISOString() } as Account];
  const scanned = (at: Date) =>
    test.db.tenant(tenantId, (tx) => alerts.reconcileActivity(tx, tenantId, [], { at: new Date(), snapshotTimes: new Map([['1', at]]) }));
  const status = async () =>
    (await alerts.list(tenantId, { accountIds: null, show: 'ALERT_ALL', time: 'all' }, { offset: 0, limit: 1 })).rows[0]?.status;
  await scanned(before);
  expect(await status()).toBe('ALERT_STATUS_OPEN');
  expect(await alerts.snapshotTimes(tenantId)).toEqual(new Map([['1', after]]));
  await scanned(after);
  expect(await status()).toBe('ALERT_STATUS_CLOSE');
  accounts = [];
});

describe('a built-in guardrail', () => {
  it('allows switching its alerting, but no other change and no deletion', async () => {
    const { monitor_id } = await create();
    await test.db.tenant(tenantId, (tx) => tx.updateTable('guardrail').set({ auto_create: true }).where('tenant_id', '=', tenantId).execute());
    const builtIn = { status: 409, code: 'GUARDRAIL_BUILT_IN' };
    await expect(guardrails.change(tenantId, monitor_id, { name: 'Mine' }, undefined, 'x')).rejects.toMatchObject(builtIn);
    await expect(guardrails.remove(tenantId, [monitor_id], 'x')).rejects.toMatchObject(builtIn);
    expect(await guardrails.switchAlerting(tenantId, [monitor_id], true, 'x')).toMatchObject([{ alerts_enabled: true, name: 'Everything' }]);
    expect(await guardrails.change(tenantId, monitor_id, { alerts_enabled: false }, undefined, 'x')).toMatchObject({ alerts_enabled: false });
  });
});

describe('the calls for alert counts', () => {
  it('return counts to users with the right to read alerts, and refuse others', async () => {
    const { tenantId: tenant, token } = await createTenant();
    expect((await api('GET /v1/intents/alertscount', {}, token)).body).toEqual({ high_count: 0, medium_count: 0, low_count: 0 });
    expect((await api('GET /v2/alerts/count', { query: { accountIds: '1,2' } }, token)).body).toEqual({ highCount: 0, mediumCount: 0, lowCount: 0 });
    const other = await tokenFor({ tenant, scopes: ['cam:guardrail:write'] });
    expect((await api('GET /v1/intents/alertscount', {}, other)).status).toBe(403);
    expect((await api('GET /v2/alerts/count', {}, other)).status).toBe(403);
  });
});
