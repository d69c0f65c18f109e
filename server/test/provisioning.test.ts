import type { Api, EndpointKey, Scope } from '@cam/contracts';
import { api as call, createTenant, type CallArgs, type TestTenant } from './support/client';
import { SamlProvider, signedResponse } from './support/saml-provider';
import { startServer } from './support/server-process.cjs';
import { Visitor } from './support/visitor';

type Json = Record<string, unknown>;
type Rules = Api['PUT /v1/provisioning/rules']['body']['rules'];

const READERS: Rules[number] = { group: 'Readers', scopes: ['cam:general:read'] };
const ADMINS: Rules[number] = { group: 'Admins', scopes: ['cam:general:read', 'cam:general:write'] };
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

let server: Awaited<ReturnType<typeof startServer>>;
const api = <K extends EndpointKey>(key: K, args: CallArgs<K>, token: string) => call(key, args, token, server.url);
const operator = () => ({ headers: { authorization: `Operator ${server.operatorKey}` } });

interface Organization extends TestTenant {
  scimToken: string;
  domain: string;
}

interface Answer {
  status: number;
  headers: Headers;
  body: Json;
}

beforeAll(async () => {
  server = await startServer({}, { data: 'console' });
}, 240_000);
afterAll(async () => {
  await server?.stop();
});

async function organization(rules: Rules = [READERS, ADMINS]): Promise<Organization> {
  const tenant = await createTenant(server);
  const { token: scimToken } = (await api('POST /v1/provisioning/tokens', { body: { name: 'Okta' } }, tenant.token)).body;
  await api('PUT /v1/provisioning/rules', { body: { rules } }, tenant.token);
  return { ...tenant, scimToken, domain: tenant.adminEmail.split('@')[1] ?? '' };
}

async function scim(org: { scimToken: string }, method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(`${server.url}/scim/v2${path}`, {
    method,
    headers: {
      authorization: `Bearer ${org.scimToken}`,
      ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (text !== '') expect(response.headers.get('content-type')).toContain('application/scim+json');
  return { status: response.status, headers: response.headers, body: text === '' ? {} : (JSON.parse(text) as Json) };
}

function oktaUser(org: Organization, name: string, change: Json = {}): Json {
  const email = `${name}@${org.domain}`;
  return {
    schemas: [USER],
    userName: email,
    name: { givenName: name, familyName: 'Lima' },
    emails: [{ primary: true, value: email, type: 'work' }],
    displayName: `${name} Lima`,
    locale: 'en-US',
    externalId: `okta-${name}`,
    groups: [],
    password: 'never-stored-1mz050nq',
    active: true,
    ...change,
  };
}

const addUser = async (org: Organization, name: string): Promise<string> => String((await scim(org, 'POST', '/Users', oktaUser(org, name))).body.id);
const addGroup = async (org: Organization, displayName: string, ids: string[]): Promise<string> =>
  String((await scim(org, 'POST', '/Groups', { schemas: [GROUP], displayName, members: ids.map((value) => ({ value })) })).body.id);
const tokenOf = (email: string) => call('POST /v1/operator/token', { ...operator(), body: { user: email } }, undefined, server.url);
const find = (filter: string, rest = ''): string => `/Users?filter=${encodeURIComponent(filter)}${rest}`;

/** Returns the scopes of a user; null if nobody can sign in as this user. */
async function scopesOf(email: string): Promise<string[] | null> {
  const { status, body } = await tokenOf(email);
  if (status !== 200) return null;
  return (JSON.parse(Buffer.from(body.access_token.split('.')[1] ?? '', 'base64url').toString()) as { rights: string[] }).rights;
}

describe('the sequence of Okta', () => {
  it('looks a user up, adds, changes, deactivates and activates it', async () => {
    const org = await organization();
    const email = `ana@${org.domain}`;
    const lookUp = find(`userName eq "${email}"`, '&startIndex=1&count=100');
    expect((await scim(org, 'GET', lookUp)).body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      ...{ totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] },
    });
    const added = await scim(org, 'POST', '/Users', oktaUser(org, 'ana'));
    expect(added.status).toBe(201);
    expect(added.headers.get('location')).toBe(`${server.url}/scim/v2/Users/${added.body.id}`);
    expect(added.body).toMatchObject({
      userName: email,
      externalId: 'okta-ana',
      active: true,
      name: { givenName: 'ana', familyName: 'Lima' },
      groups: [],
    });
    expect(JSON.stringify(added.body)).not.toContain('never-stored');
    const path = `/Users/${added.body.id}`;
    expect((await scim(org, 'GET', lookUp)).body).toMatchObject({ totalResults: 1, Resources: [{ id: added.body.id }] });
    expect((await scim(org, 'GET', path)).body).toEqual(added.body);
    const put = await scim(org, 'PUT', path, { ...oktaUser(org, 'ana'), id: added.body.id, name: { givenName: 'Anna', familyName: 'Lima' } });
    expect([put.status, put.body.name]).toEqual([200, { givenName: 'Anna', familyName: 'Lima' }]);
    const off = await scim(org, 'PATCH', path, { schemas: [PATCH], Operations: [{ op: 'replace', value: { active: false } }] });
    expect([off.status, off.body.active]).toEqual([200, false]);
    expect(await scopesOf(email)).toBeNull();
    const on = await scim(org, 'PATCH', path, { schemas: [PATCH], Operations: [{ op: 'replace', value: { active: true } }] });
    expect(on.body.active).toBe(true);
    const again = await scim(org, 'POST', '/Users', oktaUser(org, 'ana'));
    expect([again.status, again.body.scimType]).toEqual([409, 'uniqueness']);
  });

  it('pushes groups, whose names give rights at once', async () => {
    const org = await organization();
    const email = `ana@${org.domain}`;
    const id = await addUser(org, 'ana');
    expect(await scopesOf(email)).toEqual([]);
    const group = await scim(org, 'POST', '/Groups', { schemas: [GROUP], displayName: 'Readers', members: [{ value: id, display: email }] });
    expect(group.body).toMatchObject({ displayName: 'Readers', members: [{ value: id, display: email }] });
    expect(await scopesOf(email)).toEqual(['cam:general:read']);
    const path = `/Groups/${group.body.id}`;
    const rename = { schemas: [PATCH], Operations: [{ op: 'replace', value: { id: group.body.id, displayName: 'Admins' } }] };
    expect((await scim(org, 'PATCH', path, rename)).status).toBe(200);
    expect(await scopesOf(email)).toEqual(['cam:general:read', 'cam:general:write']);
    expect((await scim(org, 'GET', `/Users/${id}`)).body.groups).toMatchObject([{ value: group.body.id, display: 'Admins' }]);
    const empty = { schemas: [PATCH], Operations: [{ op: 'remove', path: `members[value eq "${id}"]` }] };
    expect((await scim(org, 'PATCH', path, empty)).body.members).toEqual([]);
    expect(await scopesOf(email)).toEqual([]);
    const both = { schemas: [PATCH], Operations: [{ op: 'add', path: 'members', value: [{ value: id }] }] };
    await scim(org, 'PATCH', path, both);
    expect(await scopesOf(email)).toEqual(['cam:general:read', 'cam:general:write']);
    expect((await scim(org, 'DELETE', path)).status).toBe(204);
    expect(await scopesOf(email)).toEqual([]);
  });
});

describe('the sequence of Entra ID', () => {
  it('tests the connection, matches by several filters, and patches with names in capitals', async () => {
    const org = await organization();
    const email = `ana@${org.domain}`;
    // The test of the connection asks for a user that does not exist.
    expect((await scim(org, 'GET', find('userName eq "6c2f6b28-non-existent"'))).body).toMatchObject({ totalResults: 0 });
    const id = await addUser(org, 'ana');
    for (const filter of [`userName eq "${email.toUpperCase()}"`, 'externalId eq "okta-ana"', `emails[type eq "work"].value eq "${email}"`])
      expect((await scim(org, 'GET', find(filter))).body).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    const patch = await scim(org, 'PATCH', `/Users/${id}`, {
      schemas: [PATCH],
      Operations: [
        { op: 'Replace', path: 'displayName', value: 'Ana L.' },
        { op: 'Replace', path: 'emails[type eq "work"].value', value: email },
        { op: 'Add', path: 'name.familyName', value: 'Lopes' },
        { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Security' },
        { op: 'Add', value: { 'name.givenName': 'Ann', title: 'Engineer' } },
      ],
    });
    expect(patch.body).toMatchObject({
      ...{ displayName: 'Ana L.', title: 'Engineer', name: { givenName: 'Ann', familyName: 'Lopes' } },
      [ENTERPRISE]: { department: 'Security' },
    });
    expect(patch.body.schemas).toContain(ENTERPRISE);
    const off = await scim(org, 'PATCH', `/Users/${id}`, { schemas: [PATCH], Operations: [{ op: 'Replace', path: 'active', value: 'False' }] });
    expect(off.body.active).toBe(false);
    expect((await scim(org, 'GET', find('active eq false'))).body.totalResults).toBe(1);
  });

  it('reads groups without members, asks whether one has a member, and removes members by value', async () => {
    const org = await organization();
    const [ana, bob] = [await addUser(org, 'ana'), await addUser(org, 'bob')];
    const id = await addGroup(org, 'Readers', [ana, bob]);
    const named = await scim(org, 'GET', `/Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "readers"')}`);
    expect(named.body).toMatchObject({ totalResults: 1, Resources: [{ id, displayName: 'Readers' }] });
    expect((named.body.Resources as Json[])[0]).not.toHaveProperty('members');
    expect((await scim(org, 'GET', `/Groups/${id}?excludedAttributes=members`)).body).not.toHaveProperty('members');
    const isMember = async (user: string) =>
      (await scim(org, 'GET', `/Groups?filter=${encodeURIComponent(`id eq "${id}" and members eq "${user}"`)}`)).body.totalResults;
    expect([await isMember(ana), await isMember(id)]).toEqual([1, 0]);
    const removed = await scim(org, 'PATCH', `/Groups/${id}`, {
      schemas: [PATCH],
      Operations: [{ op: 'Remove', path: 'members', value: [{ value: ana }] }],
    });
    expect(removed.body.members).toMatchObject([{ value: bob }]);
    expect([await scopesOf(`ana@${org.domain}`), await scopesOf(`bob@${org.domain}`)]).toEqual([[], ['cam:general:read']]);
  });
});

describe('a role whose member is a provisioned group', () => {
  it('gives its rights to the users of the group with the next call, also of their API tokens, and takes them with the next one', async () => {
    const org = await organization([]);
    const email = `ana@${org.domain}`;
    const ana = await addUser(org, 'ana');
    const group = await addGroup(org, 'Auditors', []);
    const role = {
      name: 'Auditors',
      description: '',
      rights: ['CAM_GENERAL_READ'],
      accounts: [],
      members: [{ kind: 'GROUP' as const, name: 'Auditors' }],
    };
    expect((await api('POST /v1/roles', { body: role }, org.token)).status).toBe(201);
    const session = (await tokenOf(email)).body.access_token;
    const statusOf = async (token: string) => (await api('GET /v1/risk', { query: { of: 'identity' } }, token)).status;
    const change = (op: string) =>
      scim(org, 'PATCH', `/Groups/${group}`, { schemas: [PATCH], Operations: [{ op, path: 'members', value: [{ value: ana }] }] });
    expect(await statusOf(session)).toBe(403);
    await change('add');
    expect(await statusOf(session)).toBe(200);
    const created = await api('POST /v1/tokens', { body: { name: 'Mine', kind: 'PERSONAL', scopes: ['cam:general:read'], days: 7 } }, session);
    expect(await statusOf(created.body.token)).toBe(200);
    await change('remove');
    expect([await statusOf(session), await statusOf(created.body.token)]).toEqual([403, 403]);
  });
});

describe('a user who leaves', () => {
  it('is signed out at once, and no API token of the user works any more', async () => {
    const org = await organization();
    const email = `ana@${org.domain}`;
    const id = await addUser(org, 'ana');
    await addGroup(org, 'Readers', [id]);
    const session = (await tokenOf(email)).body.access_token;
    const created = await api('POST /v1/tokens', { body: { name: 'Mine', kind: 'PERSONAL', scopes: ['cam:general:read'], days: 7 } }, session);
    const apiToken = created.body.token;
    const statuses = async () => [(await api('GET /v1/tenants', {}, session)).status, (await api('GET /v1/tenants', {}, apiToken)).status];
    expect(await statuses()).toEqual([200, 200]);
    await scim(org, 'PATCH', `/Users/${id}`, { schemas: [PATCH], Operations: [{ op: 'replace', path: 'active', value: false }] });
    expect(await statuses()).toEqual([401, 401]);
    // Another person may get the same e-mail later, and must not get the token back.
    await scim(org, 'DELETE', `/Users/${id}`);
    expect((await scim(org, 'GET', `/Users/${id}`)).status).toBe(404);
    await addGroup(org, 'Admins', [await addUser(org, 'ana')]);
    expect(await statuses()).toEqual([401, 401]);
  });

  it('cannot be an operator of the installation', async () => {
    const org = await organization();
    const body = { email: `root@${org.domain}`, tenant: org.tenantId, password: 'Quiet-harbour-7', scopes: ['cam:operator' as Scope] };
    await call('POST /v1/operator/users', { ...operator(), body }, undefined, server.url);
    expect((await scim(org, 'POST', '/Users', oktaUser(org, 'root'))).status).toBe(409);
    expect(await scopesOf(body.email)).toEqual(['cam:operator']);
  });

  it('keeps the access as the break-glass administrator, chosen after the provider took the user over', async () => {
    const org = await organization();
    const adopted = String((await scim(org, 'POST', '/Users', oktaUser(org, 'admin'))).body.id);
    const group = await addGroup(org, 'Admins', [adopted]);
    const provider = new SamlProvider({ nameId: `ana@${org.domain}`, attributes: { groups: 'readers' } });
    provider.origin = 'https://idp.example';
    const token = (await tokenOf(org.adminEmail)).body.access_token;
    const rules = [{ attribute: 'groups', value: 'readers', scopes: ['cam:general:read' as const] }];
    const settings = { name: 'IdP', metadata: provider.metadata(), domains: [org.domain], email_attribute: '', accepts_unrequested: false, rules };
    await api('PUT /v1/sign-on/saml', { body: settings }, token);
    const words = provider.wordsFor((await api('POST /v1/sign-on/saml/tests', {}, token)).body.url);
    await new Visitor(server.url).open(words.acsUrl, { SAMLResponse: signedResponse(words, provider.signing) });
    const state = { is_enabled: true, is_required: true, break_glass_email: org.adminEmail };
    expect((await api('PUT /v1/sign-on/saml/state', { body: state }, token)).status).toBe(200);
    expect((await scim(org, 'DELETE', `/Groups/${group}`)).status).toBe(204);
    const off = await scim(org, 'PATCH', `/Users/${adopted}`, { Operations: [{ op: 'replace', value: { active: false } }] });
    const removed = await scim(org, 'DELETE', `/Users/${adopted}`);
    expect([off.status, removed.status, off.body.scimType]).toEqual([409, 409, 'mutability']);
    expect(await scopesOf(org.adminEmail)).toEqual(['cam:general:read', 'cam:general:write']);
  });

  it('whom the operator added is taken over, with the rights of its groups', async () => {
    const org = await organization();
    const adopted = await scim(org, 'POST', '/Users', oktaUser(org, 'admin'));
    expect(adopted.status).toBe(201);
    expect(await scopesOf(org.adminEmail)).toEqual([]);
    const id = await addGroup(org, 'Admins', [String(adopted.body.id)]);
    expect(await scopesOf(org.adminEmail)).toEqual(['cam:general:read', 'cam:general:write']);
    expect((await scim(org, 'GET', `/Groups/${id}`)).body.members).toHaveLength(1);
  });
});

describe('lists and versions', () => {
  it('page from 1, and leave attributes out', async () => {
    const org = await organization();
    const ids = [await addUser(org, 'a'), await addUser(org, 'b'), await addUser(org, 'c')];
    const idsOf = ({ body }: Answer) => (body.Resources as { id: string }[]).map(({ id }) => id);
    expect(idsOf(await scim(org, 'GET', '/Users?startIndex=2&count=1'))).toEqual([ids[1]]);
    expect(idsOf(await scim(org, 'GET', '/Users?startIndex=-4&count=2'))).toEqual(ids.slice(0, 2));
    expect((await scim(org, 'GET', '/Users?count=0')).body).toMatchObject({ totalResults: 3, itemsPerPage: 0, Resources: [] });
    expect((await scim(org, 'GET', '/Users?startIndex=x&count=y')).body.itemsPerPage).toBe(3);
    const [first] = (await scim(org, 'GET', '/Users?attributes=userName&count=1')).body.Resources as Json[];
    expect(Object.keys(first ?? {}).sort()).toEqual(['id', 'schemas', 'userName']);
    for (const [filter, count] of [
      ['userName sw "a@"', 1],
      ['userName co "@"', 3],
      ['displayName ew "Lima" and userName sw "b"', 1],
      ['name.givenName eq "a" or name.givenName eq "c"', 2],
      ['title pr', 0],
      ['userName co "%"', 0],
    ] as const)
      expect([filter, (await scim(org, 'GET', find(filter))).body.totalResults]).toEqual([filter, count]);
  });

  it('refuse a change on top of another version', async () => {
    const org = await organization();
    const id = await addUser(org, 'ana');
    const { headers } = await scim(org, 'GET', `/Users/${id}`);
    const etag = headers.get('etag') ?? '';
    const change = { schemas: [PATCH], Operations: [{ op: 'replace', path: 'title', value: 'X' }] };
    expect((await scim(org, 'PATCH', `/Users/${id}`, change, { 'if-match': etag })).status).toBe(200);
    expect((await scim(org, 'PATCH', `/Users/${id}`, change, { 'if-match': etag })).status).toBe(412);
    expect((await scim(org, 'DELETE', `/Users/${id}`, undefined, { 'if-match': etag })).status).toBe(412);
  });

  it('describe the server, its resources and schemas', async () => {
    const org = await organization();
    expect((await scim(org, 'GET', '/ServiceProviderConfig')).body).toMatchObject({ patch: { supported: true }, bulk: { supported: false } });
    expect((await scim(org, 'GET', '/ResourceTypes')).body.totalResults).toBe(2);
    expect((await scim(org, 'GET', '/ResourceTypes/Group')).body.endpoint).toBe('/Groups');
    expect((await scim(org, 'GET', `/Schemas/${USER}`)).body.name).toBe('User');
    expect((await scim(org, 'GET', '/Schemas/x')).status).toBe(404);
  });
});

describe('requests that are not as the protocol asks', () => {
  it.each([
    ['another operator', 'userName gt "a"'],
    ['an attribute that is not stored', 'password eq "x"'],
    ['a name of JavaScript', '__proto__ eq "x"'],
    ['another name of JavaScript', 'constructor pr'],
    ['SQL', "userName eq 'x'; drop table scim_user"],
    ['a long text', `userName eq "${'x'.repeat(5000)}"`],
    ['many parentheses', '('.repeat(1000)],
    ['a character that no text has', 'userName eq "\\u0000"'],
  ])('as a filter: %s', async (_name, filter) => {
    const org = await organization();
    const { status, body } = await scim(org, 'GET', find(filter));
    expect([status, body.status, body.schemas]).toEqual([400, '400', ['urn:ietf:params:scim:api:messages:2.0:Error']]);
  });

  it('get an error in the form of the protocol that says what to do', async () => {
    const org = await organization();
    const id = await addUser(org, 'ana');
    const patch = (...Operations: unknown[]) => ({ schemas: [PATCH], Operations });
    const refused: [string, string, unknown, number, RegExp][] = [
      ['POST', '/Users', '{', 400, /no JSON/],
      ['POST', '/Users', [], 400, /no user/],
      ['POST', '/Users', oktaUser(org, 'x', { userName: 'x' }), 400, /must be the e-mail/],
      ['POST', '/Users', oktaUser(org, 'x', { userName: 'x@elsewhere.example' }), 400, /does not accept e-mails in elsewhere.example/],
      ['POST', '/Users', oktaUser(org, 'x', { active: 'maybe' }), 400, /true or false/],
      ['POST', '/Users', oktaUser(org, 'x', { name: 'x' }), 400, /name must have texts/],
      ['POST', '/Users', oktaUser(org, 'x', { title: { a: 1 } }), 400, /title must be a text/],
      ['POST', '/Users', oktaUser(org, 'x', { displayName: 'x'.repeat(50_000) }), 400, /too large/],
      ['POST', '/Users', oktaUser(org, 'x', { displayName: 'a\u0000b' }), 400, /character/],
      ['PATCH', `/Users/${id}`, patch({ op: 'move' }), 400, /add, replace or remove/],
      ['PATCH', `/Users/${id}`, patch({ op: 'add', path: '__proto__.x', value: 1 }), 400, /cannot be read/],
      ['PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'userName', value: 'ana@elsewhere.example' }), 400, /elsewhere/],
      ['PATCH', `/Users/${id}`, patch({ op: 'remove', path: 'userName' }), 400, /must be the e-mail/],
      ['POST', '/Groups', { displayName: '' }, 400, /displayName/],
      ['POST', '/Groups', { displayName: 'G', members: [{ value: 'nobody' }] }, 400, /no user with the id "nobody"/],
      ['POST', '/Groups', { displayName: 'G', members: [{}] }, 400, /id of a user/],
      ['GET', '/Users/nobody', undefined, 404, /no user/],
      ['DELETE', '/Groups/nothing', undefined, 404, /no group/],
      ['POST', '/Bulk', {}, 501, /each change by itself/],
      ['GET', '/Me', undefined, 501, /below \/Users/],
      ['PATCH', '/Me', patch({ op: 'replace', path: 'active', value: false }), 501, /below \/Users/],
    ];
    for (const [method, path, body, status, detail] of refused) {
      const found = await scim(org, method, path, body);
      expect([method, path, found.status, found.body.detail]).toEqual([method, path, status, expect.stringMatching(detail)]);
    }
    const inner = (await scim(org, 'POST', '/Groups', { displayName: 'Inner' })).body.id;
    const nested = await scim(org, 'POST', '/Groups', { displayName: 'Outer', members: [{ value: inner, type: 'Group' }] });
    expect([nested.status, nested.body.detail]).toEqual([400, expect.stringContaining('no groups in groups')]);
    expect((await scim(org, 'POST', '/Users', '<a/>', { 'content-type': 'text/xml' })).status).toBe(415);
    expect((await scim(org, 'GET', '/Users')).body.totalResults).toBe(1);
  });

  it('are refused without a token of provisioning, on every path', async () => {
    const org = await organization();
    const paths = ['/Users', '/Users/x', '/Groups', '/Groups/x', '/ServiceProviderConfig', '/ResourceTypes', '/Schemas', '/Schemas/x', '/nothing'];
    for (const scimToken of ['', 'x', org.token, `cams_${'A'.repeat(43)}`])
      for (const path of paths)
        for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
          const { status } = await scim({ scimToken }, method, path, method === 'GET' || method === 'DELETE' ? undefined : {});
          expect([method, path, status]).toEqual([method, path, 401]);
        }
    // A token of provisioning makes no other call.
    expect((await api('GET /v1/tenants', {}, org.scimToken)).status).toBe(401);
  });
});

describe('tokens', () => {
  it('have a limit of requests each, and are told in the form of the protocol when to go on', async () => {
    const strict = await startServer({ CAM_CALL_LIMIT: '20' });
    try {
      const tenant = await createTenant(strict);
      const create = () => call('POST /v1/provisioning/tokens', { body: { name: 'Okta' } }, tenant.token, strict.url);
      const [one, other] = [(await create()).body.token, (await create()).body.token];
      const read = (token: string) => fetch(`${strict.url}/scim/v2/ServiceProviderConfig`, { headers: { authorization: `Bearer ${token}` } });
      const answers = await Promise.all(Array.from({ length: 40 }, () => read(one)));
      const refused = answers.filter(({ status }) => status === 429);
      expect(answers.length - refused.length).toBeGreaterThanOrEqual(20);
      expect(refused.length).toBeGreaterThan(0);
      const [first] = refused as [Response];
      expect(first.headers.get('content-type')).toContain('application/scim+json');
      expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await first.json()).toMatchObject({ status: '429', detail: expect.stringContaining('Wait') as string });
      expect((await read(other)).status).toBe(200);
    } finally {
      await strict.stop();
    }
  }, 120_000);

  it('are shown once, rotate with a day of overlap, and end at once', async () => {
    const org = await organization();
    const read = () => api('GET /v1/provisioning', {}, org.token);
    expect((await scim(org, 'GET', '/Users')).status).toBe(200);
    const [token] = (await read()).body.tokens;
    expect(token).toMatchObject({ name: 'Okta', created_by: org.adminEmail, last_used_time: expect.any(String) });
    expect(JSON.stringify((await read()).body)).not.toContain(org.scimToken);
    const path = { token_id: token?.token_id ?? '' };
    const rotated = (await api('POST /v1/provisioning/tokens/{token_id}/rotate', { path }, org.token)).body.token;
    for (const scimToken of [org.scimToken, rotated]) expect((await scim({ scimToken }, 'GET', '/Users')).status).toBe(200);
    const foreign = await organization();
    expect((await api('DELETE /v1/provisioning/tokens/{token_id}', { path }, foreign.token)).status).toBe(404);
    expect((await api('DELETE /v1/provisioning/tokens/{token_id}', { path }, org.token)).status).toBe(204);
    for (const scimToken of [org.scimToken, rotated]) expect((await scim({ scimToken }, 'GET', '/Users')).status).toBe(401);
    const { entries } = (await api('GET /v1/tenants/audit', { query: {} }, org.token)).body;
    expect(JSON.stringify(entries)).not.toContain(rotated);
    expect(entries.map(({ summary }) => summary).slice(0, 2)).toEqual([
      'Revoke a provisioning token at once',
      'Give a provisioning token a new value',
    ]);
  });

  it('reach the users and groups of their tenant alone', async () => {
    const [own, other] = [await organization(), await organization()];
    const id = await addUser(other, 'ana');
    const group = await addGroup(other, 'Readers', [id]);
    for (const [method, path, body] of [
      ['GET', `/Users/${id}`],
      ['PUT', `/Users/${id}`, oktaUser(own, 'ana')],
      ['PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', value: { active: false } }] }],
      ['DELETE', `/Users/${id}`],
      ['GET', `/Groups/${group}`],
      ['PATCH', `/Groups/${group}`, { Operations: [{ op: 'replace', path: 'displayName', value: 'X' }] }],
      ['DELETE', `/Groups/${group}`],
    ] as const)
      expect([method, path, (await scim(own, method, path, body)).status]).toEqual([method, path, 404]);
    expect((await scim(own, 'POST', '/Groups', { displayName: 'G', members: [{ value: id }] })).status).toBe(400);
    expect((await scim(own, 'POST', '/Users', oktaUser(other, 'ana'))).status).toBe(400);
    expect((await scim(own, 'GET', '/Users')).body.totalResults).toBe(0);
    expect(await scopesOf(`ana@${other.domain}`)).toEqual(['cam:general:read']);
  });
});

describe('rules', () => {
  it('count at once for all users, and give no more than their author has', async () => {
    const org = await organization([]);
    const [ana, bob] = [await addUser(org, 'ana'), await addUser(org, 'bob')];
    await addGroup(org, 'Readers', [ana]);
    await addGroup(org, 'Team', [ana, bob]);
    const put = (rules: Rules, token = org.token) => api('PUT /v1/provisioning/rules', { body: { rules } }, token);
    expect((await put([{ group: '*', scopes: ['cam:alerts:read'] }, READERS])).status).toBe(200);
    expect([await scopesOf(`ana@${org.domain}`), await scopesOf(`bob@${org.domain}`)]).toEqual([
      ['cam:general:read', 'cam:alerts:read'],
      ['cam:alerts:read'],
    ]);
    const scopes: Scope[] = ['cam:general:read', 'cam:general:write'];
    const weak = (await call('POST /v1/operator/token', { ...operator(), body: { tenant: org.tenantId, scopes } }, undefined, server.url)).body
      .access_token;
    expect((await put([{ group: 'Team', scopes: ['cam:account:write'] }], weak)).error.code).toBe('SCOPE_MISSING');
    const { entries } = (await api('GET /v1/tenants/audit', { query: { search: 'provision' } }, org.token)).body;
    expect(entries.map(({ summary }) => summary)).toEqual(expect.arrayContaining(['Provision a user', 'Provision a group']));
    expect((await api('GET /v1/provisioning', {}, org.token)).body).toMatchObject({
      ...{ users_count: 2, active_users_count: 2, groups_count: 2 },
      groups: [
        { name: 'Readers', users_count: 1 },
        { name: 'Team', users_count: 2 },
      ],
    });
  });
});

describe('5,000 users', () => {
  it('are provisioned, listed to the end, put into one group and taken out of it', async () => {
    const org = await organization();
    const ids: string[] = [];
    const names = Array.from({ length: 5000 }, (_none, index) => `user-${index}`);
    // Providers send several requests at once.
    for (let first = 0; first < names.length; first += 20)
      ids.push(...(await Promise.all(names.slice(first, first + 20).map((name) => addUser(org, name)))));
    expect(new Set(ids).size).toBe(5000);
    const listed = new Set<string>();
    for (let startIndex = 1; startIndex <= 5000; startIndex += 500) {
      const { body } = await scim(org, 'GET', `/Users?startIndex=${startIndex}&count=500&attributes=id`);
      expect(body).toMatchObject({ totalResults: 5000, itemsPerPage: 500 });
      for (const { id } of body.Resources as { id: string }[]) listed.add(id);
    }
    expect(listed).toEqual(new Set(ids));
    const group = await addGroup(org, 'Readers', ids);
    const last = `user-4999@${org.domain}`;
    expect(await scopesOf(last)).toEqual(['cam:general:read']);
    expect((await scim(org, 'GET', find(`userName eq "${last}"`))).body.totalResults).toBe(1);
    const out = { schemas: [PATCH], Operations: [{ op: 'remove', path: `members[value eq "${ids.at(-1)}"]` }] };
    expect((await scim(org, 'PATCH', `/Groups/${group}`, out)).status).toBe(200);
    expect(await scopesOf(last)).toEqual([]);
    expect(await scopesOf(`user-0@${org.domain}`)).toEqual(['cam:general:read']);
  });
});
