import type { Campaign, EndpointKey } from '@cam/contracts';
import { api as call, createTenant, type CallArgs, type TestTenant } from './support/client';
import { importLedger } from './support/ledger-account';
import { startServer } from './support/server-process.cjs';
import { messageOf, STAND_IN_TOKEN, startTicketProducts, type StandInTicket } from './support/ticket-products';
import { PATIENT, until } from './support/until';

jest.setTimeout(180_000);

let products: Awaited<ReturnType<typeof startTicketProducts>>;
let server: Awaited<ReturnType<typeof startServer>>;
let tenant: TestTenant;

const api = <K extends EndpointKey>(key: K, args: CallArgs<K> = {}) => call(key, args, tenant.token, server.url);

/** Imports the account in which these users are writers. */
const snapshot = (...writers: string[]): Promise<void> => importLedger({ token: tenant.token, url: server.url }, { users: ['ann', 'bob'], writers });

beforeAll(async () => {
  products = await startTicketProducts();
  server = await startServer({ CAM_ALLOWED_NETWORKS: '127.0.0.0/8' }, { data: 'console' });
  tenant = await createTenant(server);
  await snapshot('ann', 'bob');
}, 240_000);
afterAll(async () => {
  await server?.stop();
  await products?.stop();
});

const read = async (id: string) => (await api('GET /v1/campaigns/{campaign_id}', { path: { campaign_id: id } })).body;
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function revokedReview(connectionId: string): Promise<Campaign> {
  const people = { reviewers: { by: 'PEOPLE' as const, people: [tenant.adminEmail] }, fallback: tenant.adminEmail };
  const tickets = { connection_id: connectionId, per: 'SOURCE' as const };
  const body = { name: 'Ledger', query: 'user', ...people, due_on: inDays(9), on_silence: 'KEEP' as const, tickets };
  const started = await api('POST /v1/campaigns', { body });
  if (started.status !== 201) throw new Error(started.error.user_message);
  const { campaign_id: id } = started.body;
  await until('the items are made', async () => (await read(id)).campaign.state === 'OPEN', PATIENT);
  const path = { campaign_id: id };
  const { items } = (await api('GET /v1/campaigns/{campaign_id}/items', { path, query: {} })).body;
  const decisions = items.map(({ item_id, version }) => ({ item_id, version, decision: 'REVOKE' as const, reason: 'They left the team' }));
  await api('POST /v1/campaigns/{campaign_id}/decisions', { path, body: { decisions } });
  return (await api('POST /v1/campaigns/{campaign_id}/close', { path })).body;
}

it('revocations become one ticket for their source, which is closed by the snapshot that no longer shows them', async () => {
  const settings = { kind: 'jira' as const, label: 'Our Jira', url: products.urlOf('jira'), project: 'SEC', user: 'cam@company.example' };
  const { connection, secret } = (await api('POST /v1/connections', { body: { ...settings, token: STAND_IN_TOKEN } })).body;
  const { campaign_id: id, counts } = await revokedReview(connection.connection_id);
  expect(counts).toMatchObject({ items: 2, revoked: 2 });

  const shown = await until('the ticket is made', async () => (await read(id)).tickets.find(({ url }) => url !== ''), PATIENT);
  expect(shown).toMatchObject({ connection_label: 'Our Jira', key: expect.stringMatching(/^SEC-/), status: 'To Do', message: '' });
  const [made] = products.tickets.jira as [StandInTicket];
  expect(made.title).toMatch(/^Revoke access: Ledger, /);
  for (const part of ['Remove ann from writers', 'Remove bob from writers', 'They left the team', tenant.adminEmail, `/reviews/${id}`])
    expect(JSON.stringify(made.body)).toContain(part);

  // A closed ticket reports the changes; nothing is done before a snapshot shows it.
  made.done = true;
  const { content, headers } = messageOf('jira', made, secret ?? '');
  const raw = { content, type: 'application/json' };
  const path = { connection_id: connection.connection_id };
  expect((await call('POST /v1/incoming/{connection_id}', { path, raw, headers }, undefined, server.url)).body).toEqual({ found: 1 });
  const items = async () => (await api('GET /v1/campaigns/{campaign_id}/items', { path: { campaign_id: id }, query: {} })).body.items;
  await until('the revocations are reported', async () => (await items()).every(({ is_reported: is }) => is), PATIENT);
  expect((await items()).map(({ state }) => state)).toEqual(['REVOKED', 'REVOKED']);

  // The next snapshot shows that only one of them was carried out: the ticket is open again.
  await snapshot('bob');
  await until('the ticket is open again', () => !made.done && JSON.stringify(made.comments).includes('still shows access'), PATIENT);
  expect((await items()).map(({ state, is_reported: is }) => [state, is])).toEqual([
    ['DONE', false],
    ['REVOKED', false],
  ]);

  await snapshot();
  await until('the ticket says that the access is gone', () => JSON.stringify(made.comments).includes('no longer show any of this access'), PATIENT);
  expect(made.done).toBe(true);
  expect((await read(id)).campaign.counts).toMatchObject({ done: 2, revoked: 0 });
  expect(products.tickets.jira).toHaveLength(1);
  // Tickets about alerts are listed apart.
  expect((await api('GET /v1/tickets')).body.tickets).toEqual([]);
});

it('a review needs a connection that has tickets', async () => {
  const people = { reviewers: { by: 'PEOPLE' as const, people: [tenant.adminEmail] }, fallback: tenant.adminEmail };
  const tickets = { connection_id: 'none', per: 'SOURCE' as const };
  const body = { name: 'Ledger', query: 'user', ...people, due_on: inDays(9), on_silence: 'KEEP' as const, tickets };
  expect((await api('POST /v1/campaigns', { body })).status).toBe(404);
});
