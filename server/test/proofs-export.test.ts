import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EvidenceReport, readPublicKeys } from '@cam/checker';
import { verifyFile } from '@cam/checker/node';
import { allow, arn, dump, group, managedPolicy, policyDocument, role, trust, user } from './support/aws-account';
import { importAccount, zipOf } from './support/bundle';
import { api, createTenant, serverUrl, tokenFor, type TestTenant } from './support/client';
import { until } from './support/until';

const BUNDLE = {
  'iam/get-account-authorization-details.json': dump({
    users: [
      user('ann', { groups: ['readers'] }),
      user('eve', { inline: { become: policyDocument(allow('sts:AssumeRole', arn('role', 'reader'))) } }),
    ],
    groups: [group('readers', ['Read'])],
    roles: [role('reader', trust({ AWS: arn('user', 'eve') }), ['Read'])],
    policies: [managedPolicy('Read', policyDocument(allow('s3:GetObject', 'arn:aws:s3:::payroll/*')))],
  }),
  's3/list-buckets.json': { Buckets: [{ Name: 'payroll' }] },
};

let tenant: TestTenant;
let folder: string;

beforeAll(async () => {
  tenant = await createTenant();
  await importAccount(tenant.token, await zipOf(BUNDLE));
  folder = mkdtempSync(join(tmpdir(), 'cam-evidence-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const start = (query: string, token: string | undefined = tenant.token) => api('POST /v1/proofs/export', { body: { query } }, token);

/** Waits for the evidence of a query, and verifies it as its receiver does. */
async function evidenceOf(query: string): Promise<EvidenceReport> {
  const { status, body } = await start(query);
  expect(status).toBe(202);
  const path = { download_id: body.download.download_id };
  const state = async () => (await api('GET /graph-querymgr/v1/resources/publish/{download_id}', { path }, tenant.token)).body.download;
  await until('the evidence is ready', async () => ['REPORT_STATUS_COMPLETED', 'REPORT_STATUS_ERROR'].includes((await state()).status));
  expect(await state()).toMatchObject({ status: 'REPORT_STATUS_COMPLETED', view: 'EVIDENCE', error: '' });
  const response = await fetch(`${serverUrl}/graph-querymgr/v1/resources/publish/${path.download_id}/file`, {
    headers: { authorization: `Bearer ${tenant.token}` },
  });
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('content-disposition')).toMatch(/filename="evidence___\d{4}-\d\d-\d\d\.zip"/);
  const file = join(folder, 'evidence.zip');
  writeFileSync(file, Buffer.from(await response.arrayBuffer()));
  const { body: keys } = await api('GET /v1/proofs/keys', {});
  return (await verifyFile(file, readPublicKeys(JSON.stringify(keys)))).report as EvidenceReport;
}

describe('the evidence of a query', () => {
  it('has a signed proof for each row, which the checker replays', async () => {
    const query = 'any with-access object_store payroll';
    const report = await evidenceOf(query);
    expect(report).toMatchObject({ code: 0, signature: 'valid', fault: null, manifest: { subject: query, rows: 4, proved: 3 } });
    // The group itself is no identity that signs in.
    expect(report.unproved).toEqual([{ rows: 1, reason: expect.stringContaining('readers is neither a user nor a role') }]);
  });

  it('of a day has the rows and the proofs of that day', async () => {
    const report = await evidenceOf(`user with-access object_store payroll as-of ${new Date().toISOString().slice(0, 10)}`);
    expect(report).toMatchObject({ code: 0, signature: 'valid', manifest: { rows: 2, proved: 2 } });
  });

  it('is refused at once, with a sentence that says what to do', async () => {
    const refusal = async (query: string) => {
      const { status, error } = await start(query);
      return [status, error.code];
    };
    expect(await refusal('user with-')).toEqual([422, 'QUERY_INVALID']);
    expect(await refusal('user with-access object_store nothing')).toEqual([422, 'NOTHING_TO_PROVE']);
    expect(await refusal('user with-access any changed-since 2026-01-01')).toEqual([422, 'QUERY_WITHOUT_ACCESS']);
    expect(await refusal('user')).toEqual([422, 'QUERY_WITHOUT_ACCESS']);
    expect(await refusal('user with-access any as-of 2020-01-01')).toEqual([422, 'BEFORE_FIRST_SNAPSHOT']);
  });

  it('takes the right to read', async () => {
    const withoutRight = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:alerts:read'] });
    expect([(await start('user with-access any', withoutRight)).status, (await start('user with-access any', '')).status]).toEqual([403, 401]);
  });
});

it('a query with more rows than evidence can have is refused with a way to narrow it', async () => {
  const other = await createTenant();
  const users = Array.from({ length: 35 }, (_none, number) => user(`user${number}`, { groups: ['all'] }));
  const names = Array.from({ length: 35 }, (_none, number) => ({ Name: `bucket${number}` }));
  const details = dump({ users, groups: [group('all', ['All'])], policies: [managedPolicy('All', policyDocument(allow('s3:GetObject')))] });
  await importAccount(
    other.token,
    await zipOf({ 'iam/get-account-authorization-details.json': details, 's3/list-buckets.json': { Buckets: names } }),
  );
  const { status, error } = await start('user with-access object_store', other.token);
  expect([status, error.code]).toEqual([422, 'TOO_MANY_ROWS']);
  expect(error.user_message).toContain('more than 1,000 rows');
  expect(error.user_message).toContain('Name an identity or a resource');
});
