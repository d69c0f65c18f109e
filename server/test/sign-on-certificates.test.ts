import { saveConnection } from '../src/areas/single-sign-on/connection-store';
import { CertificateWatch } from '../src/areas/single-sign-on/certificate-watch';
import type { StoredCertificate } from '../src/areas/single-sign-on/certificates';
import type { Context } from '../src/platform/context';
import { openTestDatabase, silent, type TestDatabase } from './support/test-database';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
}, 240_000);
afterAll(() => database.remove());

const certificate = (name: string, validUntil: string): StoredCertificate => ({
  ...{ pem: '', fingerprint: name, subject: `CN=${name}`, validFrom: '2026-01-01T00:00:00.000Z', validUntil },
});
const day = (text: string): number => Date.parse(`${text}T12:00:00Z`);

/** A tenant with a provider, whose users and mail server are stand-ins. */
function world(tenantId: string) {
  const mails: string[] = [];
  const work = new Map<string, (data: never) => Promise<void>>();
  const jobs = {
    define: (name: string, handler: (data: never) => Promise<void>) => work.set(name, handler),
    enqueue: async (name: string, data: never) => work.get(name)?.(data),
  };
  const members = [
    { email: 'admin@x.example', rights: ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'] },
    { email: 'reader@x.example', rights: ['CAM_GENERAL_READ'] },
  ];
  const ctx = { db: database.db, jobs, log: silent, publicUrl: 'https://cam.example' } as unknown as Context;
  const watch = new CertificateWatch(ctx, {
    pool: { membersOf: async () => members as never },
    sendMail: async (to, { subject, text }) => {
      mails.push(`${to}: ${subject}. ${text}`);
      return { sent: true };
    },
    woken: async () => undefined,
  });
  const provide = (certificates: StoredCertificate[], change: { is_enabled?: boolean; warned_certificate?: string } = {}) =>
    database.db.tenant(tenantId, (tx) =>
      saveConnection(tx, {
        ...{ tenant_id: tenantId, connection_id: `c-${tenantId}`, name: 'Example IdP', entity_id: 'https://idp.example', sign_on_url: '' },
        ...{
          metadata_url: '',
          certificates,
          email_attribute: '',
          accepts_unrequested: false,
          signs_requests: false,
          rules: [],
          is_enabled: true,
          is_required: false,
        },
        ...{ break_glass: null, tested_at: null, warned_certificate: null, ...change },
      }),
    );
  const events = () =>
    database.db.tenant(tenantId, (tx) => tx.selectFrom('event').select(['kind', 'data']).where('tenant_id', '=', tenantId).orderBy('seq').execute());
  return { mails, provide, events, at: (text: string) => watch.watch(tenantId, day(text)) };
}

it('administrators are told once, 30 days before the last certificate ends, by mail and by an event', async () => {
  const { mails, provide, events, at } = world('certificates-once');
  await provide([certificate('old', '2026-06-30T00:00:00.000Z')]);
  await at('2026-05-30');
  expect(mails).toEqual([]);
  for (const text of ['2026-06-01', '2026-06-02', '2026-07-01']) await at(text);
  expect(mails).toEqual([expect.stringMatching(/^admin@x\.example: \[CAM\] Single sign-on ends on 2026-06-30\. .*Add its next certificate/)]);
  expect(await events()).toEqual([
    {
      kind: 'sign_on.certificate_ending',
      data: expect.objectContaining({ provider: 'Example IdP', fingerprint: 'old', valid_until: '2026-06-30T00:00:00.000Z' }),
    },
  ]);
  // The next certificate counts for a year, and its own end is told once again.
  await provide([certificate('old', '2026-06-30T00:00:00.000Z'), certificate('next', '2027-06-30T00:00:00.000Z')], { warned_certificate: 'old' });
  await at('2026-07-02');
  expect(mails).toHaveLength(1);
  await at('2027-06-15');
  await at('2027-06-16');
  expect(mails).toHaveLength(2);
  expect(await events()).toHaveLength(2);
});

it('nobody is told of a provider that is off', async () => {
  const { mails, provide, events, at } = world('certificates-off');
  await provide([certificate('old', '2026-06-30T00:00:00.000Z')], { is_enabled: false });
  await at('2026-06-29');
  expect([mails, await events()]).toEqual([[], []]);
});
