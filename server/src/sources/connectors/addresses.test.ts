import { CONNECTABLE } from '@cam/contracts/server';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { neverAborted, pullInto } from '../../../test/support/connector-pull';
import { Calendar } from '../../../demo/calendar';
import { Plan } from '../../../demo/plan';
import { CompanyCloud } from '../../../demo/stand-ins/company-cloud';
import { StandIn } from '../../../demo/stand-ins/stand-in';
import { AwsRegions } from './aws/regions';
import { connectorOf } from './connectors';
import { ProviderEndpoints } from './endpoints';

const LAST_DAY = { since: '2026-03-02', until: '2026-03-03' };
const transport = { signal: neverAborted, wait: async () => undefined };

let company: CompanyCloud;
/** A server at an address that must never be requested. */
let trap: StandIn;
let folder: string;
beforeAll(async () => {
  company = new CompanyCloud(new Plan({ size: 'S', seed: 1 }, new Calendar('2026-03-02', 0)));
  trap = await StandIn.start(() => ({ body: {} }));
});
afterAll(async () => {
  await company.close();
  await trap.close();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cam-addresses-'));
});
afterEach(async () => {
  expect(trap.requests).toEqual([]);
  await rm(folder, { recursive: true });
});

it.each(CONNECTABLE)('the %s connector never follows a redirect', async (cloud) => {
  const standIn = await company.standIn(cloud);
  standIn.reset();
  standIn.plan(/./, 'moved', { times: 99, words: `${trap.url}/elsewhere` });
  const connector = connectorOf(cloud, company.credentials(cloud), { ...(await company.connectorContext(cloud)), transport });
  await expect(connector.test()).rejects.toMatchObject({ message: expect.stringContaining('302') });
});

it('the GCP connector never requests an address from the service account key', async () => {
  const standIn = await company.standIn('GCP');
  standIn.reset();
  const { gcp_json_file_text: text = '', ...fields } = company.credentials('GCP');
  const names = ['auth_uri', 'token_uri', 'auth_provider_x509_cert_url', 'client_x509_cert_url', 'service_account_impersonation_url', 'token_url'];
  const key = { ...JSON.parse(text), universe_domain: new URL(trap.url).host, ...Object.fromEntries(names.map((name) => [name, trap.url])) };
  const connector = connectorOf(
    'GCP',
    { ...fields, gcp_json_file_text: JSON.stringify(key) },
    { ...(await company.connectorContext('GCP')), transport },
  );
  const [project] = company.bundles('GCP');
  const { outcome } = await pullInto(folder, connector, project?.accountId ?? '', LAST_DAY);
  expect(outcome).toMatchObject({ warnings: [], failed: [], failure: null });
});

describe('ProviderEndpoints.okta', () => {
  const endpoints = new ProviderEndpoints({}, ['id.example.com', '.okta.example.net']);

  it.each([
    ['https://company.okta.com', 'https://company.okta.com'],
    ['https://company-admin.okta.com/', 'https://company.okta.com'],
    ['https://id.example.com', 'https://id.example.com'],
    ['https://a.b.okta.example.net', 'https://a.b.okta.example.net'],
  ])('maps the org URL %s to the base address %s', (url, base) => expect(endpoints.okta(url)?.base).toBe(base));

  it.each([
    'http://company.okta.com',
    'https://okta.com',
    'https://company.okta.com.example.org',
    'https://companyokta.com',
    'https://company.okta.com@example.org',
    'https://example.org/company.okta.com',
    'https://company.okta.com:8443',
    'https://company.okta.com/path',
    'https://company.okta.com?x=1',
    'https://company.okta.com#x',
    'https://x.id.example.com',
    'https://okta.example.net',
    'https://127.0.0.1',
    'https://[::1]',
    'https://169.254.169.254',
    'https://2130706433',
    'file:///etc/passwd',
    'company.okta.com',
  ])('rejects %s', (url) => expect(endpoints.okta(url)).toBeNull());
});

it('AwsRegions rejects a region or an account that would change the host', () => {
  const aws = new AwsRegions('aws', null);
  expect(aws.address('s3', 'eu-west-1').host).toBe('s3.eu-west-1.amazonaws.com');
  expect(aws.address('s3control', 'eu-west-1', '111122223333').host).toBe('111122223333.s3-control.eu-west-1.amazonaws.com');
  for (const [region, account] of [['example.org/'], ['example.org#'], ['a@example.org/'], ['eu-west-1', 'example.org/']] as const)
    expect(() => aws.address('s3control', region, account ?? '')).toThrow(/is no/);
});
