import type { AlertInfo } from '@cam/contracts';
import { oktaBundle } from '../demo/okta/bundle';
import { OKTA_ORG } from '../demo/okta/org';
import { startOktaStandIn } from '../demo/stand-ins/okta-stand-in';
import type { StandIn } from '../demo/stand-ins/stand-in';
import { ended } from './support/bundle';
import { api } from './support/client';
import { companyYesterday } from './support/connected-org';
import { startServer, type ServerProcess } from './support/server-process.cjs';
import { PATIENT, until } from './support/until';

const TOKEN = '00verificationTokenThatNobodyMaySee';
const NAME = 'Our Okta';
const HOUR_MS = 3_600_000;

let standIn: StandIn;
let server: ServerProcess;
let admin: string;
let uid: string;
let alertId: string;

async function signIn(scopes?: ['cam:alerts:read']): Promise<string> {
  const request = { body: { tenant: 'demo', ...(scopes ? { scopes } : {}) }, headers: { authorization: `Operator ${server.operatorKey}` } };
  return (await api('POST /v1/operator/token', request, undefined, server.url)).body.access_token;
}

const account = async () => (await api('GET /beta/accounts', { query: { uid } }, admin, server.url)).body.account;
const run = () => api('PATCH /v1/calendar/onDemandRunFSM', { body: { uid } }, admin, server.url);
const verify = (token = admin, id = alertId) => api('POST /v1/alerts/verification', { body: { alert_ids: [id] } }, token, server.url);
const list = async () => (await api('GET /v1/intents/alerts', { query: { limit: 500 } }, admin, server.url)).body.alert_info_list;
const alert = async (id = alertId): Promise<AlertInfo> => {
  const [found] = (await api('GET /v1/intents/alerts', { query: { alert_id: id } }, admin, server.url)).body.alert_info_list;
  if (!found) throw new Error('the alert is gone');
  return found;
};
const events = ({ history }: AlertInfo): string[] => history.map(({ what }) => what);

/** Waits until a snapshot has decided about the alert, and returns it. */
const decided = async (id = alertId): Promise<AlertInfo> => {
  await until('a snapshot decides about the fix', async () => (await alert(id)).verifying_since === null, PATIENT);
  return alert(id);
};
const refusePulls = (): void => standIn.plan(/\/users\?/, 'unauthorized', { times: 999 });

beforeAll(async () => {
  standIn = await startOktaStandIn(oktaBundle(companyYesterday()), { token: TOKEN, pageSize: 60 });
  server = await startServer({ CAM_PROVIDER_URLS: `okta=${standIn.url}`, CAM_OKTA_DOMAINS: OKTA_ORG }, { data: 'console' });
  admin = await signIn();
  const source = { account_name: NAME, cloud_type: 'IDP_OKTA' as const, okta_idp_info: { org_url: `https://${OKTA_ORG}`, token: TOKEN } };
  uid = (await api('POST /beta/accounts', { body: { account: source } }, admin, server.url)).body.account.uid;
  await ended(admin, uid, server.url);
  const isOfGuardrail = ({ alert_type: type }: AlertInfo): boolean => type === 'ALERT_TYPE_GUARDRAIL';
  const raised = await until('a guardrail has an alert', async () => (await list()).find(isOfGuardrail), PATIENT);
  alertId = raised.alert_id;
}, 300_000);
afterAll(async () => {
  await server.stop();
  await standIn.close();
});
beforeEach(() => standIn.reset());

describe('a verification whose pull the provider refuses', () => {
  it('says why, when CAM tries again and what the user can do, without the secret', async () => {
    refusePulls();
    expect((await verify()).body.alert_info_list).toMatchObject([{ verifying_since: expect.any(String), verification_failures: [] }]);
    const failed = await until(
      'the failure shows',
      async () => {
        const now = await alert();
        return now.verification_failures.length > 0 ? now : null;
      },
      PATIENT,
    );
    const { status_reason: reason, next_snapshot_time: next } = await account();
    expect(failed).toMatchObject({ status: 'ALERT_STATUS_OPEN', verifying_since: expect.any(String) });
    expect(failed.verification_failures).toEqual([
      {
        ...{ source_uid: uid, source_name: NAME, began_time: expect.any(String), reason, next_time: next },
        what_to_do: `Check the connection of ${NAME} under Sources, then choose Verify fix again.`,
      },
    ]);
    expect(reason).toContain('Read-only Administrator');
    const wait = Date.parse(next ?? '') - Date.now();
    expect([wait > 0, wait <= HOUR_MS]).toEqual([true, true]);
    // The list says it too.
    const listed = await list();
    expect(listed.find(({ alert_id: id }) => id === alertId)?.verification_failures).toEqual(failed.verification_failures);
    expect(JSON.stringify([listed, failed])).not.toContain(TOKEN);
    expect(server.log()).not.toContain(TOKEN);
  });

  it('shows to users who may read alerts, and only those who may change alerts ask again', async () => {
    const reader = await signIn(['cam:alerts:read']);
    const { body } = await api('GET /v1/intents/alerts', { query: { alert_id: alertId } }, reader, server.url);
    expect(body.alert_info_list[0]?.verification_failures).toHaveLength(1);
    expect((await verify(reader)).status).toBe(403);
    expect((await api('POST /v1/alerts/verification', { body: { alert_ids: [alertId] } }, undefined, server.url)).status).toBe(401);
  });

  it('goes on with the next pull, whoever asked for it, which clears the message and decides', async () => {
    const before = events(await alert());
    await run();
    await ended(admin, uid, server.url);
    const now = await decided();
    expect(now).toMatchObject({ status: 'ALERT_STATUS_OPEN', remediated_by: null, verification_failures: [] });
    expect(events(now)).toEqual([...before, 'FOUND_AGAIN']);
  });

  it('can be requested again at once', async () => {
    refusePulls();
    await verify();
    await until('the failure shows', async () => (await alert()).verification_failures.length > 0, PATIENT);
    standIn.reset();
    expect((await verify()).body.alert_info_list).toMatchObject([{ verifying_since: expect.any(String), verification_failures: [] }]);
    const now = await decided();
    expect(now.verification_failures).toEqual([]);
    expect(events(now).slice(-3)).toEqual(['REMEDIATED', 'VERIFICATION_REQUESTED', 'FOUND_AGAIN']);
  });
});

it('a verification of activity that is over closes the alert after a failed pull, and the alert leaves the list', async () => {
  const isActivity = ({ alert_type: type }: AlertInfo): boolean => type === 'ALERT_TYPE_LOCATION';
  const { alert_id: id } = await until('the log has an alert', async () => (await list()).find(isActivity), PATIENT);
  refusePulls();
  await verify(admin, id);
  await until('the failure shows', async () => (await alert(id)).verification_failures.length > 0, PATIENT);
  standIn.reset();
  await verify(admin, id);
  const now = await decided(id);
  expect(now).toMatchObject({ status: 'ALERT_STATUS_CLOSE', verification_failures: [] });
  expect(events(now).at(-1)).toBe('GONE');
  expect((await list()).map(({ alert_id: one }) => one)).not.toContain(id);
});

describe('a verification gets facts that are read after its request', () => {
  it('with a pull of its own after one that is in progress', async () => {
    await run();
    // The source is being read, and what was read so far may be older than the fix.
    expect((await run()).error.code).toBe('CALENDAR_ERROR_FSM_ALREADY_IN_PROGRESS');
    await verify();
    const { remediated_time: remediated } = await alert();
    expect(events(await decided()).slice(-2)).toEqual(['VERIFICATION_REQUESTED', 'FOUND_AGAIN']);
    const { last_snapshot_time: taken } = await account();
    expect(Date.parse(taken ?? '')).toBeGreaterThan(Date.parse(remediated ?? ''));
  });

  it('with a pull of its own after one that is in progress and fails', async () => {
    standIn.plan(/\/logs\?/, 'forbidden', { times: 1 });
    await run();
    expect((await run()).error.code).toBe('CALENDAR_ERROR_FSM_ALREADY_IN_PROGRESS');
    await verify();
    const now = await decided();
    expect([now.verification_failures, events(now).at(-1)]).toEqual([[], 'FOUND_AGAIN']);
    const { body } = await api('GET /v1/calendar/snapshots', { query: { view: 'HISTORY', uid } }, admin, server.url);
    expect(body.snapshots.slice(0, 2).map(({ snapshot_time: time }) => time !== null)).toEqual([true, false]);
  });

  it('with none of the files that a failed pull left', async () => {
    standIn.plan(/\/apps\?/, 'unauthorized', { times: 999 });
    await run();
    expect((await ended(admin, uid, server.url)).current_phase_enum).toMatch(/_FAILED$/);
    standIn.reset();
    await verify();
    expect(events(await decided()).at(-1)).toBe('FOUND_AGAIN');
    expect(standIn.requests.some((path) => path.startsWith('/api/v1/users?'))).toBe(true);
  });
});
