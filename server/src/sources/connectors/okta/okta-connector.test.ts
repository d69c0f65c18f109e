import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { factsOfExport, factsOfFolder, neverAborted, pullInto } from '../../../../test/support/connector-pull';
import { Calendar } from '../../../../demo/calendar';
import { oktaBundle } from '../../../../demo/okta/bundle';
import { Plan } from '../../../../demo/plan';
import { startOktaStandIn } from '../../../../demo/stand-ins/okta-stand-in';
import type { StandIn } from '../../../../demo/stand-ins/stand-in';
import { OktaBundleReader } from '../../../graph/providers/directory/read/read-okta-bundle';
import { Transport } from '../http/transport';
import type { Pull } from '../pull';
import { OktaClient } from './okta-client';
import { OktaConnector } from './okta-connector';

const DOMAIN = 'id.stand-in.example';
const TOKEN = 'a-token-of-the-stand-in';
const plan = new Plan({ size: 'S', seed: 1 }, new Calendar('2026-03-02', 0));
const bundle = oktaBundle(plan);
/** Users who have not left. */
const active = [...plan.people()].filter((person) => person.leftDaysAgo === null || !plan.hasLeft(person)).length;

let standIn: StandIn;
let folder: string;
let waits: number[];
beforeAll(async () => {
  standIn = await startOktaStandIn(bundle, { token: TOKEN, pageSize: 40 });
});
afterAll(() => standIn.close());
beforeEach(async () => {
  standIn.reset();
  waits = [];
  folder = await mkdtemp(join(tmpdir(), 'cam-okta-'));
});
afterEach(() => rm(folder, { recursive: true }));

function connector(token = TOKEN): OktaConnector {
  const wait = async (ms: number): Promise<void> => void waits.push(ms);
  return new OktaConnector(new OktaClient(standIn.url, token, new Transport({ signal: neverAborted, timeout: 400, wait })), DOMAIN);
}

const runPull = (): Promise<Pull> => pullInto(folder, connector(), DOMAIN);
const pulledFacts = (): Promise<string> => factsOfFolder(folder, new OktaBundleReader(), bundle.accountId, bundle.takenAt);
const exportedFacts = (): string => factsOfExport(bundle, new OktaBundleReader());

describe('pulling an Okta org', () => {
  it('yields the same facts as an export, reading every page of every list', async () => {
    const { outcome } = await runPull();
    expect(outcome).toMatchObject({ warnings: [], denied: [], failed: [], failure: null });
    expect(standIn.requests.filter((path) => path.startsWith('/api/v1/users?') && path.includes('after=')).length).toBeGreaterThan(1);
    expect(standIn.mostAtOnce).toBeLessThanOrEqual(6);
    expect(await pulledFacts()).toBe(exportedFacts());
  });

  it('loses no data if the org throttles, fails, resets, times out or refuses a request once', async () => {
    standIn.plan(/\/users\?/, 'throttled', { times: 3 });
    standIn.plan(/\/groups\?/, 'error');
    standIn.plan(/\/groups\/\w+\/users/, 'reset', { after: 2 });
    standIn.plan(/\/apps\?/, 'silent');
    standIn.plan(/\/users\/\w+\/factors/, 'throttled', { after: 20 });
    standIn.plan(/\/logs\?.*after=/, 'unauthorized', { after: 1 });
    const { outcome } = await runPull();
    expect(outcome).toMatchObject({ warnings: [], failed: [], failure: null });
    expect(waits.slice(0, 3)).toEqual([0, 0, 0]);
    expect(await pulledFacts()).toBe(exportedFacts());
  });

  it('continues if users, groups or applications are deleted after they were listed', async () => {
    standIn.plan(/\/groups\/\w+\/users/, 'gone');
    standIn.plan(/\/apps\/\w+\/groups/, 'gone');
    standIn.plan(/\/users\/\w+\/factors/, 'gone', { times: 2 });
    expect((await runPull()).outcome).toMatchObject({ warnings: [], denied: [], failed: [], failure: null });
  });

  it('warns about a denied log and names the role to grant', async () => {
    standIn.plan(/\/logs\?/, 'forbidden', { times: 99 });
    const { outcome } = await runPull();
    expect(outcome).toMatchObject({ denied: ['logs'], failed: [], failure: null });
    expect(outcome.warnings).toEqual([{ file: 'logs', place: null, message: expect.stringMatching(/returned 403 .*Read-only Administrator role/) }]);
  });

  it('reads the factors of each active user, and resumes after the last stored users', async () => {
    standIn.plan(/\/users\/\w+\/factors/, 'error', { after: 60, times: 99 });
    const { outcome } = await runPull();
    expect(outcome).toMatchObject({ failed: ['factors'], failure: null });
    standIn.reset();
    expect((await runPull()).outcome).toMatchObject({ failed: [], warnings: [] });
    // The first fifty are staged.
    expect(standIn.requests.every((path) => path.endsWith('/factors'))).toBe(true);
    expect(standIn.requests.length).toBe(active - 50);
    expect(await pulledFacts()).toBe(exportedFacts());
  });

  it('reads the policies of a classic org, which rejects policy types of the Identity Engine', async () => {
    const classic = await startOktaStandIn(bundle, { token: TOKEN, isClassic: true });
    const client = new OktaClient(classic.url, TOKEN, new Transport({ signal: neverAborted }));
    const { outcome } = await pullInto(folder, new OktaConnector(client, DOMAIN), DOMAIN);
    await classic.close();
    expect(outcome).toMatchObject({ warnings: [], denied: [], failed: [], failure: null });
    expect(outcome.read).toContain('policies');
    expect(await readFile(join(folder, 'policies/OKTA_SIGN_ON-0001.json'), 'utf8')).toContain('Administrators');
  });

  it('warns about denied policies and names the role to grant', async () => {
    standIn.plan(/\/policies\?/, 'forbidden', { times: 99 });
    const { outcome } = await runPull();
    expect(outcome).toMatchObject({ denied: ['policies'], failed: [], failure: null });
    expect(outcome.warnings).toEqual([
      { file: 'policies', place: null, message: expect.stringMatching(/returned 403 .*Read-only Administrator role/) },
    ]);
  });

  it('reports lists that keep failing as failed, not as denied', async () => {
    standIn.plan(/\/apps\?/, 'error', { times: 99 });
    const { outcome } = await runPull();
    expect(outcome).toMatchObject({ denied: [], failed: ['apps', 'app-assignments'], failure: null });
    expect(outcome.read).toContain('logs');
  });

  it('fails at once if users cannot be read, and names the role to grant', async () => {
    standIn.plan(/\/users\?/, 'forbidden', { times: 99 });
    const { outcome } = await runPull();
    expect(outcome.failure).toMatch(/returned 403 .*Read-only Administrator role/);
    expect(outcome.read).toEqual([]);
  });

  it('resumes an interrupted pull and repeats no completed request', async () => {
    standIn.plan(/\/logs\?.*after=/, 'error', { after: 3, times: 99 });
    expect((await runPull()).outcome.failed).toEqual(['logs']);
    const before = standIn.requests.length;
    standIn.reset();
    expect((await runPull()).outcome).toMatchObject({ failed: [], warnings: [] });
    expect(standIn.requests.length).toBeLessThan(before);
    expect(standIn.requests.every((path) => /^\/api\/v1\/logs\?.*after=/.test(path))).toBe(true);
    expect(await pulledFacts()).toBe(exportedFacts());
  });

  it('restarts a list from its first page if its stored page cursor has expired', async () => {
    standIn.plan(/\/logs\?.*after=/, 'error', { after: 3, times: 99 });
    await runPull();
    standIn.reset();
    standIn.plan(/\/logs\?.*after=/, 'gone');
    expect((await runPull()).outcome).toMatchObject({ failed: [], warnings: [] });
    expect(await pulledFacts()).toBe(exportedFacts());
  });

  it('succeeds without warnings for an empty org', async () => {
    const empty = await startOktaStandIn({ files: () => [] }, { token: TOKEN });
    const client = new OktaClient(empty.url, TOKEN, new Transport({ signal: neverAborted }));
    const pull = await pullInto(folder, new OktaConnector(client, DOMAIN), DOMAIN);
    await empty.close();
    expect(pull.outcome).toMatchObject({ warnings: [], denied: [], failed: [], failure: null });
    expect(await readFile(join(folder, 'users-0001.json'), 'utf8')).toBe('[]');
  });
});

describe('testing an Okta connection', () => {
  it("returns the org's name and its account", async () => {
    expect(await connector().test()).toEqual({ kind: 'ACCOUNT', id: DOMAIN, name: 'Kestrel Harbor', warnings: [] });
  });

  it("fails with the org's own message, which never contains the token", async () => {
    const failure = await connector('wrong-token')
      .test()
      .catch((error: Error) => error);
    expect(failure).toMatchObject({ fault: 'denied', status: 401, message: expect.stringContaining('Invalid token provided') });
    expect(JSON.stringify(failure) + String(failure)).not.toContain('wrong-token');
  });
});
