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

const pulled = () => pullInto(folder, connector(), id);
const ofPull = () => factsOfFolder(folder, new GcpBundleReader(), id, bundle.takenAt);
const ofExport = () => factsOfExport(toGcpApiFormat(bundle), new GcpBundleReader());

describe('a pull of a project of Google Cloud', () => {
  it('says the same as an export of it with what it inherits, every list to its last page, and sends nothing to where the key says', async () => {
    const { outcome } = await pulled();
    expect(outcome).toMatchObject({ warnings: [], denied: [], failed: [], failure: null });
    for (const list of [/searchAllIamPolicies\?.*pageToken/, /searchAllResources\?.*pageToken/, /v1\/roles\?.*pageToken/]) {
      expect(standIn.requests.some((path) => list.test(path))).toBe(true);
    }
    // As itself for the project, and as the administrator for the directory.
    expect(standIn.requests.filter((path) => path === '/oauth2/token')).toHaveLength(2);
    expect(await ofPull()).toBe(ofExport());
    expect(await ofPull()).toContain('guest@elsewhere.example');
  });

  it('asks for people and groups with the project of the service account alone, and only where an administrator is named', async () => {
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

  it('says what to allow where the service account may not ask as the administrator, and reads the rest', async () => {
    const someone = connector({ admin_email: 'ada@kestrelharbor.example' });
    expect((await someone.test()).warnings).toEqual([
      expect.stringMatching(/directory of users and groups cannot be read: .*issued no token: Client is unauthorized/),
    ]);
    const { outcome } = await pullInto(folder, someone, id);
    expect(outcome).toMatchObject({ denied: ['directory-users', 'directory-groups', 'directory-members'], failed: [], failure: null });
    expect(outcome.warnings[0]?.message).toMatch(/Domain-wide delegation.*admin\.directory\.user\.readonly/);
  });

  it('loses nothing where Google puts off, fails, hangs up, keeps silent, or a token ends in the middle', async () => {
    standIn.plan(/searchAllIamPolicies/, 'throttled', { times: 3 });
    standIn.plan(/v1\/roles/, 'error');
    standIn.plan(/searchAllResources/, 'reset', { after: 1 });
    standIn.plan(/denypolicies/, 'silent');
    standIn.plan(/entries:list/, 'unauthorized', { after: 1 });
    standIn.plan(/directory\/v1\/users/, 'unauthorized');
    const { outcome } = await pulled();
    expect(outcome).toMatchObject({ warnings: [], failed: [], failure: null });
    expect(standIn.requests.filter((path) => path === '/oauth2/token')).toHaveLength(4);
    expect(await ofPull()).toBe(ofExport());
  });

  it('names what may not be read, and which role to grant', async () => {
    standIn.plan(/getAncestry/, 'forbidden', { times: 9 });
    const { outcome } = await pulled();
    expect(outcome).toMatchObject({ denied: ['inherited-policies', 'deny-policies'], failed: [], failure: null });
    expect(outcome.warnings[0]?.message).toMatch(/returned 403 .*roles\/browser/);
  });

  it('goes on where it was cut off, and asks for nothing a second time', async () => {
    standIn.plan(/searchAllResources/, 'error', { after: 2, times: 99 });
    expect((await pulled()).outcome.failed).toEqual(['search-all-resources']);
    standIn.reset();
    expect((await pulled()).outcome).toMatchObject({ failed: [], warnings: [] });
    expect(standIn.requests.filter((path) => !/searchAllResources|\/token$/.test(path))).toEqual([]);
    expect(await ofPull()).toBe(ofExport());
  });
});

describe('testing Google Cloud', () => {
  it('answers with the organization that was named and with what is in it, else with the project of the key', async () => {
    expect(await connector().test()).toEqual({ kind: 'ORGANIZATION', id: organization, name: 'kestrelharbor.example', warnings: [] });
    const { children } = await connector().hierarchy();
    const accounts = (nodes: typeof children): string[] => nodes.flatMap((node) => (node.type === 'ACCOUNT' ? [node.id] : accounts(node.children)));
    expect(accounts(children).sort()).toEqual(bundles.map(({ accountId }) => accountId).sort());
    expect(await connector({ organization_id: '' }).test()).toMatchObject({ kind: 'ACCOUNT', id });
  });

  it('refuses what is no key, and says what Google says of one that is not known', async () => {
    expect(() => connector({ gcp_json_file_text: '{"type": "authorized_user"}' })).toThrow('not a service account key');
    const unknown = JSON.stringify({ ...key, client_email: 'other@reader.iam.gserviceaccount.com' });
    await expect(connector({ gcp_json_file_text: unknown }).test()).rejects.toMatchObject({ message: expect.stringContaining('account not found') });
    const broken = JSON.stringify({ ...key, private_key: 'no key' });
    await expect(connector({ gcp_json_file_text: broken }).test()).rejects.toMatchObject({ message: expect.stringContaining('cannot be read') });
  });
});
