import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMPANY, dump } from './support/aws-account';
import { ended, importAccount, send } from './support/bundle';
import { api, createTenant, type TestTenant } from './support/client';
import { LINK_MODE, rawZip, type ZipFile } from './support/zips';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await createTenant();
});

const FILE = 'iam/get-account-authorization-details.json';
const good: ZipFile = { name: FILE, content: JSON.stringify(dump(COMPANY)) };
const outside = join(tmpdir(), `cam-outside-${randomUUID()}.json`);

const HOSTILE: [string, ZipFile[], string][] = [
  ['a symbolic link', [good, { name: 'x.json', content: '/etc/passwd', declared: { mode: LINK_MODE } }], '"x.json" is a symbolic link.'],
  ['a name that leads outside', [good, { name: `../../../../../../../..${outside}`, content: '{}' }], 'leads outside the zip.'],
  ['an absolute name', [good, { name: outside, content: '{}' }], 'leads outside the zip.'],
  ['a nested archive', [good, { name: 'inner.zip', content: rawZip([good]) }], '"inner.zip" is an archive inside the archive.'],
  ['an encrypted file', [good, { name: 'x.json', content: '{}', declared: { flags: 1 } }], '"x.json" is encrypted.'],
  ['a zip bomb', [good, { name: 'x.json', content: Buffer.alloc(64 * 1024 * 1024) }], '"x.json" unpacks to more than 250 times its size'],
];

describe('a bundle', () => {
  it('without faults is imported, in a thread of its own', async () => {
    const source = await importAccount(tenant.token, rawZip([good]));
    expect(source).toMatchObject({ status: 'ACCOUNT_STATUS_WARNING', progress: 100 });
  });

  it.each(HOSTILE)('with %s fails with a message that names it, and keeps the last snapshot', async (_what, files, message) => {
    const sent = await send(tenant.token, new Uint8Array(rawZip(files)));
    expect(sent.status).toBe(202);
    const source = await ended(tenant.token, sent.body.account.uid);
    expect(source).toMatchObject({ status: 'ACCOUNT_STATUS_ERROR', status_reason: expect.stringContaining(message) as string });
    expect((await api('GET /v1/graph-querymgr/identity', {}, tenant.token)).body.identity_count).toContainEqual(
      expect.objectContaining({ type: 'USER', count: 4 }),
    );
    expect(existsSync(outside)).toBe(false);
  });

  it('with endless nesting in its JSON fails or is skipped, and the server goes on', async () => {
    const deep = `${'['.repeat(3_000_000)}${']'.repeat(3_000_000)}`;
    const sent = await send(tenant.token, deep);
    const source = await ended(tenant.token, sent.body.account.uid);
    expect(source.status).toBe('ACCOUNT_STATUS_ERROR');
    expect(source.status_reason).not.toContain('error on the server');
  });
});
