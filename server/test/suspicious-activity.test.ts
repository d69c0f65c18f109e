import { createRequire } from 'node:module';
import type { AlertInfo } from '@cam/contracts';
import { activityAlert } from '../src/areas/activity/activity-alert';
import { IpCountries } from '../src/areas/activity/ip-countries';
import { LogScanner, type ScanState } from '../src/areas/activity/activity-scan';
import { AlertsService } from '../src/areas/alerts/service';
import type { Context } from '../src/platform/context';
import { deleteEvents, insertEvents } from '../src/graph/store/event-changes';
import { EVENTS } from '../src/graph/store/events';
import { ACCOUNT, allow, arn, dump, policyDocument, user } from './support/aws-account';
import { importAccount, zipOf } from './support/bundle';
import { api, createTenant, tokenFor, type TestTenant } from './support/client';
import { casesToTry, dice as diceOf } from './support/differential';
import { randomEvents, type EventRecord } from './support/random-log';
import { FINDING_RISK } from './support/finding-risk';
import { openTestDatabase, type TestDatabase } from './support/test-database';
import { until } from './support/until';

let tenant: TestTenant;
beforeEach(async () => {
  tenant = await createTenant();
});

let count = 0;
/** Returns a CloudTrail record, `minutes` after a fixed time. */
function record(eventSource: string, eventName: string, minutes: number, extra: object = {}): object {
  return {
    eventID: `event-${(count += 1)}`,
    eventTime: new Date(Date.UTC(2026, 0, 20, 10, minutes)).toISOString(),
    eventType: 'AwsApiCall',
    eventSource: `${eventSource}.amazonaws.com`,
    eventName,
    awsRegion: 'eu-west-1',
    sourceIPAddress: '198.51.100.7',
    userAgent: 'aws-cli/2.15',
    recipientAccountId: ACCOUNT,
    userIdentity: { type: 'IAMUser', arn: arn('user', 'ada'), accountId: ACCOUNT, userName: 'ada' },
    ...extra,
  };
}

/** Imports a snapshot of an account with ada and a log. */
async function snapshot(...Records: object[]): Promise<void> {
  const files = { 'iam/get-account-authorization-details.json': dump({ users: [user('ada'), user('bob')] }), 'cloudtrail/log.json': { Records } };
  await importAccount(tenant.token, await zipOf(files));
}

async function alerts(show: 'ALERT_ALL' | 'ALERT_NOT_DISMISSED' = 'ALERT_ALL'): Promise<AlertInfo[]> {
  const { alert_info_list: all } = (await api('GET /v1/intents/alerts', { query: { show, limit: 500 } }, tenant.token)).body;
  return all.filter(({ alert_type: type }) => type !== 'ALERT_TYPE_GUARDRAIL');
}

/** Waits until all alerts satisfy a condition, and returns them. */
const alertsOnce = (are: (all: AlertInfo[]) => boolean): Promise<AlertInfo[]> =>
  until('the expected alerts exist', async () => {
    const all = await alerts();
    return are(all) ? all : null;
  });

it('suspicious activity raises an alert of its own type, with reasons, events and a chart', async () => {
  const refusals = Array.from({ length: 12 }, (_none, n) => record('s3', 'GetObject', n, { errorCode: 'AccessDenied' }));
  await snapshot(record('cloudtrail', 'StopLogging', 5), ...refusals);
  const all = await alertsOnce((found) => found.length === 2);
  const byType = new Map(all.map((alert) => [alert.alert_type, alert]));
  expect(byType.get('ALERT_TYPE_EVENT')).toMatchObject({
    monitor_id: 'activity.log-tampering',
    severity: 'HIGH',
    status: 'ALERT_STATUS_NEW',
    object_name: 'ada',
    account_id: ACCOUNT,
    start_time: '2026-01-20T10:05:00.000Z',
    end_time: '2026-01-20T10:05:00.000Z',
    event_count: 1,
    reasons: ['StopLogging'],
    technique: 'T1562.008',
    source: expect.stringMatching(/^https:/),
    chart: { kind: 'event', points: [{ point_name: 'StopLogging', point_color: 'red' }] },
  });
  expect(byType.get('ALERT_TYPE_USAGE')).toMatchObject({
    reasons: ['12 calls were denied within 11 minutes: s3:GetObject'],
    chart: { kind: 'usage', y_axis_name: 'Denied calls' },
  });
  const ofType = await api('GET /v2/alerts', { query: { referenceType: 'REFERENCE_TYPE_EVENT' } }, tenant.token);
  expect(ofType.body).toMatchObject([{ referenceId: 'activity.log-tampering', referenceType: 'REFERENCE_TYPE_EVENT' }]);
  expect((await api('GET /v2/alerts/summary', { query: { type: 'PER_REFERENCE' } }, tenant.token)).body).toContainEqual({
    type: 'REFERENCE_TYPE_USAGE',
    id: 'activity.refusal-burst',
    count: 1,
  });
});

it('detection methods can be switched with the right, and report missed activity when switched on', async () => {
  const set = (enabled: boolean, token: string | undefined = tenant.token, method_ids = ['log-tampering']) =>
    api('PATCH /v1/intents/methods', { body: { method_ids, enabled } }, token);
  const reader = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:guardrail:read'] });
  const refused = [await set(false, reader), await set(false, ''), await set(false, tenant.token, ['log-tampering', 'no-such'])];
  expect(refused.map(({ status }) => status)).toEqual([403, 401, 404]);
  expect((await api('GET /v1/intents/methods', {}, await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:account:read'] }))).status).toBe(403);

  expect((await set(false)).status).toBe(200);
  const refusals = Array.from({ length: 12 }, (_none, n) => record('s3', 'GetObject', n, { errorCode: 'AccessDenied' }));
  await snapshot(record('cloudtrail', 'StopLogging', 5), ...refusals);
  expect((await alertsOnce((found) => found.length > 0)).map(({ monitor_id: id }) => id)).toEqual(['activity.refusal-burst']);
  const other = await createTenant();
  const isOn = async (token: string) =>
    (await api('GET /v1/intents/methods', {}, token)).body.methods.find(({ method_id: id }) => id === 'log-tampering')?.enabled;
  expect([await isOn(reader), await isOn(other.token)]).toEqual([false, true]);

  await set(true);
  await alertsOnce((found) => found.some(({ monitor_id: id }) => id === 'activity.log-tampering'));
  const { methods } = (await api('GET /v1/intents/methods', {}, reader)).body;
  expect(methods.filter(({ open_count: open }) => open > 0).map(({ method_id: id }) => id)).toEqual(['log-tampering', 'refusal-burst']);
  const { entries } = (await api('GET /v1/tenants/audit', { query: { search: 'Logging turned off' } }, tenant.token)).body;
  expect(entries.map(({ before, after }) => [before, after].map((values) => (values as { enabled: boolean }[])[0]?.enabled))).toEqual([
    [false, true],
    [true, false],
  ]);
});

it('an alert is raised once, is updated by further activity, and closes when remediated', async () => {
  const [first, second] = [record('cloudtrail', 'StopLogging', 0), record('cloudtrail', 'DeleteTrail', 30)];
  await snapshot(first);
  const [alert] = await alertsOnce((found) => found.length === 1);
  await snapshot(first, second);
  const [same, ...others] = await alertsOnce(([one]) => one?.event_count === 2);
  expect(others).toEqual([]);
  expect(same).toMatchObject({ alert_id: alert?.alert_id, reasons: ['StopLogging, DeleteTrail'], end_time: '2026-01-20T10:30:00.000Z' });
  const body = { update_alert_info_list: [{ alert_id: alert?.alert_id ?? '', status: 'ALERT_STATUS_CLOSE' as const }] };
  expect((await api('PATCH /v1/intents/alerts', { body }, tenant.token)).body.alert_info_list[0]?.remediated_by).toBe(tenant.adminEmail);
  await snapshot(first, second);
  await alertsOnce(([one]) => one?.status === 'ALERT_STATUS_CLOSE');
  // Afterwards the same activity raises an alert again.
  await snapshot(first, second, record('cloudtrail', 'StopLogging', 90));
  const again = await alertsOnce((found) => found.length === 2);
  expect(again.map(({ status }) => status).sort()).toEqual(['ALERT_STATUS_CLOSE', 'ALERT_STATUS_NEW']);
});

it('impossible travel is detected from IP addresses, with the least distance between the countries', async () => {
  const from = (sourceIPAddress: string, minutes: number): object => record('s3', 'ListBuckets', minutes, { sourceIPAddress });
  const day = 24 * 60;
  await snapshot(...Array.from({ length: 12 }, (_none, n) => from('88.198.0.1', n * day)), from('8.8.8.8', 11 * day + 30));
  const all = await alertsOnce((found) => found.length === 2);
  const travel = all.find(({ monitor_id: id }) => id === 'activity.impossible-travel');
  expect(travel).toMatchObject({
    alert_type: 'ALERT_TYPE_LOCATION',
    severity: 'HIGH',
    reasons: [expect.stringMatching(/^Germany, then United States 30 minutes later, at least \d{4} km away$/), 'from 88.198.0.1 and from 8.8.8.8'],
    chart: { kind: 'location', alert_location: { country: 'United States' }, previous_locations: [{ country: 'Germany', city: '' }] },
    // The page uses this query for the user's other activity.
    alert_query: expect.stringMatching(/^any with-attribute uri ".+:USER:.+" with-usage < \d+$/),
  });
  expect(all.map(({ monitor_id: id }) => id)).toContain('activity.new-country');
  const locationQuery = { username: travel?.object_uri ?? '', start_time: '2026-01-01T00:00:00Z', end_time: '2026-02-28T00:00:00Z' };
  const { user_location_list: places } = (await api('GET /v1/usage/user-location', { query: locationQuery }, tenant.token)).body;
  expect(places.map(({ ip_address: ip, location, event_count: n }) => [ip, location?.country, n])).toEqual([
    ['8.8.8.8', 'United States', 1],
    ['88.198.0.1', 'Germany', 12],
  ]);
  expect((await api('GET /v1/usage/user-location', { query: { ...locationQuery, start_time: 'soon' } }, tenant.token)).status).toBe(422);
  expect((await api('GET /v1/usage/user-location', { query: locationQuery }, (await createTenant()).token)).body.user_location_list).toEqual([]);
});

it('an alert graph of a combined risk shows the access paths, and marks the used links', async () => {
  const usual = Array.from({ length: 40 }, (_none, n) => record('ec2', 'DescribeInstances', n * 12 * 60));
  const odd = { userAgent: 'curl/8', awsRegion: 'us-east-1', sourceIPAddress: '198.51.100.200' };
  const resources = [{ ARN: 'arn:aws:s3:::payroll/2026.csv' }];
  const strange = [
    record('s3', 'GetObject', 30_000, { ...odd, resources }),
    record('iam', 'CreateUser', 30_010, odd),
    record('iam', 'PutUserPolicy', 30_020, odd),
    record('iam', 'CreateGroup', 30_030, odd),
    record('ec2', 'CreateTags', 30_040, odd),
  ];
  const own = {
    reads: policyDocument(allow('s3:GetObject', 'arn:aws:s3:::payroll/*')),
    writes: policyDocument(allow('s3:PutObject', 'arn:aws:s3:::payroll/*')),
  };
  const files = {
    'iam/get-account-authorization-details.json': dump({ users: [user('ada', { inline: own })] }),
    's3/list-buckets.json': { Buckets: [{ Name: 'payroll' }] },
    'cloudtrail/log.json': { Records: [...usual, ...strange] },
  };
  await importAccount(tenant.token, await zipOf(files));
  const isRisk = ({ alert_type: type }: AlertInfo): boolean => type === 'ALERT_TYPE_AI';
  const risk = (await alertsOnce((found) => found.some(isRisk))).find(isRisk);
  const query = { alert_id: risk?.alert_id ?? '', result_graph: true };
  const [drawn] = (await api('GET /v1/intents/alerts', { query }, tenant.token)).body.alert_info_list;
  const { nodes = [], links = [] } = drawn?.result_graph ?? {};
  const nameOf = (id: string | undefined): string => nodes.find((node) => node.id === id)?.name ?? '';
  const goneBy = links.filter(({ id }) => drawn?.edge_id_list.includes(id)).map(({ from, to }) => `${nameOf(from)} ${nameOf(to)}`);
  expect(goneBy).toEqual(['ada reads', 'reads payroll']);
  expect(links.length).toBeGreaterThan(goneBy.length);
});

describe('an incremental log evaluation', () => {
  let test: TestDatabase;
  let alerts: AlertsService;
  const countries = new IpCountries(createRequire(__filename).resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'));
  beforeAll(async () => {
    test = await openTestDatabase();
    alerts = new AlertsService({ db: test.db } as Context, {
      sources: { accountsOf: async () => [], runStates: async () => [] },
      graph: { entity: async () => null, peopleOf: async () => new Map(), newestSnapshot: async () => 0 },
      risk: FINDING_RISK,
      notifications: { raised: async () => undefined, queue: async () => undefined },
    });
  }, 240_000);
  afterAll(() => test.remove());

  /** Evaluates a tenant's logs after each step, with or without the memory of the evaluation before. */
  function scannerFor(tenantId: string, { remembers, most }: { remembers: boolean; most: number }) {
    const scanner = new LogScanner({ db: test.db, events: EVENTS, countries }, most);
    let memory: ScanState | null = null;
    return {
      take: (rows: readonly EventRecord[]) =>
        test.db.tenant(tenantId, (tx) =>
          insertEvents(
            tx,
            tenantId,
            rows.map((row) => ({ ...row, tenant_id: tenantId })),
          ),
        ),
      forget: (source: string, before: string | null) => test.db.tenant(tenantId, (tx) => deleteEvents(tx, tenantId, source, before)),
      /** Returns how many events it read. */
      look: async (): Promise<number> => {
        const { found, newsIds, memory: kept, read } = await scanner.scan(tenantId, remembers ? memory : null);
        await test.db.tenant(tenantId, async (tx) => {
          await alerts.reconcileActivity(
            tx,
            tenantId,
            found.map((one) => activityAlert(one, null)),
            { at: new Date(), snapshotTimes: new Map() },
          );
          await EVENTS.dropNews(tx, tenantId, newsIds);
        });
        memory = kept;
        return read;
      },
      alerts: async (): Promise<string[]> => {
        const { rows } = await alerts.list(tenantId, { accountIds: null, show: 'ALERT_ALL', time: 'all' }, { offset: 0, limit: 10_000 });
        return rows
          .map(({ monitor_id: rule, finding_key: key, started_at: since, ended_at: until, event_count: events, reasons, chart }) =>
            JSON.stringify([rule, key.split('\n')[0], since, until, events, reasons, chart]),
          )
          .sort();
      },
    };
  }

  it('raises the same alerts as an evaluation of all events', async () => {
    const rules = new Set<string>();
    for (let seed = 0; seed < casesToTry(4, 60); seed++) {
      const dice = diceOf(seed);
      // Some tenants have more events than an evaluation reads.
      const most = dice.chance(0.3) ? 300 : 100_000;
      const [again, whole] = [true, false].map((remembers) => scannerFor(`${remembers ? 'again' : 'whole'}-${seed}`, { remembers, most }));
      if (!again || !whole) throw new Error('there are two');
      const both = async (act: (tenant: ReturnType<typeof scannerFor>) => Promise<unknown>): Promise<void> => {
        await act(again);
        await act(whole);
      };
      for (let step = 0; step < 6; step++) {
        // The first log covers a month; each later one covers the following days, and some arrive late.
        const events = step === 0 ? randomEvents(dice, 0, 28, 120) : randomEvents(dice, 26 + step * 2, 28 + step * 2, 4);
        await both(({ take }) => take(events));
        const late = dice.chance(0.2) ? randomEvents(dice, 5, 20, 2) : [];
        await both(({ take }) => take(late));
        if (dice.chance(0.2)) {
          const gone = dice.one(['okta', 'aws-111122223333', 'aws-444455556666']);
          const before = dice.chance(0.2) ? null : '2026-01-08';
          await both(({ forget }) => forget(gone, before));
        }
        await both(({ look }) => look());
        const raised = await whole.alerts();
        expect({ seed, step, alerts: await again.alerts() }).toEqual({ seed, step, alerts: raised });
        for (const alert of raised) rules.add(String((JSON.parse(alert) as unknown[])[0]));
      }
      expect(await again.look()).toBe(0);
    }
    // The comparison includes alerts that depend on other users.
    expect([...rules]).toEqual(expect.arrayContaining(['activity.first-sensitive-use', 'activity.unusual-volume', 'activity.impossible-travel']));
  }, 300_000);

  it('reads less than a quarter of the events if one event is new', async () => {
    const tenantOf = scannerFor('little', { remembers: true, most: 100_000 });
    await tenantOf.take(randomEvents(diceOf(1), 0, 28, 200));
    const all = await tenantOf.look();
    const [one] = randomEvents(diceOf(2), 29, 29, 1);
    if (!one) throw new Error('there is an event');
    const plain = {
      ...one,
      identity_id: 'arn:aws:iam::111122223333:user/new',
      session: '',
      action: 's3:ListBuckets',
      letters: 'r',
      source_uid: 'aws-111122223333',
    };
    await tenantOf.take([{ ...plain, account_id: '111122223333', raw: '{}' }]);
    expect(await tenantOf.look()).toBeLessThan(all / 4);
    expect(await tenantOf.look()).toBe(0);
  });
});
