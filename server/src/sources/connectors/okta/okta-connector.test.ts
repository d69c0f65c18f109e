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

const pulled = (): Promise<Pull> => pullInto(folder, connector(), DOMAIN);
const ofPull = (): Promise<string> => factsOfFolder(folder, new OktaBundleReader(), bundle.accountId, bundle.takenAt);
const ofExport = (): string => factsOfExport(bundle, new OktaBundleReader());

describe('a pull of an Okta org', () => {
  it('says the same as an export of it, every list to its last page', async () => {
    const { outcome } = await pulled();
    expect(outcome).toMatchObject({ warnings: [], denied: [], failed: [], failure: null });
    expect(standIn.requests.filter((path) => path.startsWith('/api/v1/users?') && path.includes('after=')).length).toBeGreaterThan(1);
    expect(standIn.mostAtOnce).toBeLessThanOrEqual(6);
    expect(await ofPull()).toBe(ofExport());
  });

  it('loses nothing where the org puts off, fails, hangs up or keeps silent', async () => {
    standIn.plan(/\/users\?/, 'throttled', { times: 3 });
    standIn.plan(/\/groups\?/, 'error');
    standIn.plan(/\/groups\/\w+\/users/, 'reset', { after: 2 });
    standIn.plan(/\/apps\?/, 'silent');
    standIn.plan(/\/users\/\w+\/factors/, 'throttled', { after: 20 });
    standIn.plan(/\/logs\?.*after=/, 'unauthorized', { after: 1 });
    const { outcome } = await pulled();
    expect(outcome).toMatchObject({ warnings: [], failed: [], failure: null });
    expect(waits.slice(0, 3)).toEqual([0, 0, 0]);
    expect(await ofPull()).toBe(ofExport());
  });

  it('goes on where what was listed is deleted before it is asked for', async () => {
    standIn.plan(/\/groups\/\w+\/users/, 'gone');
    standIn.plan(/\/apps\/\w+\/groups/, 'gone');
    standIn.plan(/\/users\/\w+\/factors/, 'gone', { times: 2 });
    expect((await pulled()).outcome).toMatchObject({ warnings: [], denied: [], failed: [], failure: null });
  });

  it('names what the token may not read, and what to grant', async () => {
    standIn.plan(/\/logs\?/, 'forbidden', { times: 99 });
    const { outcome } = await pulled();
    expect(outcome).toMatchObject({ denied: ['logs'], failed: [], failure: null });
    expect(outcome.warnings).toEqual([{ file: 'logs', place: null, message: expect.stringMatching(/returned 403 .*Read-only Administrator role/) }]);
  });

  it('asks each person for the factors, and goes on where it was cut off', async () => {
    standIn.plan(/\/users\/\w+\/factors/, 'error', { after: 60, times: 99 });
    const { outcome } = await pulled();
    expect(outcome).toMatchObject({ failed: ['factors'], failure: null });
    standIn.reset();
    expect((await pulled()).outcome).toMatchObject({ failed: [], warnings: [] });
    // The first fifty are staged.
    expect(standIn.requests.every((path) => path.endsWith('/factors'))).toBe(true);
    expect(standIn.requests.length).toBe(active - 50);
    expect(await ofPull()).toBe(ofExport());
  });

  it('takes an org without the Identity Engine, which refuses what it knows no policies of', async () => {
    const classic = await startOktaStandIn(bundle, { token: TOKEN, isClassic: true });
    const client = new OktaClient(classic.url, TOKEN, new Transport({ signal: neverAborted }));
    const { outcome } = await pullInto(folder, new OktaConnector(client, DOMAIN), DOMAIN);
    await classic.close();
    expect(outcome).toMatchObject({ warnings: [], denied: [], failed: [], failure: null });
    expect(outcome.read).toContain('policies');
    expect(await readFile(join(folder, 'policies/OKTA_SIGN_ON-0001.json'), 'utf8')).toContain('Administrators');
  });

  it('names what of policies it may not read', async () => {
    standIn.plan(/\/policies\?/, 'forbidden', { times: 99 });
    const { outcome } = await pulled();
    expect(outcome).toMatchObject({ denied: ['policies'], failed: [], failure: null });
    expect(outcome.warnings).toEqual([
      { file: 'policies', place: null, message: expect.stringMatching(/returned 403 .*Read-only Administrator role/) },
    ]);
  });

  it('tells what the org failed to give from what it refused', async () => {
    standIn.plan(/\/apps\?/, 'error', { times: 99 });
    const { outcome } = await pulled();
    expect(outcome).toMatchObject({ denied: [], failed: ['apps', 'app-assignments'], failure: null });
    expect(outcome.read).toContain('logs');
  });

  it('ends at once where people cannot be read, and says why', async () => {
    standIn.plan(/\/users\?/, 'forbidden', { times: 99 });
    const { outcome } = await pulled();
    expect(outcome.failure).toMatch(/returned 403 .*Read-only Administrator role/);
    expect(outcome.read).toEqual([]);
  });

  it('goes on where it was cut off, and asks for nothing a second time', async () => {
    standIn.plan(/\/logs\?.*after=/, 'error', { after: 3, times: 99 });
    expect((await pulled()).outcome.failed).toEqual(['logs']);
    const before = standIn.requests.length;
    standIn.reset();
    expect((await pulled()).outcome).toMatchObject({ failed: [], warnings: [] });
    expect(standIn.requests.length).toBeLessThan(before);
    expect(standIn.requests.every((path) => /^\/api\/v1\/logs\?.*after=/.test(path))).toBe(true);
    expect(await ofPull()).toBe(ofExport());
  });

  it('begins a list anew where the org does not know the place in it any more', async () => {
    standIn.plan(/\/logs\?.*after=/, 'error', { after: 3, times: 99 });
    await pulled();
    standIn.reset();
    standIn.plan(/\/logs\?.*after=/, 'gone');
    expect((await pulled()).outcome).toMatchObject({ failed: [], warnings: [] });
    expect(await ofPull()).toBe(ofExport());
  });

  it('of an org without anything is whole', async () => {
    const empty = await startOktaStandIn({ files: () => [] }, { token: TOKEN });
    const client = new OktaClient(empty.url, TOKEN, new Transport({ signal: neverAborted }));
    const pull = await pullInto(folder, new OktaConnector(client, DOMAIN), DOMAIN);
    await empty.close();
    expect(pull.outcome).toMatchObject({ warnings: [], denied: [], failed: [], failure: null });
    expect(await readFile(join(folder, 'users-0001.json'), 'utf8')).toBe('[]');
  });
});

describe('testing an Okta org', () => {
  it('answers with its name and the account that it is', async () => {
    expect(await connector().test()).toEqual({ kind: 'ACCOUNT', id: DOMAIN, name: 'Kestrel Harbor', warnings: [] });
  });

  it('fails with what the org says, and never with the token', async () => {
    const failure = await connector('wrong-token')
      .test()
      .catch((error: Error) => error);
    expect(failure).toMatchObject({ fault: 'denied', status: 401, message: expect.stringContaining('Invalid token provided') });
    expect(JSON.stringify(failure) + String(failure)).not.toContain('wrong-token');
  });
});
