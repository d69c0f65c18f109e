import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { factsOfExport, factsOfFolder, neverAborted, pullInto } from '../../../../test/support/connector-pull';
import { Calendar } from '../../../../demo/calendar';
import { entraBundle } from '../../../../demo/entra/bundle';
import { Plan } from '../../../../demo/plan';
import { startEntraStandIn } from '../../../../demo/stand-ins/entra-stand-in';
import type { StandIn } from '../../../../demo/stand-ins/stand-in';
import { EntraBundleReader } from '../../../graph/providers/directory/read/read-entra-bundle';
import type { Connector } from '../connector';
import { connectorOf } from '../connectors';
import { ProviderEndpoints } from '../endpoints';

const bundle = entraBundle(new Plan({ size: 'S', seed: 1 }, new Calendar('2026-03-02', 0)));
const tenantId = bundle.accountId;
const clientId = '11111111-2222-3333-4444-555555555555';
const secret = 'a secret of the stand-in';

let standIn: StandIn;
let folder: string;
beforeAll(async () => {
  standIn = await startEntraStandIn(bundle, { tenantId, clientId, secret, pageSize: 40 });
});
afterAll(() => standIn.close());
beforeEach(async () => {
  standIn.reset();
  folder = await mkdtemp(join(tmpdir(), 'cam-entra-'));
});
afterEach(() => rm(folder, { recursive: true }));

function connector(changed: Record<string, string> = {}): Connector {
  const endpoints = new ProviderEndpoints({ login: standIn.url, graph: standIn.url }, []);
  const transport = { signal: neverAborted, timeout: 400, wait: async () => undefined };
  return connectorOf('IDP_AZURE_AD', { tenant_id: tenantId, app_client_id: clientId, app_secret: secret, ...changed }, { endpoints, transport });
}

const runPull = () => pullInto(folder, connector(), tenantId);
const pulledFacts = () => factsOfFolder(folder, new EntraBundleReader(), tenantId, bundle.takenAt);
const exportedFacts = () => factsOfExport(bundle, new EntraBundleReader());

describe('pulling an Entra ID directory', () => {
  it('yields the same facts as an export, reading every page of every list with one token', async () => {
    const { outcome } = await runPull();
    expect(outcome).toMatchObject({ warnings: [], denied: [], failed: [], failure: null });
    expect(standIn.requests.filter((path) => path.includes('skiptoken') && path.startsWith('/v1.0/users')).length).toBeGreaterThan(1);
    expect(standIn.requests.filter((path) => path.endsWith('/token'))).toHaveLength(1);
    expect(await pulledFacts()).toBe(exportedFacts());
  });

  it('loses no data if the directory throttles, fails, resets, times out or expires the token', async () => {
    standIn.plan(/\/users\?/, 'throttled', { times: 3 });
    standIn.plan(/\/groups\?/, 'error');
    standIn.plan(/\/members\?/, 'reset', { after: 2 });
    standIn.plan(/\/servicePrincipals\?/, 'silent');
    standIn.plan(/\/signIns\?.*skiptoken/, 'unauthorized', { after: 1 });
    standIn.plan(/\/token$/, 'error');
    const { outcome } = await runPull();
    expect(outcome).toMatchObject({ warnings: [], failed: [], failure: null });
    expect(standIn.requests.filter((path) => path.endsWith('/token'))).toHaveLength(3);
    expect(await pulledFacts()).toBe(exportedFacts());
  });

  it('continues if groups or applications are deleted after they were listed', async () => {
    standIn.plan(/\/members\?/, 'gone');
    standIn.plan(/\/appRoleAssignedTo\?/, 'gone');
    expect((await runPull()).outcome).toMatchObject({ warnings: [], denied: [], failed: [], failure: null });
  });

  it('reads users without their last sign-in if that is denied, and names the permission and licence', async () => {
    standIn.plan(/\/users\?.*signInActivity/, 'forbidden', { times: 9 });
    standIn.plan(/\/signIns\?/, 'forbidden', { times: 9 });
    const { outcome } = await runPull();
    expect(outcome).toMatchObject({ denied: ['sign-ins'], failed: [], failure: null });
    expect(outcome.warnings.map(({ file, message }) => `${file} ${message}`)).toEqual([
      expect.stringMatching(/^users The last sign-in of users is unknown: .*AuditLog\.Read\.All/),
      expect.stringMatching(/^sign-ins .*AuditLog\.Read\.All.*P1 or P2/),
    ]);
    expect(outcome.read).toContain('users');
  });

  it('reads no eligible roles without a licence, and names the permission to grant if there is one', async () => {
    standIn.plan(/roleEligibilityScheduleInstances/, 'forbidden', { times: 9, words: 'AadPremiumLicenseRequired' });
    expect((await runPull()).outcome).toMatchObject({ warnings: [], denied: [], failed: [], failure: null });
    await rm(folder, { recursive: true });
    standIn.reset();
    standIn.plan(/roleEligibilityScheduleInstances/, 'forbidden', { times: 9 });
    const { outcome } = await runPull();
    expect(outcome.warnings).toEqual([
      { file: 'directory-roles/eligible', place: null, message: expect.stringContaining('RoleEligibilitySchedule.Read.Directory') },
    ]);
  });

  it('reads the rest without conditional access if that is denied, and names the permission to grant', async () => {
    standIn.plan(/conditionalAccess\/policies/, 'forbidden', { times: 9 });
    const { outcome } = await runPull();
    expect(outcome).toMatchObject({ denied: ['conditional-access-policies'], failed: [], failure: null });
    expect(outcome.warnings).toEqual([
      { file: 'conditional-access-policies', place: null, message: expect.stringContaining('Policy.Read.All') as string },
    ]);
    expect(outcome.read).toContain('named-locations');
  });

  it('resumes an interrupted pull and repeats no completed request', async () => {
    standIn.plan(/\/signIns\?.*skiptoken/, 'error', { after: 3, times: 99 });
    expect((await runPull()).outcome.failed).toEqual(['sign-ins']);
    standIn.reset();
    expect((await runPull()).outcome).toMatchObject({ failed: [], warnings: [] });
    expect(standIn.requests.filter((path) => !/\/signIns\?.*skiptoken|\/token$/.test(path))).toEqual([]);
    expect(await pulledFacts()).toBe(exportedFacts());
  });
});

describe('testing an Entra ID connection', () => {
  it("returns the directory's name and applications, and warns if the named application is missing", async () => {
    const applications = [{ id: expect.any(String), name: 'AWS Larkspur Robotics', cloud: 'AWS' }];
    expect(await connector().test()).toEqual({ kind: 'ACCOUNT', id: tenantId, name: 'Kestrel Harbor', warnings: [], applications });
    const other = '99999999-2222-3333-4444-555555555555';
    expect((await connector({ app_instance_id: other }).test()).warnings).toEqual([`The directory has no application with the ID ${other}.`]);
  });

  it("fails with the directory's own message, which never contains the secret", async () => {
    const failure = await connector({ app_secret: 'wrong-secret' })
      .test()
      .catch((error: Error) => error);
    expect(failure).toMatchObject({
      fault: 'denied',
      message: expect.stringMatching(/issued no token: AADSTS7000215: Invalid client secret provided\.$/),
    });
    expect(JSON.stringify(failure) + String(failure)).not.toContain('wrong-secret');
  });
});
