import type { Api, EndpointKey, Scope } from '@cam/contracts';
import { allow, dump, policyDocument, user } from './support/aws-account';
import { importAccount, zipOf } from './support/bundle';
import { api as call, createTenant, tokenFor, type CallArgs, type TestTenant } from './support/client';
import { startServer } from './support/server-process.cjs';
import { startTeamsService, TEAMS_APP, TEAMS_CHANNEL, TEAMS_DIRECTORY, TEAMS_SECRET, type TeamsCard } from './support/teams-service';
import { STAND_IN_TOKEN, startTicketProducts } from './support/ticket-products';
import { PATIENT, until } from './support/until';

/** Limit of a test that waits for snapshots and what follows from them, ms. */
jest.setTimeout(120_000);

/** A name that is markup in Markdown, in HTML and in messages of Microsoft Teams. */
const NAME = '**Payroll** <b>is</b> [read](https://evil.example) by <at>everyone</at>';
const READS = policyDocument(allow('s3:GetObject', 'arn:aws:s3:::payroll/*'));
const ANA = 'f1d0c0de-0000-4000-8000-00000000a11a';
const BOB = { id: '29:bob', name: 'Bob Silva', aadObjectId: 'f1d0c0de-0000-4000-8000-00000000b0b0' };

let teams: Awaited<ReturnType<typeof startTeamsService>>;
let products: Awaited<ReturnType<typeof startTicketProducts>>;
let server: Awaited<ReturnType<typeof startServer>>;
let tenant: TestTenant;
/** The connection that gets the alerts, and another one of the same bot. */
let bot: string;
let other: string;

const api = <K extends EndpointKey>(key: K, args: CallArgs<K> = {}, by = tenant.token) => call(key, args, by, server.url);
type NewConnection = Api['POST /v1/connections']['body'];
const settings = (change: Partial<NewConnection> = {}): NewConnection => ({
  ...{ kind: 'teams', label: 'Our bot', url: teams.origin, project: TEAMS_DIRECTORY, user: TEAMS_APP, token: TEAMS_SECRET, severities: ['HIGH'] },
  ...change,
});
const create = (change: Partial<NewConnection> = {}) => api('POST /v1/connections', { body: settings(change) });
const connectionOf = async (id: string, by = tenant.token) =>
  (await api('GET /v1/connections', {}, by)).body.connections.find(({ connection_id }) => connection_id === id);
const test = async (connection_id: string) => (await api('POST /v1/connections/{connection_id}/test', { path: { connection_id } })).body;

/** Sends an activity to CAM, as the Bot Connector service does. */
const send = (activity: object, authorization = `Bearer ${teams.tokenOf()}`, connection_id = bot) =>
  call(
    'POST /v1/incoming/{connection_id}/teams',
    { path: { connection_id }, raw: { content: JSON.stringify(activity), type: 'application/json' }, headers: { authorization } },
    undefined,
    server.url,
  );

const invoke = (verb: string, data: Record<string, unknown>, part: Record<string, unknown> = {}) =>
  teams.activityOf({
    ...{
      type: 'invoke',
      name: 'adaptiveCard/action',
      replyToId: message,
      value: { action: { type: 'Action.Execute', verb, data }, trigger: 'manual' },
    },
    ...part,
  });
/** Presses a button. @returns the card that the person sees */
async function press(verb: string, data: Record<string, unknown>, part: Record<string, unknown> = {}): Promise<TeamsCard & { text: string }> {
  const { status, body } = await send(invoke(verb, data, part));
  expect([status, body.statusCode, body.type]).toEqual([200, 200, 'application/vnd.microsoft.card.adaptive']);
  const card = body.value as unknown as TeamsCard;
  return { ...card, text: wordsOf(card) };
}
/** The words of a card: text runs alone, so a test that finds them also shows that no markup is read in them. */
const wordsOf = ({ body }: Pick<TeamsCard, 'body'>): string =>
  (body as { inlines?: { text: string }[] }[]).flatMap(({ inlines = [] }) => inlines.map(({ text }) => text)).join('\n');
const verbsOf = ({ actions }: TeamsCard) => actions.map(({ verb, type }) => verb ?? type);
/** Id of the message about the first alerts. */
let message = '';

async function alertOf(name: string): Promise<string> {
  const query = { show: 'ALERT_ALL', limit: 100 } as never;
  const found = await until(
    `the alert about ${name}`,
    async () => (await api('GET /v1/intents/alerts', { query })).body.alert_info_list.find((one) => one.object_name === name),
    PATIENT,
  );
  return `ALERT ${found.alert_id}`;
}

async function link(part: Record<string, unknown> = {}, by = tenant.token): Promise<string> {
  const { code } = (await api('POST /v1/chat/codes', {}, by)).body;
  return (await press('link-form', { code }, part)).text;
}

async function member(name: string, scopes: Scope[]): Promise<string> {
  const email = `${name}@${tenant.tenantId}.example`;
  const body = { email, tenant: tenant.tenantId, password: 'Another-password-3', scopes };
  const headers = { authorization: `Operator ${server.operatorKey}` };
  expect((await call('POST /v1/operator/users', { body, headers }, undefined, server.url)).status).toBe(201);
  return tokenFor({ user: email }, server);
}

beforeAll(async () => {
  teams = await startTeamsService();
  products = await startTicketProducts();
  server = await startServer({ CAM_ALLOWED_NETWORKS: '127.0.0.0/8' }, { data: 'console' });
  tenant = await createTenant(server);
  const users = ['ada', 'bob', 'eve'].map((name) => user(name, { inline: { reads: READS } }));
  const files = { 'iam/get-account-authorization-details.json': dump({ users }), 's3/list-buckets.json': { Buckets: [{ Name: 'payroll' }] } };
  await importAccount(tenant.token, await zipOf(files), { base: server.url });
  bot = (await create()).body.connection.connection_id;
  other = (await create({ label: 'Another one', severities: [] })).body.connection.connection_id;
}, 240_000);
afterAll(async () => {
  await server?.stop();
  await products?.stop();
  await teams?.stop();
});

describe('a connection to Microsoft Teams', () => {
  it.each([
    ['url', { url: 'https://login.evil.example' }, 'sign-in address of Microsoft'],
    ['url', { url: 'https://login.microsoftonline.com.evil.example' }, 'sign-in address of Microsoft'],
    ['project', { project: 'company.example' }, 'directory (tenant) id'],
    ['user', { user: 'cam-bot' }, 'application (client) id'],
  ])('refuses a wrong %s', async (field, change, words) => {
    const { status, error } = await create(change);
    expect([status, error.user_message, error.details]).toEqual([
      422,
      expect.stringContaining(words),
      { fields: [expect.objectContaining({ field })] },
    ]);
  });

  it('says that it signs in and has no channel yet, or why it cannot sign in', async () => {
    expect(await test(bot)).toMatchObject({ passed: false, message: expect.stringMatching(/^The bot signs in, but no channel is chosen yet\./) });
    const wrong = (await create({ label: 'Wrong secret', token: 'guess-of-a-secret' })).body.connection.connection_id;
    expect((await test(wrong)).message).toContain('could not sign in at Microsoft Entra. It refused the token (401): invalid_client. AADSTS7000215');
    await api('DELETE /v1/connections/{connection_id}', { path: { connection_id: wrong } });
  });

  it('never shows its secret, and asks for it again when the bot or its directory changes', async () => {
    const { body } = await api('GET /v1/connections');
    expect(JSON.stringify(body)).not.toContain(TEAMS_SECRET);
    const path = { connection_id: bot };
    for (const change of [{ project: TEAMS_APP }, { user: TEAMS_DIRECTORY }, { url: 'https://login.microsoftonline.us' }])
      expect((await api('PATCH /v1/connections/{connection_id}', { path, body: change })).status).toBe(422);
    expect((await api('POST /v1/connections/{connection_id}/secret', { path })).status).toBe(422);
    expect(server.log()).not.toContain(TEAMS_SECRET);
  });

  it('is no ticket system', async () => {
    const body = { connection_id: bot, about: { kind: 'ALERT' as const, key: 'x' } };
    expect((await api('POST /v1/tickets', { body })).error.code).toBe('NO_TICKETS');
  });

  it('is offered the channel in which somebody wrote to the bot, and posts there once an administrator chooses it', async () => {
    // People join and leave teams, and chats are no channels.
    await send(teams.activityOf({ type: 'conversationUpdate', membersAdded: [{ id: '29:new' }] }));
    await send(
      teams.activityOf({
        conversation: { conversationType: 'personal', tenantId: TEAMS_DIRECTORY, id: 'a:chat' },
        channelData: { tenant: { id: TEAMS_DIRECTORY } },
      }),
    );
    expect(await connectionOf(bot)).toMatchObject({ channel: null, offered_channel: null });
    expect((await send(teams.activityOf())).status).toBe(200);
    const offered = { id: TEAMS_CHANNEL, heard_from: 'Ana Lima' };
    expect(await connectionOf(bot)).toMatchObject({ channel: null, offered_channel: offered });
    expect((await test(bot)).passed).toBe(false);
    const path = { connection_id: bot };
    const maker = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:alerts:write'] }, server);
    expect((await api('PATCH /v1/connections/{connection_id}', { path, body: { channel: TEAMS_CHANNEL } }, maker)).status).toBe(403);
    expect((await api('PATCH /v1/connections/{connection_id}', { path, body: { channel: '19:guess@thread.tacv2' } })).status).toBe(422);
    const chosen = await api('PATCH /v1/connections/{connection_id}', { path, body: { channel: TEAMS_CHANNEL } });
    expect(chosen.body).toMatchObject({ channel: offered, offered_channel: null });
    // Users who make tickets see neither the address nor the channels.
    expect(await connectionOf(bot, maker)).toMatchObject({ url: '', user: '', incoming_url: '', channel: null, offered_channel: null });
    expect(await test(bot)).toMatchObject({ passed: true, message: '' });
    expect(teams.calls.at(-1)).toMatchObject({ method: 'POST', conversation: TEAMS_CHANNEL });
  });

  it('offers another channel without leaving its own, and learns a bot that was added to a team', async () => {
    const channel = { id: '19:other@thread.tacv2' };
    const added = {
      type: 'conversationUpdate',
      membersAdded: [{ id: `28:${TEAMS_APP}` }],
      channelData: { tenant: { id: TEAMS_DIRECTORY }, channel },
    };
    await send(teams.activityOf(added), undefined, other);
    expect(await connectionOf(other)).toMatchObject({ channel: null, offered_channel: { id: channel.id } });
    const path = { connection_id: other };
    await api('PATCH /v1/connections/{connection_id}', { path, body: { channel: channel.id } });
    await send(teams.activityOf(), undefined, other);
    expect(await connectionOf(other)).toMatchObject({ channel: { id: channel.id }, offered_channel: { id: TEAMS_CHANNEL } });
    expect((await test(other)).message).toBe('The bot is no member of the channel (403). Add it to the team');
  });

  it('repeats a call whose token was withdrawn, and says what else Microsoft Teams answers', async () => {
    teams.tokens.clear();
    expect((await test(bot)).passed).toBe(true);
    for (const [status, words] of [
      [404, 'The channel or the message no longer exists (404)'],
      [412, 'It answered 412'],
      [413, 'The message is too large for Microsoft Teams (413)'],
      [502, 'It answered 502'],
    ] as const) {
      teams.refuse({ status });
      expect((await test(bot)).message).toBe(words);
    }
    teams.refuse({ status: 401 }, { status: 401 });
    expect((await test(bot)).message).toContain('It refused the token of the bot (401)');
    teams.refuse({ status: 429, headers: { 'retry-after': '2' } });
    expect((await test(bot)).message).toBe('It allows no more calls at the moment (429)');
  });
});

describe('an activity', () => {
  const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;
  it.each<[string, () => string]>([
    ['no token', () => ''],
    ['another scheme', () => `Basic ${teams.tokenOf()}`],
    ['a token that is no token', () => 'Bearer a.b.c'],
    ['a key that is not published', () => `Bearer ${teams.tokenOf({}, teams.keys.unpublished)}`],
    ['a key that signs under the id of another one', () => `Bearer ${teams.tokenOf({}, { ...teams.keys.unpublished, kid: 'right' })}`],
    ['no signature', () => `Bearer ${teams.tokenOf({}, teams.keys.right, 'none')}`],
    ['the public key as a secret', () => `Bearer ${teams.tokenOf({}, teams.keys.right, 'HS256')}`],
    ['another audience', () => `Bearer ${teams.tokenOf({ aud: TEAMS_DIRECTORY })}`],
    ['another issuer', () => `Bearer ${teams.tokenOf({ iss: 'https://sts.windows.net/x/' })}`],
    ['a token that is over', () => `Bearer ${teams.tokenOf({ nbf: secondsAgo(7200), exp: secondsAgo(301) })}`],
    ['a token without an end', () => `Bearer ${teams.tokenOf({ exp: undefined })}`],
    ['a token that is not valid yet', () => `Bearer ${teams.tokenOf({ nbf: secondsAgo(-310) })}`],
    ['a key for another channel', () => `Bearer ${teams.tokenOf({}, teams.keys.otherChannel)}`],
    ['a token for another service URL', () => `Bearer ${teams.tokenOf({ serviceurl: 'https://smba.trafficmanager.net/emea/' })}`],
    ['a token without a service URL', () => `Bearer ${teams.tokenOf({ serviceurl: undefined })}`],
  ])('with %s is refused', async (_what, authorization) => {
    expect((await send(teams.activityOf(), authorization(), other)).status).toBe(403);
  });

  it.each<[string, () => [Record<string, unknown>, Record<string, unknown>?], number]>([
    ['of another channel', () => [{ channelId: 'webchat' }], 403],
    ['with another service URL than its token', () => [{ serviceUrl: 'https://evil.example/' }], 403],
    ['with a service URL that is not of Microsoft', () => [{ serviceUrl: 'https://evil.example/' }, { serviceurl: 'https://evil.example/' }], 403],
    ['of another directory', () => [{ channelData: { tenant: { id: TEAMS_APP } } }], 403],
    ['of two directories', () => [{ conversation: { tenantId: TEAMS_APP, conversationType: 'channel', id: TEAMS_CHANNEL } }], 403],
    ['of no directory', () => [{ channelData: {}, conversation: { id: TEAMS_CHANNEL } }], 403],
    ['without an id', () => [{ id: undefined }], 400],
    ['that is stale', () => [{ timestamp: new Date(Date.now() - 301_000).toISOString() }], 400],
    ['without a time', () => [{ timestamp: undefined }], 400],
    ['of no user', () => [{ type: 'invoke', name: 'adaptiveCard/action', value: { action: { verb: 'explain' } }, from: { id: '29:x' } }], 400],
  ])('%s is refused', async (_what, change, status) => {
    const [part, claims] = change();
    expect((await send(teams.activityOf(part), `Bearer ${teams.tokenOf(claims)}`, other)).status).toBe(status);
  });

  it('is taken within five minutes of the clocks, and once, however it was altered', async () => {
    const late = `Bearer ${teams.tokenOf({ nbf: secondsAgo(-200), exp: secondsAgo(200) })}`;
    const activity = teams.activityOf();
    expect((await send(activity, late, other)).status).toBe(200);
    expect((await send(activity, late, other)).status).toBe(400);
    expect((await send({ ...activity, type: 'invoke', name: 'adaptiveCard/action', value: {} }, undefined, other)).status).toBe(400);
    expect((await send([], undefined, other)).status).toBe(400);
  });

  it('goes to connections of Microsoft Teams only, and Slack has its own way', async () => {
    expect((await send(teams.activityOf(), undefined, '00000000-0000-4000-8000-000000000000')).status).toBe(404);
    const raw = { content: '{}', type: 'application/json' };
    expect((await call('POST /v1/incoming/{connection_id}', { path: { connection_id: bot }, raw }, undefined, server.url)).status).toBe(404);
    const slack = { path: { connection_id: bot }, raw: { content: 'payload={}', type: 'application/x-www-form-urlencoded' } };
    expect((await call('POST /v1/incoming/{connection_id}/slack', slack, undefined, server.url)).status).toBe(404);
  });

  it('with an unknown key makes CAM read the keys once, not each time', () => {
    expect(teams.paths.filter((path) => path === 'GET /v1/.well-known/keys')).toHaveLength(1);
  });
});

describe('in a channel', () => {
  it('alerts arrive as a card with actions, in which nothing is read as markup', async () => {
    const guardrail = { name: NAME, query: 'user with-access object_store payroll for read', severity: 'HIGH' as const };
    const monitorId = (await api('POST /v1/intents/monitors', { body: guardrail })).body.monitor.monitor_id;
    teams.refuse({ status: 429, headers: { 'retry-after': '1' } });
    await api('PATCH /v1/intents/monitors', { body: { monitor_ids: [monitorId], alerts_enabled: true } });
    const sent = await until('the message arrives', () => teams.calls.find(({ body }) => body.summary?.includes('High alert')), PATIENT);
    message = sent.activity;
    const card = sent.body.attachments[0]?.content as TeamsCard;
    expect(wordsOf(card)).toContain('High alert');
    expect(JSON.stringify(sent.body)).not.toContain('"TextBlock"');
    expect(sent.body).not.toHaveProperty('text');
    expect(sent.body).not.toHaveProperty('entities');
    expect(JSON.stringify(card).match(/"(Open|Dismiss…|Make ticket|Explain)"/g)).toEqual(
      expect.arrayContaining(['"Open"', '"Dismiss…"', '"Make ticket"', '"Explain"']),
    );
  });

  it('nobody acts before the code of a user of CAM is entered, which works once', async () => {
    const about = await alertOf('ada');
    const asked = await press('explain', { about });
    expect(asked.text).toContain('Get a code');
    expect(verbsOf(asked)).toEqual(['Action.OpenUrl', 'link-form', 'back']);
    expect((await press('link-form', { code: 'WRONGCODE2' })).text).toContain('This code is wrong');
    const { code } = (await api('POST /v1/chat/codes')).body;
    expect((await press('link-form', { code: code.toLowerCase() })).text).toContain(`You are linked to ${tenant.adminEmail}`);
    expect((await press('link-form', { code }, { from: BOB })).text).toContain('This code is wrong');
    const links = (await api('GET /v1/chat/links')).body.links;
    expect(links).toMatchObject([{ connection_id: bot, product: 'teams', user_id: ANA, user_name: 'Ana Lima' }]);
  });

  it('an explanation is shown to the person alone, with a way back to the message', async () => {
    const explained = await press('explain', { about: await alertOf('ada') });
    for (const words of [NAME, 'ada', 'How to fix it']) expect(explained.text).toContain(words);
    expect(verbsOf(explained)).toEqual(['back']);
    expect(wordsOf(await press('back', {}))).toContain('High alert');
    expect(teams.calls.filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  it('a dismissal is an exclusion with a reason and an end, recorded with both names, and everybody sees it', async () => {
    const about = await alertOf('bob');
    const form = await press('dismiss', { about });
    expect(form.body.map(({ id, type }) => [id, type])).toEqual([
      ['reason', 'Input.Text'],
      ['ends_on', 'Input.Date'],
    ]);
    const data = form.actions.find(({ verb }) => verb === 'dismiss-form')?.data;
    const ends_on = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    expect((await press('dismiss-form', { ...data, reason: 'short', ends_on })).text).toContain('at least 10 characters');
    expect((await press('dismiss-form', { ...data, reason: 'Bob keeps the books until we move', ends_on: 'soon' })).text).toBe('Choose a last day.');
    const reason = 'Bob keeps the <at>books</at> until we move';
    expect((await press('dismiss-form', { ...data, reason, ends_on })).text).toContain(`Dismissed by you (${tenant.adminEmail}) until ${ends_on}`);
    const updated = await until('the message says so', () => teams.calls.findLast(({ method }) => method === 'PUT'));
    expect(updated.activity).toBe(message);
    expect(wordsOf(updated.body.attachments[0]?.content as TeamsCard)).toContain(
      `Dismissed by Ana Lima (${tenant.adminEmail}) until ${ends_on}: ${reason}`,
    );
    const [exclusion] = (await api('GET /v1/exclusions')).body.exclusions;
    expect(exclusion).toMatchObject({ reason, ends_on, hides: 1, owner: tenant.adminEmail });
    const entries = (await api('GET /v1/events', { query: { kinds: ['audit.entry'], limit: 1000 } })).body.events;
    const entry = entries.find(({ data: { after } }) => String(JSON.stringify(after)).includes('Bob keeps the'));
    expect(entry?.data.actor).toBe(`${tenant.adminEmail}, Microsoft Teams user Ana Lima (${ANA})`);
  });

  it('a ticket asks for its connection if there are several, and is made with the rights of the person', async () => {
    const about = await alertOf('eve');
    expect((await press('ticket', { about })).text).toContain('No ticket system is connected.');
    const connect = (kind: 'github' | 'gitlab') =>
      api('POST /v1/connections', { body: { kind, label: `Our ${kind}`, url: products.urlOf(kind), project: 'acme/access', token: STAND_IN_TOKEN } });
    const github = (await connect('github')).body.connection.connection_id;
    await connect('gitlab');
    const form = await press('ticket', { about });
    const [field] = form.body as { choices?: { title: string; value: string }[]; style?: string }[];
    expect([field?.style, field?.choices?.map(({ title }) => title)]).toEqual(['compact', ['Our github: acme/access', 'Our gitlab: acme/access']]);
    // The channel has no tickets, although it is a connection.
    expect((await press('ticket-form', { about, connection: bot })).text).toBe('This connection no longer exists.');
    const before = teams.calls.length;
    // The first update fails for the moment.
    teams.refuse({ status: 502, headers: { 'retry-after': '1' } });
    expect((await press('ticket-form', { about, connection: github })).text).toContain('Ticket in Our github by you');
    await until('it is made', async () => (await api('GET /v1/tickets', { query: { connection_id: github } })).body.tickets[0]?.state === 'LINKED');
    const updated = await until('the message says so', () => teams.calls.slice(before).find(({ method }) => method === 'PUT'), PATIENT);
    const words = wordsOf(updated.body.attachments[0]?.content as TeamsCard);
    // The earlier line is still there.
    for (const line of ['Dismissed by Ana Lima', `Ticket in Our github by Ana Lima (${tenant.adminEmail})`]) expect(words).toContain(line);
  });

  it('a person without the right in CAM is refused, and may explain with the right to read', async () => {
    const part = { from: BOB };
    expect(await link(part, await member('bob', ['cam:alerts:read']))).toContain('You are linked to bob@');
    const about = await alertOf('ada');
    for (const verb of ['dismiss', 'ticket']) expect((await press(verb, { about }, part)).text).toContain('You lack the right to do this in CAM.');
    const ends_on = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const forced = await press('dismiss-form', { about, reason: 'A reason that is long enough', ends_on }, part);
    expect(forced.text).toContain('You lack the right');
    expect((await press('explain', { about }, part)).text).toContain('How to fix it');
  });

  it('unknown actions and messages are refused in words', async () => {
    const { body } = await send(invoke('dance', { about: 'ALERT x' }));
    expect(body).toMatchObject({
      statusCode: 400,
      type: 'application/vnd.microsoft.error',
      value: { message: 'CAM does not know this action. Open CAM.' },
    });
    expect((await send(invoke('back', {}, { replyToId: '1' }))).body.statusCode).toBe(400);
    expect((await press('explain', { about: 'ALERT unknown' })).text).not.toBe('');
  });

  it('a link ends by Unlink, and people are forgotten with the connection', async () => {
    const path = { connection_id: bot, user_id: ANA };
    expect((await api('DELETE /v1/chat/links/{connection_id}/{user_id}', { path })).status).toBe(204);
    expect((await press('dismiss', { about: await alertOf('ada') })).text).toContain('Get a code');
    expect(await link()).toContain('You are linked to');
    await api('DELETE /v1/connections/{connection_id}', { path: { connection_id: bot } });
    expect((await api('GET /v1/chat/links')).body.links).toEqual([]);
    expect((await send(teams.activityOf())).status).toBe(404);
  });

  it('no secret and no token is in the log', () => {
    const log = server.log();
    for (const secret of [TEAMS_SECRET, 'entra-', 'guess-of-a-secret', 'eyJ']) expect(log).not.toContain(secret);
  });
});
