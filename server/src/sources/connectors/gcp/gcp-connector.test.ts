import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DIRECTORY_ADMIN, withGoogleDirectory } from '../../../../test/support/google-directory';
import { factsOfExport, factsOfFolder, neverAborted, pullInto } from '../../../../test/support/connector-pull';
import { Calendar } from '../../../../demo/calendar';
import type { DemoBundle } from '../../../../demo/files';
import { gcpBundles } from '../../../../demo/gcp/bundle';
import { gcpOrganization } from '../../../../demo/gcp/projects';
import { Plan } from '../../../../demo/plan';
import { toGcpApiFormat, startGcpStandIn } from '../../../../demo/stand-ins/gcp-stand-in';
import type { StandIn } from '../../../../demo/stand-ins/stand-in';
import { GcpBundleReader } from '../../../graph/providers/gcp/read/read';
import type { Connector } from '../connector';
import { connectorOf } from '../connectors';
import { ProviderEndpoints } from '../endpoints';

const plan = new Plan({ size: 'S', seed: 1 }, new Calendar('2026-03-02', 0));
const bundles = [...gcpBundles(plan)].map((made, index) => (index === 0 ? withGoogleDirectory(made) : made));
const bundle = bundles[0] as DemoBundle;
const id = bundle.accountId;
const organization = gcpOrganization(plan).slice('organizations/'.length);
const email = 'cam@reader.iam.gserviceaccount.com';
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key = {
  type: 'service_account',
  project_id: id,
  client_email: email,
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  // URLs in a key are never requested.
  token_uri: 'http://127.0.0.1:1/token',
  auth_uri: 'http://127.0.0.1:1/auth',
};

let standIn: StandIn;
let folder: string;
beforeAll(async () => {
  standIn = await startGcpStandIn(bundles, { email, publicKey, pageSize: 5 });
});
afterAll(() => standIn.close());
beforeEach(async () => {
  standIn.reset();
  folder = await mkdtemp(join(tmpdir(), 'cam-gcp-'));
});
afterEach(() => rm(folder, { recursive: true }));

function connector(changed: Record<string, string> = {}): Connector {
  const transport = { signal: neverAborted, timeout: 400, wait: async () => undefined };
  const credentials = { organization_id: organization, admin_email: DIRECTORY_ADMIN, gcp_json_file_text: JSON.stringify(key), ...changed };
  return connectorOf('GCP', credentials, { endpoints: new ProviderEndpoints({ google: standIn.url }, []), transport });
}

const runPull = () => pullInto(folder, connector(), id);
const pulledFacts = () => factsOfFolder(folder, new GcpBundleReader(), id, bundle.takenAt);
const exportedFacts = () => factsOfExport(toGcpApiFormat(bundle), new GcpBundleReader());

describe('pulling a Google Cloud project', () => {
  it('yields the same facts as an export with inherited policies, and never uses the URLs of the key', async () => {
    const { outcome } = await runPull();
    expect(outcome).toMatchObject({ warnings: [], denied: [], failed: [], failure: null });
    for (const list of [/searchAllIamPolicies\?.*pageToken/, /searchAllResources\?.*pageToken/, /v1\/roles\?.*pageToken/]) {
      expect(standIn.requests.some((path) => list.test(path))).toBe(true);
    }
    // As itself for the project, and as the administrator for the directory.
    expect(standIn.requests.filter((path) => path === '/oauth2/token')).toHaveLength(2);
    expect(await pulledFacts()).toBe(exportedFacts());
    expect(await pulledFacts()).toContain('guest@elsewhere.example');
  });

  it("reads users and groups only with the service account's project, and only if an administrator is set", async () => {
    const directory = (): string[] => standIn.requests.filter((path) => path.startsWith('/admin/'));
    await pullInto(folder, connector({ admin_email: '' }), id);
    expect(directory()).toEqual([]);
    const other = bundles[1]?.accountId ?? '';
    await pullInto(join(folder, 'other'), connector(), other);
    expect(directory()).toEqual([]);
    await pullInto(join(folder, 'domain'), connector({ domain: 'kestrelharbor.example' }), id);
    expect(directory().filter((path) => path.includes('?') && !path.includes('/members'))).not.toEqual([]);
    for (const path of directory()) expect(path).toMatch(/domain=kestrelharbor\.example|\/members\?/);
  });

  it('warns how to allow domain-wide delegation if it is denied, and reads the rest', async () => {
    const otherAdministrator = connector({ admin_email: 'ada@kestrelharbor.example' });
    expect((await otherAdministrator.test()).warnings).toEqual([
      expect.stringMatching(/directory of users and groups cannot be read: .*issued no token: Client is unauthorized/),
    ]);
    const { outcome } = await pullInto(folder, otherAdministrator, id);
    expect(outcome).toMatchObject({ denied: ['directory-users', 'directory-groups', 'directory-members'], failed: [], failure: null });
    expect(outcome.warnings[0]?.message).toMatch(/Domain-wide delegation.*admin\.directory\.user\.readonly/);
  });

  it('loses no data if Google throttles, fails, resets, times out or expires the token', async () => {
    standIn.plan(/searchAllIamPolicies/, 'throttled', { times: 3 });
    standIn.plan(/v1\/roles/, 'error');
    standIn.plan(/searchAllResources/, 'reset', { after: 1 });
    standIn.plan(/denypolicies/, 'silent');
    standIn.plan(/entries:list/, 'unauthorized', { after: 1 });
    standIn.plan(/directory\/v1\/users/, 'unauthorized');
    const { outcome } = await runPull();
    expect(outcome).toMatchObject({ warnings: [], failed: [], failure: null });
    expect(standIn.requests.filter((path) => path === '/oauth2/token')).toHaveLength(4);
    expect(await pulledFacts()).toBe(exportedFacts());
  });

  it('warns about a denied list and names the role to grant', async () => {
    standIn.plan(/getAncestry/, 'forbidden', { times: 9 });
    const { outcome } = await runPull();
    expect(outcome).toMatchObject({ denied: ['inherited-policies', 'deny-policies', 'principal-access-boundaries'], failed: [], failure: null });
    expect(outcome.warnings[0]?.message).toMatch(/returned 403 .*roles\/browser/);
  });

  it('resumes an interrupted pull and repeats no completed request', async () => {
    standIn.plan(/searchAllResources/, 'error', { after: 2, times: 99 });
    expect((await runPull()).outcome.failed).toEqual(['search-all-resources']);
    standIn.reset();
    expect((await runPull()).outcome).toMatchObject({ failed: [], warnings: [] });
    expect(standIn.requests.filter((path) => !/searchAllResources|\/token$/.test(path))).toEqual([]);
    expect(await pulledFacts()).toBe(exportedFacts());
  });
});

describe('testing a Google Cloud connection', () => {
  it("returns the named organization and its hierarchy, or the key's project if none is named", async () => {
    expect(await connector().test()).toEqual({ kind: 'ORGANIZATION', id: organization, name: 'kestrelharbor.example', warnings: [] });
    const { children } = await connector().hierarchy();
    const accounts = (nodes: typeof children): string[] => nodes.flatMap((node) => (node.type === 'ACCOUNT' ? [node.id] : accounts(node.children)));
    expect(accounts(children).sort()).toEqual(bundles.map(({ accountId }) => accountId).sort());
    expect(await connector({ organization_id: '' }).test()).toMatchObject({ kind: 'ACCOUNT', id });
  });

  it("rejects an invalid key, and fails with Google's message for an unknown account", async () => {
    expect(() => connector({ gcp_json_file_text: '{"type": "authorized_user"}' })).toThrow('not a service account key');
    const unknown = JSON.stringify({ ...key, client_email: 'other@reader.iam.gserviceaccount.com' });
    await expect(connector({ gcp_json_file_text: unknown }).test()).rejects.toMatchObject({ message: expect.stringContaining('account not found') });
    const broken = JSON.stringify({ ...key, private_key: 'no key' });
    await expect(connector({ gcp_json_file_text: broken }).test()).rejects.toMatchObject({ message: expect.stringContaining('cannot be read') });
  });
});
