import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PRODUCT_KINDS, type Api, type EndpointKey, type ProductKind, type Ticket } from '@cam/contracts';
import { allow, dump, policyDocument, user } from './support/aws-account';
import { importAccount, zipOf } from './support/bundle';
import { api as call, createTenant, tokenFor, type CallArgs } from './support/client';
import { startServer } from './support/server-process.cjs';
import {
  interactionOf,
  messageOf,
  SLACK_CHANNEL,
  STAND_IN_TOKEN,
  startTicketProducts,
  type StandInKind,
  type StandInTicket,
} from './support/ticket-products';
import { PATIENT, until } from './support/until';

const ADMIN_SCOPES = ['cam:general:write', 'cam:alerts:read', 'cam:alerts:write', 'cam:guardrail:read'] as const;

type Started = Awaited<ReturnType<typeof startServer>>;
type NewConnection = Api['POST /v1/connections']['body'];

const READS = policyDocument(allow('s3:GetObject', 'arn:aws:s3:::payroll/*'));

/** Limit of a test that waits for snapshots and what follows from them, ms. */
jest.setTimeout(120_000);

let products: Awaited<ReturnType<typeof startTicketProducts>>;
let server: Started;
let token: string;
/** A channel that gets the first alerts. */
let slack: Awaited<ReturnType<typeof connect>>;

const api = <K extends EndpointKey>(key: K, args: CallArgs<K> = {}, by = token) => call(key, args, by, server.url);

async function snapshot(...readers: string[]): Promise<void> {
  const users = readers.map((name) => user(name, { inline: { reads: READS } }));
  const files = { 'iam/get-account-authorization-details.json': dump({ users }), 's3/list-buckets.json': { Buckets: [{ Name: 'payroll' }] } };
  await importAccount(token, await zipOf(files), { base: server.url });
}

/** The settings that each product needs. */
const SETTINGS: Record<StandInKind, Partial<NewConnection> & Pick<NewConnection, 'project'>> = {
  slack: { project: SLACK_CHANNEL, severities: ['HIGH'], signing_secret: 'signing-secret-of-the-app' },
  jira: { project: 'SEC', user: 'cam@company.example' },
  github: { project: 'acme/access' },
  gitlab: { project: 'acme/access' },
  servicenow: { project: 'incident', user: 'cam' },
};

async function connect(kind: StandInKind, change: Partial<NewConnection> = {}) {
  const body = { kind, label: `Our ${kind}`, url: products.urlOf(kind), token: STAND_IN_TOKEN, ...SETTINGS[kind], ...change };
  const answer = await api('POST /v1/connections', { body });
  if (answer.status !== 201) throw new Error(answer.error.user_message);
  return { ...answer.body.connection, secret: answer.body.secret };
}

async function alerts() {
  return (await api('GET /v1/intents/alerts', { query: { show: 'ALERT_ALL', limit: 100 } as never })).body.alert_info_list;
}

async function alertOf(name: string) {
  return until(
    `the alert about ${name}`,
    async () => (await alerts()).find((one) => one.object_name === name && one.status !== 'ALERT_STATUS_CLOSE'),
    PATIENT,
  );
}

async function make(connectionId: string, about: Ticket['about']): Promise<Ticket> {
  const answer = await api('POST /v1/tickets', { body: { connection_id: connectionId, about } });
  if (answer.status !== 201) throw new Error(answer.error.user_message);
  return answer.body;
}

const ticketNow = async (id: string): Promise<Ticket | undefined> => (await api('GET /v1/tickets')).body.tickets.find((one) => one.ticket_id === id);
const untilTicket = (id: string, what: string, is: (ticket: Ticket) => boolean): Promise<Ticket> =>
  until(what, async () => [await ticketNow(id)].find((ticket) => ticket !== undefined && is(ticket)), PATIENT);

/** Sends a message of a product to CAM, as the product does. */
const tell = (
  kind: ProductKind,
  connectionId: string,
  ticket: StandInTicket,
  secret: string,
  change: { content?: string; headers?: Record<string, string> } = {},
) => {
  const { content, headers } = { ...messageOf(kind, ticket, secret), ...change };
  return call(
    'POST /v1/incoming/{connection_id}',
    { path: { connection_id: connectionId }, raw: { content, type: 'application/json' }, headers },
    undefined,
    server.url,
  );
};

beforeAll(async () => {
  products = await startTicketProducts();
  server = await startServer({ CAM_ALLOWED_NETWORKS: '127.0.0.0/8' }, { data: 'console' });
  ({ token } = await createTenant(server));
  await snapshot('ada', 'bob', 'eve');
  slack = await connect('slack');
  const guardrail = { name: 'Payroll is read', query: 'user with-access object_store payroll for read', severity: 'HIGH' as const };
  const monitorId = (await api('POST /v1/intents/monitors', { body: guardrail })).body.monitor.monitor_id;
  await api('PATCH /v1/intents/monitors', { body: { monitor_ids: [monitorId], alerts_enabled: true } });
  await alertOf('ada');
}, 240_000);
afterAll(async () => {
  await server?.stop();
  await products?.stop();
});
afterEach(async () => {
  for (const { connection_id } of (await api('GET /v1/connections')).body.connections.filter(({ kind }) => kind !== 'slack'))
    await api('DELETE /v1/connections/{connection_id}', { path: { connection_id } });
  products.forbiddenMoves.clear();
});

describe('a connection', () => {
  it.each(PRODUCT_KINDS)('to %s makes a ticket and closes it when it is tested', async (kind) => {
    const { connection_id } = await connect(kind);
    const { body } = await api('POST /v1/connections/{connection_id}/test', { path: { connection_id } });
    expect(body).toMatchObject({ passed: true, message: '' });
    expect(products.tickets[kind].at(-1)).toMatchObject({ title: 'Test of CAM', done: true });
  });

  it('to Jira Data Center sends wiki markup with a personal access token', async () => {
    const { connection_id } = await connect('jira', { user: '' });
    expect((await api('POST /v1/connections/{connection_id}/test', { path: { connection_id } })).body.passed).toBe(true);
    // A message about an earlier ticket may go out meanwhile.
    expect(products.calls.findLast((call) => call.includes('/jira/'))).toContain('/rest/api/2/');
    expect(products.tickets.jira.at(-1)?.body).toEqual(expect.stringContaining('CAM tests its connection'));
  });

  it('to Slack sends a message when it is tested, and says what the app lacks', async () => {
    const path = { connection_id: slack.connection_id };
    expect((await api('POST /v1/connections/{connection_id}/test', { path })).body).toMatchObject({ passed: true });
    const other = await connect('slack', { project: 'C999999999', severities: [] });
    const failed = await api('POST /v1/connections/{connection_id}/test', { path: { connection_id: other.connection_id } });
    expect(failed.body.message).toContain('The channel does not exist');
    await api('DELETE /v1/connections/{connection_id}', { path: { connection_id: other.connection_id } });
  });

  it.each([
    [{ status: 401, body: { message: 'Bad credentials' } }, 'It refused the token (401): Bad credentials'],
    [{ status: 403, body: { errorMessages: ['No create right'] } }, 'The account of the token lacks a right (403): No create right'],
    [{ status: 404, body: { message: 'Not Found' } }, 'It has no such project or ticket, or hides it from the account (404): Not Found'],
    [{ status: 409, body: { message: 'Conflict' } }, 'It answered 409: Conflict'],
    [
      { status: 422, body: { message: 'Validation Failed', errors: [{ resource: 'Issue', field: 'title', code: 'missing' }] } },
      'It answered 422: Validation Failed. title: missing',
    ],
    [{ status: 429, headers: { 'retry-after': '60' } }, 'It allows no more calls at the moment (429)'],
    [{ status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' } }, 'It allows no more calls at the moment (403)'],
    [{ status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 'It answered 302: redirects are not followed. Check the address'],
    [
      { status: 503, body: { error: { message: 'Transaction cancelled', detail: 'maximum execution time exceeded' } } },
      'It answered 503: Transaction cancelled: maximum execution time exceeded',
    ],
  ])('says why the product refuses: %j', async (refusal, message) => {
    const { connection_id } = await connect('github');
    products.refuse(refusal);
    expect((await api('POST /v1/connections/{connection_id}/test', { path: { connection_id } })).body).toMatchObject({ passed: false, message });
  });

  it('never shows its token or its secret again, and keeps the token at the address that it was entered for', async () => {
    const { connection_id, secret } = await connect('jira');
    const path = { connection_id };
    const moved = await api('PATCH /v1/connections/{connection_id}', { path, body: { url: 'https://elsewhere.example' } });
    expect([moved.status, moved.error.user_message]).toEqual([422, expect.stringContaining('Enter the token again')]);
    expect((await api('PATCH /v1/connections/{connection_id}', { path, body: { label: 'Renamed' } })).body.label).toBe('Renamed');
    const renewed = (await api('POST /v1/connections/{connection_id}/secret', { path })).body.secret;
    const seen =
      JSON.stringify([(await api('GET /v1/connections')).body, (await api('GET /v1/events', { query: { limit: 1000 } })).body]) + server.log();
    for (const hidden of [STAND_IN_TOKEN, secret, renewed]) expect(seen).not.toContain(hidden);
  });

  it.each([
    [{ url: 'https://169.254.169.254/' }, 'Private and link-local'],
    [{ url: 'http://example.com/' }, 'http:// is accepted only'],
    [{ url: 'https://a:b@example.com/' }, 'without user, password and query'],
    [{ project: 'SEC"; drop' }, 'Enter the key of the Jira project'],
  ])('cannot have %j', async (change, words) => {
    await expect(connect('jira', change)).rejects.toThrow(words);
  });

  it('belongs to one tenant, and needs the right to change it', async () => {
    const { connection_id } = await connect('jira', { user: 'cam@company.example' });
    const path = { connection_id };
    const other = await createTenant(server);
    expect((await api('PATCH /v1/connections/{connection_id}', { path, body: { label: 'mine' } }, other.token)).status).toBe(404);
    expect((await api('POST /v1/connections/{connection_id}/test', { path }, other.token)).status).toBe(404);
    expect((await api('GET /v1/connections', {}, other.token)).body.connections).toEqual([]);
    const worker = await tokenFor({ tenant: other.tenantId, scopes: ['cam:alerts:write'] }, server);
    expect((await api('DELETE /v1/connections/{connection_id}', { path }, worker)).status).toBe(403);
    expect((await api('GET /v1/connections', {}, worker)).status).toBe(200);
    const reader = await tokenFor({ tenant: other.tenantId, scopes: ['cam:alerts:read'] }, server);
    expect((await api('POST /v1/tickets', { body: { connection_id, about: { kind: 'ALERT', key: 'x' } } }, reader)).status).toBe(403);
    const about = { kind: 'ALERT' as const, key: (await alertOf('ada')).alert_id };
    expect((await api('POST /v1/tickets', { body: { connection_id, about } }, worker)).status).toBe(404);
    expect((await api('POST /v1/tickets/preview', { body: { about } }, worker)).status).toBe(404);
  });
});

describe('a ticket', () => {
  it('follows its alert, and the alert follows it until a snapshot decides', async () => {
    const stay = ['ada', 'bob', 'eve'];
    const users = PRODUCT_KINDS.map((kind) => `user-${kind}`);
    await snapshot(...stay, ...users);
    const all = await Promise.all(PRODUCT_KINDS.map((kind) => makeOwn(kind, `user-${kind}`)));

    // A person closes each ticket: its alert is remediated, and waits.
    for (const { kind, ticket, connection_id, sign } of all) {
      ticket.done = true;
      expect((await tell(kind, connection_id, ticket, sign)).body).toEqual({ found: 1 });
    }
    for (const { own, linked } of all) {
      const remediated = await until(
        `${own} is remediated`,
        async () => [await alertOf(own)].find(({ remediated_time: at }) => at !== null),
        PATIENT,
      );
      expect([remediated.status, remediated.remediated_by]).toEqual(['ALERT_STATUS_OPEN', expect.stringContaining(linked.key)]);
    }

    // The next snapshot still shows the findings: the tickets are open again.
    await snapshot(...stay, ...users);
    for (const { own, kind, ticket } of all) {
      await until(
        `the ticket in ${kind} is open again`,
        () => !ticket.done && ticket.comments.some((text) => text.includes('still shows the finding')),
        PATIENT,
      );
      expect((await alertOf(own)).remediated_time).toBeNull();
    }

    // Then they are gone: the tickets are closed. Their own messages about that change nothing.
    await snapshot(...stay);
    for (const { kind, ticket, linked, connection_id, sign } of all) {
      await until(`the ticket in ${kind} is closed`, () => ticket.done, PATIENT);
      await untilTicket(linked.ticket_id, 'CAM knows', ({ category }) => category === 'DONE');
      await tell(kind, connection_id, ticket, sign);
    }
    const comments = all.map(({ ticket }) => ticket.comments.length);

    // And they come back as other alerts: the same tickets are open again, after one comment.
    await snapshot(...stay, ...users);
    for (const { own, kind, ticket, linked, alert } of all) {
      const later = await alertOf(own);
      expect(later.alert_id).not.toBe(alert.alert_id);
      await until(`the ticket in ${kind} is open once more`, () => !ticket.done, PATIENT);
      const after = await untilTicket(
        linked.ticket_id,
        'both are its alerts',
        ({ alert_ids: ids, category }) => ids.includes(later.alert_id) && category === 'TODO',
      );
      expect(after.alert_ids).toContain(alert.alert_id);
    }
    expect(all.map(({ ticket }) => ticket.comments.length)).toEqual(comments.map((count) => count + 1));
  }, 400_000);

  it('about a group has all of its alerts, and is made once', async () => {
    const groups = (await api('GET /v1/alerts/groups', { query: { by: 'CAUSE' } })).body.groups;
    const group = groups.find(({ count }) => count >= 3);
    const { connection_id } = await connect('github');
    const about = { kind: 'GROUP' as const, key: group?.key ?? '' };
    const [first, second] = [await make(connection_id, about), await make(connection_id, about)];
    expect(first.ticket_id).toBe(second.ticket_id);
    const linked = await untilTicket(first.ticket_id, 'it is made', ({ state }) => state === 'LINKED');
    expect(linked.alert_ids).toHaveLength(group?.count ?? 0);
    const made = products.tickets.github.filter(({ labels }) => labels.includes(linked.label));
    expect(made).toHaveLength(1);
    for (const name of ['ada', 'bob', 'eve']) expect(made[0]?.body).toContain(name);
    expect((await api('GET /v1/tickets', { query: { group: about.key } })).body.found_count).toBe(1);
    expect((await api('GET /v1/tickets', { query: { alert_id: (await alertOf('ada')).alert_id } })).body.found_count).toBe(1);
    expect((await api('POST /v1/tickets/preview', { body: { about: { kind: 'GROUP', key: 'unknown' } } })).status).toBe(404);
  });

  it('that the product refuses shows why, and is made after a retry with what was missing', async () => {
    const { connection_id } = await connect('jira', { issue_type: 'Bug' });
    const made = await make(connection_id, { kind: 'ALERT', key: (await alertOf('bob')).alert_id });
    const failed = await untilTicket(made.ticket_id, 'it fails', ({ state }) => state === 'FAILED');
    expect(failed.message).toBe('It answered 400: customfield_10010: Team is required.');
    await api('PATCH /v1/connections/{connection_id}', { path: { connection_id }, body: { fields: { customfield_10010: '{"value": "Access"}' } } });
    await api('POST /v1/tickets/{ticket_id}/retry', { path: { ticket_id: made.ticket_id } });
    await untilTicket(made.ticket_id, 'it is made', ({ state }) => state === 'LINKED');
    expect(products.tickets.jira.at(-1)?.fields).toEqual({ customfield_10010: { value: 'Access' } });
    expect((await api('DELETE /v1/tickets/{ticket_id}', { path: { ticket_id: made.ticket_id } })).status).toBe(204);
    expect(await ticketNow(made.ticket_id)).toBeUndefined();
  });

  it('waits for a product that is down or limits calls, and is not made twice when an answer is lost', async () => {
    const { connection_id } = await connect('github');
    products.refuse({ status: 503, body: {} });
    const made = await make(connection_id, { kind: 'ALERT', key: (await alertOf('eve')).alert_id });
    const waiting = await untilTicket(made.ticket_id, 'an attempt fails', ({ message }) => message !== '');
    expect([waiting.state, waiting.message, waiting.next_attempt]).toEqual(['MAKING', 'It answered 503', expect.any(String)]);
    // The earlier attempt had made it after all.
    products.tickets.github.push({ id: 19_999, title: 'x', body: '', labels: ['cam', made.label], done: false, comments: [], fields: {} });
    const count = products.tickets.github.length;
    await api('POST /v1/tickets/{ticket_id}/retry', { path: { ticket_id: made.ticket_id } });
    const linked = await untilTicket(made.ticket_id, 'it is found', ({ state }) => state === 'LINKED');
    expect([linked.key, products.tickets.github.length]).toEqual(['#9999', count]);
  });

  it('that a workflow does not let CAM close gets a comment, and one that was deleted is marked', async () => {
    await snapshot('ada', 'bob', 'eve', 'zoe');
    const { connection_id, secret } = await connect('jira');
    const made = await make(connection_id, { kind: 'ALERT', key: (await alertOf('zoe')).alert_id });
    await untilTicket(made.ticket_id, 'it is made', ({ state }) => state === 'LINKED');
    const ticket = products.tickets.jira.at(-1) as StandInTicket;
    products.forbiddenMoves.add('done');
    await snapshot('ada', 'bob', 'eve');
    const refused = await untilTicket(made.ticket_id, 'it cannot be closed', ({ message }) => message !== '');
    expect(refused.message).toContain('Its workflow allows CAM no such move');
    expect(ticket.comments).toHaveLength(1);
    products.tickets.jira.pop();
    await tell('jira', connection_id, ticket, secret);
    await untilTicket(made.ticket_id, 'it is lost', ({ state }) => state === 'LOST');
    expect((await api('POST /v1/tickets/{ticket_id}/retry', { path: { ticket_id: made.ticket_id } })).status).toBe(200);
    await untilTicket(made.ticket_id, 'it is still lost', ({ state }) => state === 'LOST');
  });
});

describe('a rule', () => {
  type NewRule = Api['POST /v1/tickets/rules']['body'];
  const ANY = { risk_above: null, max_tier: null, severities: [], monitor_ids: [], account_ids: [] } satisfies Partial<NewRule>;
  const add = async (rule: Partial<NewRule> & Pick<NewRule, 'connection_id'>) => {
    const answer = await api('POST /v1/tickets/rules', { body: { name: 'Payroll', about: 'ALERT', ...ANY, ...rule } });
    if (answer.status !== 201) throw new Error(answer.error.user_message);
    return answer.body;
  };
  const preview = async (rule: Partial<NewRule> & Pick<NewRule, 'connection_id'>) =>
    (await api('POST /v1/tickets/rules/preview', { body: { about: 'ALERT', ...ANY, ...rule } })).body;
  const ticketsIn = async (connection_id: string) => (await api('GET /v1/tickets', { query: { connection_id } })).body.tickets;

  it('makes one ticket for each alert that meets its conditions, as its preview says, and none twice', async () => {
    await snapshot('ada', 'bob', 'eve');
    const open = await until(
      'three alerts are scored',
      async () => {
        const all = (await alerts()).filter(({ status }) => status === 'ALERT_STATUS_NEW' || status === 'ALERT_STATUS_OPEN');
        return all.length === 3 && all.every(({ risk }) => risk !== null) ? all : null;
      },
      PATIENT,
    );
    const [first] = open;
    const { connection_id } = await connect('github');
    const hand = await make(connection_id, { kind: 'ALERT', key: first?.alert_id ?? '' });
    const highest = Math.max(...open.map(({ risk }) => risk?.score ?? 0));
    expect(await preview({ connection_id, risk_above: highest })).toEqual({ alerts_count: 0, tickets_count: 0 });
    expect(await preview({ connection_id, severities: ['LOW'] })).toEqual({ alerts_count: 0, tickets_count: 0 });
    expect(await preview({ connection_id, account_ids: ['999999999999'] })).toEqual({ alerts_count: 0, tickets_count: 0 });
    expect(await preview({ connection_id, monitor_ids: ['unknown'] })).toEqual({ alerts_count: 0, tickets_count: 0 });
    const meets = { connection_id, severities: ['HIGH' as const], max_tier: 3, risk_above: 0, account_ids: [first?.account_id ?? ''] };
    const count = { alerts_count: open.length - 1, tickets_count: open.length - 1 };
    await until('the preview counts', async () => (await preview(meets)).tickets_count === count.tickets_count, PATIENT);
    expect(await preview(meets)).toEqual(count);

    const rule = await add(meets);
    await until(
      'the rule makes its tickets',
      async () => (await ticketsIn(connection_id)).filter(({ state }) => state === 'LINKED').length === open.length,
      PATIENT,
    );
    expect((await ticketsIn(connection_id)).map(({ created_by }) => created_by).filter((by) => by === 'Rule "Payroll"')).toHaveLength(
      open.length - 1,
    );
    expect(await preview(meets)).toEqual({ alerts_count: 0, tickets_count: 0 });
    const made = products.tickets.github.length;
    // A second rule with the same conditions, a change and another evaluation make nothing.
    await add({ ...meets, name: 'The same' });
    await api('PATCH /v1/tickets/rules/{rule_id}', { path: { rule_id: rule.rule_id }, body: { name: 'Renamed', risk_above: null } });
    await snapshot('ada', 'bob', 'eve', 'zoe');
    const zoe = await alertOf('zoe');
    await until(
      'the new alert has its ticket',
      async () => (await ticketsIn(connection_id)).some(({ alert_ids: ids }) => ids.includes(zoe.alert_id)),
      PATIENT,
    );
    await until('it is made', async () => (await ticketsIn(connection_id)).every(({ state }) => state === 'LINKED'), PATIENT);
    expect(products.tickets.github.length).toBe(made + 1);
    expect((await ticketsIn(connection_id)).some(({ ticket_id: id }) => id === hand.ticket_id)).toBe(true);

    const { rules } = (await api('GET /v1/tickets/rules')).body;
    expect(rules.map(({ name, risk_above }) => [name, risk_above])).toEqual([
      ['Renamed', null],
      ['The same', 0],
    ]);
    expect(rules.reduce((sum, { tickets_count: n }) => sum + n, 0)).toBe(open.length);
    const audit = JSON.stringify((await api('GET /v1/tenants/audit')).body);
    for (const words of ['Rule \\"Payroll\\"', 'POST /v1/tickets/rules', 'PATCH /v1/tickets/rules/{rule_id}']) expect(audit).toContain(words);
  });

  it('makes one ticket for each group, and ends with its connection or when it is deleted', async () => {
    await snapshot('ada', 'bob', 'eve');
    await alertOf('ada');
    const { connection_id } = await connect('gitlab');
    const { found_count: groups } = (await api('GET /v1/alerts/groups', { query: { by: 'CAUSE' } })).body;
    await until('the preview counts groups', async () => (await preview({ connection_id, about: 'GROUP' })).tickets_count === groups, PATIENT);
    const { rule_id } = await add({ connection_id, about: 'GROUP' });
    await until('its tickets', async () => (await ticketsIn(connection_id)).filter(({ state }) => state === 'LINKED').length === groups, PATIENT);
    expect((await ticketsIn(connection_id)).every(({ about }) => about.kind === 'GROUP')).toBe(true);
    const other = await connect('servicenow');
    await add({ connection_id: other.connection_id, risk_above: 100, name: 'Never' });
    await api('DELETE /v1/connections/{connection_id}', { path: { connection_id: other.connection_id } });
    expect((await api('GET /v1/tickets/rules')).body.rules.map(({ rule_id: id }) => id)).toEqual([rule_id]);
    expect((await api('DELETE /v1/tickets/rules/{rule_id}', { path: { rule_id } })).status).toBe(204);
    expect((await api('DELETE /v1/tickets/rules/{rule_id}', { path: { rule_id } })).status).toBe(404);
  });

  it('needs a ticket system and the right to change the tenant, and belongs to it', async () => {
    const refused = await api('POST /v1/tickets/rules', { body: { name: 'Chat', about: 'ALERT', ...ANY, connection_id: slack.connection_id } });
    expect([refused.status, refused.error.code]).toEqual([422, 'NO_TICKETS']);
    const { connection_id } = await connect('jira');
    const { rule_id } = await add({ connection_id, risk_above: 100 });
    const stranger = (await createTenant(server)).token;
    const body = { name: 'Taken', about: 'ALERT' as const, ...ANY, connection_id };
    expect((await api('POST /v1/tickets/rules', { body }, stranger)).status).toBe(404);
    expect((await api('PATCH /v1/tickets/rules/{rule_id}', { path: { rule_id }, body: { name: 'Taken' } }, stranger)).status).toBe(404);
    expect((await api('GET /v1/tickets/rules', {}, stranger)).body.rules).toEqual([]);
    const worker = await tokenFor({ tenant: (await createTenant(server)).tenantId, scopes: ['cam:alerts:write'] }, server);
    expect((await api('POST /v1/tickets/rules', { body }, worker)).status).toBe(403);
  });
});

describe('a message of a product', () => {
  it.each(PRODUCT_KINDS)('from %s is refused if it is forged, in another serialisation, repeated or of another connection', async (kind) => {
    const { connection_id, secret } = await connect(kind);
    const sign = kind === 'servicenow' ? await apiToken() : secret;
    const ticket: StandInTicket = { id: 10_001, title: '', body: '', labels: [], done: false, comments: [], fields: {} };
    expect((await tell(kind, connection_id, ticket, 'guess')).status).toBe(401);
    const right = messageOf(kind, ticket, sign);
    expect((await tell(kind, connection_id, ticket, sign, { ...right, headers: {} })).status).toBe(401);
    if (kind === 'jira' || kind === 'github') {
      const content = JSON.stringify(JSON.parse(right.content));
      expect((await tell(kind, connection_id, ticket, sign, { ...right, content })).status).toBe(401);
    }
    expect((await tell(kind, connection_id, ticket, sign, right)).status).toBe(202);
    const again = await tell(kind, connection_id, ticket, sign, { ...right, headers: { ...right.headers, 'x-github-delivery': 'another' } });
    expect([again.status, again.error.user_message]).toEqual([400, expect.stringContaining('received before')]);
    const other = await connect(kind, { label: 'Another' });
    if (kind !== 'servicenow') expect((await tell(kind, other.connection_id, ticket, sign)).status).toBe(401);
    expect((await tell(kind, 'unknown', ticket, sign)).status).toBe(404);
  });

  it('is refused if its signed time is old, or if it is too large', async () => {
    const { connection_id, secret } = await connect('jira');
    const ticket = { id: 1 } as StandInTicket;
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 6 * 60_000);
    const stale = messageOf('jira', ticket, secret);
    now.mockRestore();
    const answer = await tell('jira', connection_id, ticket, secret, stale);
    expect([answer.status, answer.error.user_message]).toEqual([400, expect.stringContaining('more than 5 minutes away')]);
    expect((await tell('jira', connection_id, ticket, secret, { content: ' '.repeat(1024 * 1024 + 1), headers: {} })).status).toBe(413);
  });

  it('with a token of another tenant, or without the right to change alerts, finds nothing', async () => {
    const { connection_id } = await connect('servicenow');
    const ticket = { id: 1 } as StandInTicket;
    const other = await createTenant(server);
    expect((await tell('servicenow', connection_id, ticket, await apiToken(other.token))).status).toBe(404);
    expect((await tell('servicenow', connection_id, ticket, await apiToken(token, 'cam:alerts:read'))).status).toBe(403);
  });
});

/** The parts of a call of Slack that the tests read. */
interface Sent {
  text: string;
  blocks: { type: string; elements: { text: { text: string }; url: string }[] }[];
  view: { callback_id: string };
}

describe('docs/integrations.md', () => {
  it('has commands for the first hour that work as they stand: from a token to a message, a ticket and a gate', async () => {
    const page = readFileSync(join(__dirname, '../../docs/integrations.md'), 'utf8');
    const [, part = ''] = page.split('### Commands of the first hour');
    const commands = (part.split(/^## /m)[0] ?? '').split('\n').filter((line) => line.startsWith('    '));
    expect(commands).toHaveLength(12);
    const { body } = await api('POST /v1/tokens', { body: { name: 'First hour', kind: 'PERSONAL', scopes: [...ADMIN_SCOPES], days: 1 } });
    const env = {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, CAM_URL: server.url, CAM_TOKEN: body.token },
      ...{ SLACK_URL: products.urlOf('slack'), SLACK_CHANNEL, SLACK_TOKEN: STAND_IN_TOKEN, SLACK_SECRET: 'another-signing-secret' },
      ...{ JIRA_URL: products.urlOf('jira'), JIRA_USER: 'cam@company.example', JIRA_TOKEN: STAND_IN_TOKEN, JIRA_PROJECT: 'SEC' },
    };
    const gate = commands.pop() ?? '';
    const run = promisify(execFile);
    const { stdout } = await run('bash', ['-ec', [...commands, `if ${gate}; then echo passed; else echo stopped; fi`].join('\n')], { env });
    expect(stdout).toContain('"passed":true');
    // Both commands of the command line found the ticket.
    expect(stdout).toContain(' in Security board');
    expect(stdout).toMatch(/^TICKET +STATUS .*\n.*\n(?:SEC-\d+ |- +Being made)/m);
    expect(stdout).toMatch(/stopped\n$/);
    const jira = (await api('GET /v1/connections')).body.connections.find(({ label }) => label === 'Security board');
    const query = { connection_id: jira?.connection_id ?? '' };
    await until('the ticket is made', async () => (await api('GET /v1/tickets', { query })).body.tickets[0]?.state === 'LINKED');
    const channel = (await api('GET /v1/connections')).body.connections.find(({ label }) => label === 'Security channel');
    await api('DELETE /v1/connections/{connection_id}', { path: { connection_id: channel?.connection_id ?? '' } });
  });
});

describe('in Slack', () => {
  const SECRET = 'signing-secret-of-the-app';
  const person = { id: 'U0ANA', username: 'ana.slack' };
  const interact = (payload: object, { content, headers } = interactionOf(payload, SECRET)) =>
    call(
      'POST /v1/incoming/{connection_id}/slack',
      { path: { connection_id: slack.connection_id }, raw: { content, type: 'application/x-www-form-urlencoded' }, headers },
      undefined,
      server.url,
    );
  const sent = (method: string) => products.slackCalls.filter((one) => one.method === method).map(({ body }) => body as unknown as Sent);
  const press = (action_id: string, value: string) =>
    interact({
      type: 'block_actions',
      trigger_id: `trigger ${Math.random()}`,
      user: person,
      container: { channel_id: SLACK_CHANNEL, message_ts: ts },
      actions: [{ action_id, value }],
    });
  const submit = (view: object, values: object) =>
    interact({ type: 'view_submission', at: Math.random(), user: person, view: { ...view, state: { values } } });
  const nextForm = async (before: number) => (await until('a form opens', () => sent('views.open')[before])).view;
  const nextWhisper = async (before: number) => (await until('the person is told', () => sent('chat.postEphemeral')[before])).text;
  let ts = '';

  it('a channel gets the alerts of its severities, with actions', async () => {
    const message = await until('the message arrives', () => sent('chat.postMessage').find(({ text }) => text.includes('new High alert')), PATIENT);
    ts = `17000.${products.slackCalls.findIndex(({ body }) => (body as unknown) === message) + 1}`;
    const buttons = message.blocks.find(({ type }) => type === 'actions')?.elements ?? [];
    expect(buttons.map(({ text }) => text.text)).toEqual(['Open', 'Dismiss…', 'Make ticket', 'Explain']);
    expect(buttons[0]?.url).toContain(`${server.url}/alerts?`);
  });

  it('nobody acts before the code of a user of CAM is entered, which works once', async () => {
    const value = `ALERT ${(await alertOf('ada')).alert_id}`;
    expect((await press('explain', value)).status).toBe(200);
    const form = await nextForm(0);
    expect(form.callback_id).toBe('link');
    await submit(form, { code: { code: { value: 'WRONGCODE2' } } });
    expect(await nextWhisper(0)).toContain('This code is wrong');
    const { code } = (await api('POST /v1/chat/codes')).body;
    await submit(form, { code: { code: { value: code.toLowerCase() } } });
    expect(await nextWhisper(1)).toContain('You are linked to');
    await submit(form, { code: { code: { value: code } } });
    expect(await nextWhisper(2)).toContain('This code is wrong');
    expect((await api('GET /v1/chat/links')).body.links).toMatchObject([{ user_id: person.id, user_name: person.username }]);
    await press('explain', value);
    const explained = await nextWhisper(3);
    for (const words of ['Payroll is read', 'ada', 'HOW TO FIX IT']) expect(explained).toContain(words);
  });

  it('a ticket is made with the rights of the person', async () => {
    const { connection_id } = await connect('github');
    await press('ticket', `ALERT ${(await alertOf('eve')).alert_id}`);
    await until('it is made', async () => (await api('GET /v1/tickets', { query: { connection_id } })).body.tickets[0]?.state === 'LINKED');
    const updated = await until('the message says so', () => sent('chat.update').at(-1));
    expect(JSON.stringify(updated.blocks.at(-1))).toContain('Ticket in Our github by <@U0ANA>');
  });

  it('a dismissal is an exclusion with a reason and an end, recorded with both names', async () => {
    const alert = await alertOf('bob');
    const before = [sent('views.open').length, sent('chat.update').length] as const;
    await press('dismiss', `ALERT ${alert.alert_id}`);
    const form = await nextForm(before[0]);
    const ends_on = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    await submit(form, { reason: { reason: { value: 'Bob keeps the books until we move' } }, ends_on: { ends_on: { selected_date: ends_on } } });
    await until('the message says so', () => sent('chat.update').length > before[1]);
    const [exclusion] = (await api('GET /v1/exclusions')).body.exclusions;
    expect(exclusion).toMatchObject({ reason: 'Bob keeps the books until we move', ends_on, hides: 1, owner: exclusion?.created_by });
    const entries = (await api('GET /v1/events', { query: { kinds: ['audit.entry'], limit: 1000 } })).body.events;
    const entry = entries.find(({ data }) => JSON.stringify(data.after).includes('Bob keeps the books'));
    expect(entry?.data.actor).toMatch(/^admin@.*, Slack user ana\.slack \(U0ANA\)$/);
  });

  it('forged, stale, changed and repeated interactions are refused, and an unlinked person starts anew', async () => {
    const payload = { type: 'block_actions', trigger_id: 't', user: person, actions: [{ action_id: 'explain', value: 'ALERT x' }] };
    const right = interactionOf(payload, SECRET);
    expect((await interact(payload, interactionOf(payload, 'guess'))).status).toBe(401);
    expect((await interact(payload, { ...right, content: `${right.content}&x=` })).status).toBe(401);
    expect((await interact(payload, { ...right, headers: { ...right.headers, 'x-slack-request-timestamp': '1' } })).status).toBe(401);
    expect((await interact(payload, interactionOf(payload, SECRET, Math.floor(Date.now() / 1000) - 301))).status).toBe(400);
    expect((await interact(payload, right)).status).toBe(200);
    expect((await interact(payload, right)).status).toBe(400);
    const path = { connection_id: slack.connection_id, user_id: person.id };
    expect((await api('DELETE /v1/chat/links/{connection_id}/{user_id}', { path })).status).toBe(204);
    const before = sent('views.open').length;
    await press('dismiss', 'ALERT x');
    expect((await nextForm(before)).callback_id).toBe('link');
  });

  it('people are forgotten with the connection', async () => {
    const [forms, told] = [sent('views.open').length, sent('chat.postEphemeral').length];
    await press('dismiss', 'ALERT x');
    const { code } = (await api('POST /v1/chat/codes')).body;
    await submit(await nextForm(forms), { code: { code: { value: code } } });
    expect(await nextWhisper(told)).toContain('You are linked to');
    expect((await api('GET /v1/chat/links')).body.links).toHaveLength(1);
    await api('DELETE /v1/connections/{connection_id}', { path: { connection_id: slack.connection_id } });
    expect((await api('GET /v1/chat/links')).body.links).toEqual([]);
  });
});

/** Makes a ticket about the alert of a user, and checks what it says. */
async function makeOwn(kind: ProductKind, own: string) {
  const alert = await alertOf(own);
  const { connection_id, secret } = await connect(kind);
  const about = { kind: 'ALERT' as const, key: alert.alert_id };
  const preview = (await api('POST /v1/tickets/preview', { body: { about } })).body;
  expect(preview.title).toMatch(new RegExp(`^Payroll is read: ${own} in `));
  const made = await make(connection_id, about);
  const linked = await untilTicket(made.ticket_id, 'it is made', ({ state }) => state === 'LINKED');
  const ticket = products.tickets[kind].find(({ labels }) => labels.includes(linked.label)) as StandInTicket;
  expect(ticket.title).toBe(preview.title);
  const body = JSON.stringify(ticket.body);
  for (const words of [own, 'payroll', `/alerts?alert=${alert.alert_id}`]) expect(body).toContain(words);
  // The same alert has the same ticket, however often somebody asks.
  expect((await make(connection_id, about)).ticket_id).toBe(made.ticket_id);
  await until('the alert shows it', async () => (await alertOf(own)).ticket?.key === linked.key);
  return { kind, own, alert, linked, ticket, connection_id, sign: kind === 'servicenow' ? await apiToken() : secret };
}

/** Returns an API token with one scope. */
async function apiToken(by = token, scope: 'cam:alerts:write' | 'cam:alerts:read' = 'cam:alerts:write'): Promise<string> {
  const answer = await api('POST /v1/tokens', { body: { name: 'ServiceNow', kind: 'PERSONAL', scopes: [scope], days: 1 } }, by);
  return answer.body.token;
}
