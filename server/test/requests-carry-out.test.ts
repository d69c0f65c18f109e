import type { AccessRequest, EndpointKey } from '@cam/contracts';
import { arn } from './support/aws-account';
import { api as call, createTenant, tokenFor, type CallArgs, type TestTenant } from './support/client';
import { importLedger } from './support/ledger-account';
import { startServer } from './support/server-process.cjs';
import { STAND_IN_TOKEN, startTicketProducts, type StandInTicket } from './support/ticket-products';
import { PATIENT, until } from './support/until';

jest.setTimeout(180_000);

let products: Awaited<ReturnType<typeof startTicketProducts>>;
let server: Awaited<ReturnType<typeof startServer>>;
let tenant: TestTenant;
let asker: string;

const api = <K extends EndpointKey>(key: K, args: CallArgs<K> = {}, by = tenant.token) => call(key, args, by, server.url);
const uriOf = (type: string, name: string): string => `${tenant.tenantId}:AWS:111122223333:-:${type}:${name}`;

/** Imports the account in which these users are writers. */
const snapshot = (...writers: string[]): Promise<void> => importLedger({ token: tenant.token, url: server.url }, { users: ['finn'], writers });

beforeAll(async () => {
  products = await startTicketProducts();
  server = await startServer({ CAM_ALLOWED_NETWORKS: '127.0.0.0/8' }, { data: 'console' });
  tenant = await createTenant(server);
  const email = `viewer@${tenant.tenantId}.example`;
  const body = { email, tenant: tenant.tenantId, password: 'Right-password-1', scopes: ['cam:general:read' as const] };
  await call('POST /v1/operator/users', { body, headers: { authorization: `Operator ${server.operatorKey}` } }, undefined, server.url);
  asker = await tokenFor({ user: email }, server);
  await snapshot();
}, 240_000);
afterAll(async () => {
  await server?.stop();
  await products?.stop();
});

async function approved(): Promise<AccessRequest> {
  const wanted = { identity_uri: uriOf('USER', 'finn'), resource_uri: uriOf('OBJECT_STORE', 'ledger'), level: 'WRITE' as const };
  const asked = await api(
    'POST /v1/access-requests',
    { body: { ...wanted, reason: 'The ledger has to be corrected', unit: `MEMBERSHIP ${arn('group', 'writers')}`, hours: 4 } },
    asker,
  );
  const { request_id, version } = asked.body;
  return (await api('POST /v1/access-requests/{request_id}/approve', { path: { request_id }, body: { version } })).body;
}

it('an approved request becomes one ticket with the change, which follows what snapshots show', async () => {
  const settings = { kind: 'jira' as const, label: 'Our Jira', url: products.urlOf('jira'), project: 'SEC', user: 'cam@company.example' };
  const connected = await api('POST /v1/connections', { body: { ...settings, token: STAND_IN_TOKEN } });
  const policy = { longest_hours: 24, connection_id: connected.body.connection.connection_id };
  expect((await api('PUT /v1/access-requests/policy', { body: policy })).body).toEqual(policy);

  const { request_id } = await approved();
  const ticketOf = async () => (await api('GET /v1/access-requests/{request_id}', { path: { request_id } })).body.request.ticket;
  const shown = await until(
    'the ticket is made',
    async () => {
      const ticket = await ticketOf();
      return ticket?.url ? ticket : null;
    },
    PATIENT,
  );
  expect(shown).toMatchObject({ connection_label: 'Our Jira', key: expect.stringMatching(/^SEC-/), message: '' });
  expect(products.tickets.jira).toHaveLength(1);
  const [made] = products.tickets.jira as [StandInTicket];
  expect(made.title).toBe('Give access: write access of finn to ledger');
  const text = JSON.stringify(made.body);
  for (const part of ['The ledger has to be corrected', 'Add finn to writers', 'ADD_MEMBER', tenant.adminEmail, `/requests/${request_id}`])
    expect(text).toContain(part);
  // Tickets about alerts are listed apart, and nobody can forget this one.
  expect((await api('GET /v1/tickets')).body.tickets).toEqual([]);

  // Whoever carried it out closes the ticket. It stays closed until the access is over, or longer there than it should be.
  await snapshot('finn');
  await until(
    'the ticket says that the access is there',
    () => made.comments.some((comment) => JSON.stringify(comment).includes('a snapshot shows the access')),
    PATIENT,
  );
  expect(made.done).toBe(false);
  await snapshot();
  await until('the ticket says that the access ended', () => JSON.stringify(made.comments).includes('the access ended'), PATIENT);
  expect(made.done).toBe(true);
  expect(products.tickets.jira).toHaveLength(1);
});
