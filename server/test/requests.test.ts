import type { AccessRequest, Api } from '@cam/contracts';
import { allow, arn, dump, group, managedPolicy, policyDocument, role, trust, user } from './support/aws-account';
import { importAccount, zipOf } from './support/bundle';
import { api, createTenant, operatorHeaders, tokenFor, type TestTenant } from './support/client';
import { PATIENT, until } from './support/until';

jest.setTimeout(240_000);

const [GET, PUT] = ['s3:GetObject', 's3:PutObject'];
const SHARE = 's3:PutObjectAcl';
const objects = (bucket: string): string => `arn:aws:s3:::${bucket}/*`;
const people = { ann: '', cleo: '', dora: '', viewer: '' };
const tokens = { ann: '', cleo: '', dora: '', viewer: '' };
let tenant: TestTenant;

/**
 * Ann, Finn, Gus and Hal have no access unless they are in a group. Hal also needs the policy Share to share what he reads. Writers write the ledger, makers do it through a role and also write the archive, and operators
 * do everything.
 */
function account(groupsOf: { finn?: string[]; gus?: string[]; hal?: string[] } = {}, policiesOfHal: string[] = []) {
  return {
    'iam/get-account-authorization-details.json': dump({
      users: [
        user(people.ann),
        user('finn', { groups: groupsOf.finn }),
        user('gus', { groups: groupsOf.gus }),
        user('hal', { groups: groupsOf.hal, managed: policiesOfHal }),
        user('bob', { groups: ['makers'] }),
        user('eve', { managed: ['Ledger'] }),
        user('ida', { managed: ['Share'] }),
      ],
      groups: [group('writers', ['Ledger']), group('makers', ['Become']), group('operators', ['Everything']), group('readers', ['Read'])],
      roles: [role('deploy', trust({ AWS: 'arn:aws:iam::111122223333:root' }), ['Deploy'])],
      policies: [
        managedPolicy('Ledger', policyDocument(allow([GET, PUT], objects('ledger')))),
        managedPolicy('Read', policyDocument(allow(GET, objects('ledger')))),
        managedPolicy('Share', policyDocument(allow(SHARE, objects('ledger')))),
        managedPolicy('Become', policyDocument(allow('sts:AssumeRole', arn('role', 'deploy')))),
        managedPolicy('Deploy', policyDocument(allow([GET, PUT], [objects('ledger'), objects('archive')]))),
        managedPolicy('Everything', policyDocument(allow('*'))),
      ],
    }),
    's3/list-buckets.json': { Buckets: ['ledger', 'archive', 'vault'].map((Name) => ({ Name })) },
  };
}

const snapshot = async (...change: Parameters<typeof account>): Promise<void> => {
  await importAccount(tenant.token, await zipOf(account(...change)));
};
const uriOf = (type: string, name: string): string => `${tenant.tenantId}:AWS:111122223333:-:${type}:${name}`;
const REASON = 'The ledger has to be corrected by hand';

async function addUser(name: 'ann' | 'cleo' | 'dora' | 'viewer', scopes: ('cam:general:read' | 'cam:general:write')[]): Promise<void> {
  const email = `${name}@${tenant.tenantId}.example`;
  const body = { email, tenant: tenant.tenantId, password: 'Right-password-1', scopes };
  const { status, error } = await api('POST /v1/operator/users', { body, headers: operatorHeaders });
  if (status !== 201) throw new Error(error.user_message);
  people[name] = email;
  tokens[name] = await tokenFor({ user: email });
}

beforeAll(async () => {
  tenant = await createTenant();
  await addUser('ann', ['cam:general:read', 'cam:general:write']);
  await addUser('cleo', ['cam:general:read', 'cam:general:write']);
  await addUser('dora', ['cam:general:read', 'cam:general:write']);
  await addUser('viewer', ['cam:general:read']);
  await snapshot();
  const body = {
    ...{ kind: 'HAND' as const, name: 'Vault', tier: 0 as const, labels: [], reason: 'All our keys' },
    definition: { uris: [uriOf('OBJECT_STORE', 'vault')] },
  };
  const rule = await api('POST /v1/tiers/rules', { body: body as never }, tenant.token);
  if (rule.status >= 300) throw new Error(JSON.stringify(rule.error));
});

type New = Api['POST /v1/access-requests']['body'];
const wanted = (bucket = 'ledger', level: New['level'] = 'WRITE') => ({
  ...{ identity_uri: uriOf('USER', people.ann), resource_uri: uriOf('OBJECT_STORE', bucket), level },
});
const WRITERS = `MEMBERSHIP ${arn('group', 'writers')}`;
const OPERATORS = `MEMBERSHIP ${arn('group', 'operators')}`;
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

const askFor = (change: Partial<New>, token = tokens.viewer) =>
  api('POST /v1/access-requests', { body: { ...wanted(), reason: REASON, unit: WRITERS, hours: 4, ...change } }, token);

async function asked(change: Partial<New> = {}, token = tokens.viewer): Promise<AccessRequest> {
  const { status, body, error } = await askFor(change, token);
  if (status !== 201) throw new Error(JSON.stringify(error));
  return body;
}

const decide = (kind: 'approve' | 'refuse' | 'withdraw', { request_id, version }: AccessRequest, token: string, reason?: string) =>
  api(
    `POST /v1/access-requests/{request_id}/${kind}` as 'POST /v1/access-requests/{request_id}/approve',
    { path: { request_id }, body: { version, ...(reason === undefined ? {} : { reason }) } },
    token,
  );

const read = async ({ request_id }: AccessRequest, token = tenant.token) =>
  (await api('GET /v1/access-requests/{request_id}', { path: { request_id } }, token)).body;

const codeOf = ({ status, error }: Awaited<ReturnType<typeof decide>>) => [status, error.code];

/** Withdraws what a test leaves, so that the next one can ask for the same. */
async function withdrawAll(): Promise<void> {
  const { requests } = (await api('GET /v1/access-requests', { query: { state: ['ASKED'], limit: 500 } }, tokens.viewer)).body;
  for (const one of requests) if (one.may_withdraw) await decide('withdraw', one, tokens.viewer);
}
afterEach(withdrawAll);

describe('what gives an access', () => {
  it('is listed with what comes besides, the least first', async () => {
    const { body } = await api('POST /v1/access-requests/units', { body: wanted() }, tokens.viewer);
    expect(body).toMatchObject({ has_access: false, tier: 3, approvals_needed: 1 });
    expect(
      body.units
        .map(({ action }) => action)
        .slice(0, 2)
        .sort(),
    ).toEqual([`Add ${people.ann} to writers`, `Attach Ledger to ${people.ann}`]);
    const rest = body.units.map(({ action }) => action).slice(2);
    expect(rest.indexOf(`Add ${people.ann} to makers`)).toBeGreaterThanOrEqual(0);
    expect(rest.indexOf(`Add ${people.ann} to operators`)).toBeGreaterThan(rest.indexOf(`Add ${people.ann} to makers`));
    expect(body.units.find(({ key }) => key === WRITERS)).toMatchObject({
      ...{ kind: 'MEMBERSHIP', name: 'writers', uri: uriOf('GROUP', 'writers'), gives: ['READ', 'WRITE'], besides: [0, 0, 0, 0] },
      edits: [{ kind: 'ADD_MEMBER', group: arn('group', 'writers'), member: arn('user', people.ann) }],
    });
    // Operators reach the vault, which is tier 0.
    expect(body.units.find(({ key }) => key === OPERATORS)?.besides[0]).toBeGreaterThanOrEqual(1);
    expect(body.units.map(({ name }) => name)).not.toContain('readers');
  });

  it('is found by the names of actions, and says plainly if nothing gives it', async () => {
    const byActions = async (actions: string[]) =>
      (await api('POST /v1/access-requests/units', { body: { ...wanted(), level: undefined, actions } }, tokens.viewer)).body;
    expect((await byActions([PUT])).units.map(({ name }) => name)).toContain('writers');
    expect((await byActions([PUT, 's3:DeleteBucket'])).units.map(({ name }) => name)).not.toContain('writers');
    const nothing = await byActions(['kms:Decrypt']);
    expect([nothing.units, nothing.notes.join()]).toEqual([[], expect.stringContaining('Say what should be done')]);
    const refused = await api('POST /v1/access-requests/units', { body: { ...wanted(), actions: [GET] } }, tokens.viewer);
    expect([refused.status, refused.error.code]).toEqual([422, 'WANT_LEVEL_OR_ACTIONS']);
  });

  it('is tried: the access is there after the change, and what comes besides is counted', async () => {
    const tried = (unit: string) => api('POST /v1/access-requests/trial', { body: { ...wanted(), unit } }, tokens.cleo);
    const writers = (await tried(WRITERS)).body;
    expect(writers).toMatchObject({ is_enough: true, besides: [0, 0, 0, 0], verdict: { gained: expect.any(Number), lost: 0 } });
    expect((await tried(OPERATORS)).body.besides[0]).toBeGreaterThanOrEqual(1);
    expect((await tried('MEMBERSHIP nothing')).error.code).toBe('UNIT_GONE');
    // Nothing of it is there afterwards.
    expect((await api('POST /v1/access-requests/units', { body: wanted() }, tokens.viewer)).body.has_access).toBe(false);
  });
});

describe('a set of several units', () => {
  const READERS = `MEMBERSHIP ${arn('group', 'readers')}`;
  const SHARING = `ATTACHMENT ${arn('policy', 'Share')}`;
  const both = (identity = people.ann) => ({ ...wanted(), identity_uri: uriOf('USER', identity), level: undefined, actions: [GET, SHARE] });
  const listed = async (identity?: string) => (await api('POST /v1/access-requests/units', { body: both(identity) }, tokens.viewer)).body;

  it('comes before single units that give more besides, with each step', async () => {
    const { units, notes } = await listed();
    const [first] = units;
    expect(first).toMatchObject({ kind: 'SET', besides: [0, 0, 0, 0], edits: { length: 2 } });
    expect(first?.parts).toContainEqual(
      expect.objectContaining({
        key: SHARING,
        action: `Attach Share to ${people.ann}`,
        edits: [{ kind: 'ATTACH_POLICY', holder: arn('user', people.ann), policy: arn('policy', 'Share') }],
      }),
    );
    expect(first?.action).toBe(`${first?.parts[0]?.action} and ${first?.parts[1]?.action.replace(/^A/, 'a')}`);
    // Single units do it too, but operators reach the vault.
    expect(units.find(({ key }) => key === OPERATORS)?.parts).toEqual([]);
    expect(units.filter(({ kind }) => kind === 'SET').every(({ parts }) => parts.length === 2)).toBe(true);
    expect(notes).toContain('Several changes together give less besides than any single one.');
    const tried = (await api('POST /v1/access-requests/trial', { body: { ...both(), unit: first?.key ?? '' } }, tokens.cleo)).body;
    expect(tried).toMatchObject({ is_enough: true, besides: [0, 0, 0, 0], verdict: { edits: { length: 2 } } });
  });

  it('is asked for also if others give less, unless a part of it is missing or gives nothing new', async () => {
    const ask = (keys: string[]) => askFor({ ...both(), unit: `SET ${JSON.stringify(keys)}` });
    const made = await ask([SHARING, OPERATORS]);
    expect([made.status, made.error?.code]).toEqual([422, 'UNIT_GONE']);
    for (const keys of [[SHARING], [SHARING, 'MEMBERSHIP nothing'], []]) expect((await ask(keys)).error.code).toBe('UNIT_GONE');
    expect((await askFor({ ...both(), unit: 'SET [' })).error.code).toBe('UNIT_GONE');
    const request = (await ask([SHARING, `MEMBERSHIP ${arn('group', 'makers')}`])).body;
    // The archive comes with the makers.
    expect(request).toMatchObject({ state: 'ASKED', parts_seen: [], unit: { kind: 'SET', parts: [{ key: SHARING }, { kind: 'MEMBERSHIP' }] } });
    expect(request.unit?.besides[3]).toBeGreaterThanOrEqual(1);
  });

  it('names only what is missing if the identity has some of the access', async () => {
    await snapshot({ hal: ['readers'] });
    const { units } = await listed('hal');
    expect(units.map(({ key }) => key)).toContain(SHARING);
    expect(units[0]).toMatchObject({ key: SHARING, parts: [] });
    await snapshot();
  });

  it('is seen when all of its units are there, and over when none is left', async () => {
    const key = `SET ${JSON.stringify([SHARING, READERS])}`;
    const request = await asked({ ...both('hal'), unit: key, hours: undefined, until: inSeconds(30) });
    await decide('approve', request, tokens.cleo);
    const reads = (what: string, test: (now: AccessRequest) => boolean) =>
      until(
        what,
        async () => {
          const { request: now } = await read(request);
          return test(now) ? now : null;
        },
        PATIENT,
      );
    await snapshot({ hal: ['readers'] });
    expect(await reads('the first step', ({ parts_seen: seen }) => seen.length === 1)).toMatchObject({ state: 'APPROVED', parts_seen: [READERS] });
    await snapshot({ hal: ['readers'] }, ['Share']);
    expect(await reads('both steps', ({ state }) => state === 'SEEN')).toMatchObject({ parts_seen: [SHARING, READERS], more: { units: [] } });
    await until('the end passes', () => Date.now() > Date.parse(request.until ?? ''), PATIENT);
    // The policy is gone, but the membership stays.
    await snapshot({ hal: ['readers'] });
    expect(await reads('the rest is overdue', ({ state }) => state === 'OVERDUE')).toMatchObject({ parts_seen: [READERS] });
    await snapshot();
    await reads('the access is over', ({ state }) => state === 'ENDED');
    const { events } = (await api('GET /v1/events', { query: { after: 0, limit: 1000 } as never }, tenant.token)).body;
    const approved = events.find(({ subject, type }) => subject === request.request_id && type === 'request.approved');
    expect(approved?.data).toMatchObject({
      ...{ unit_kind: 'SET', edits: { length: 2 } },
      parts: [
        { action: 'Attach Share to hal', edits: [{ kind: 'ATTACH_POLICY' }] },
        { action: 'Add hal to readers', edits: [{ kind: 'ADD_MEMBER' }] },
      ],
    });
  });
});

describe('a request', () => {
  it('needs a reason, an end within the limit, something that gives the access, and access that is not there', async () => {
    const code = async (change: Partial<New>) => {
      const { status, error } = await askFor(change);
      return [status, error.code];
    };
    expect(await code({ reason: 'short' })).toEqual([422, 'INVALID_INPUT']);
    expect(await code({ reason: '   short    ' })).toEqual([422, 'REASON_NEEDED']);
    expect(await code({ hours: undefined })).toEqual([422, 'END_NEEDED']);
    expect(await code({ until: inSeconds(600) })).toEqual([422, 'END_NEEDED']);
    expect(await code({ hours: undefined, until: inSeconds(-1) })).toEqual([422, 'END_OVER']);
    expect(await code({ hours: 721 })).toEqual([422, 'TOO_LONG']);
    expect(await code({ hours: undefined, until: inSeconds(721 * 3600) })).toEqual([422, 'TOO_LONG']);
    expect(await code({ unit: 'MEMBERSHIP nothing' })).toEqual([422, 'UNIT_GONE']);
    expect(await code({ unit: undefined })).toEqual([422, 'STEPS_NEEDED']);
    expect(await code({ identity_uri: uriOf('USER', 'nobody') })).toEqual([422, 'NOT_IN_THE_GRAPH']);
    expect(await code({ identity_uri: uriOf('USER', 'eve') })).toEqual([422, 'HAS_ACCESS']);
    await asked();
    expect(await code({})).toEqual([409, 'ASKED_ALREADY']);
  });

  it('goes on as words if nothing that exists gives the access', async () => {
    const request = await asked({ unit: undefined, steps: 'Write a new policy for the ledger' });
    expect(request).toMatchObject({ state: 'ASKED', unit: null, steps: 'Write a new policy for the ledger', asked_by: people.viewer });
  });

  it('follows the limit of the tenant', async () => {
    const put = (longest_hours: number, connection_id: string | null, token: string) =>
      api('PUT /v1/access-requests/policy', { body: { longest_hours, connection_id } }, token);
    expect((await put(2, null, tokens.viewer)).status).toBe(403);
    expect((await put(2, 'nothing', tokens.cleo)).status).toBe(404);
    expect((await put(2, null, tokens.cleo)).body).toEqual({ longest_hours: 2, connection_id: null });
    expect((await askFor({ hours: 3 })).error.code).toBe('TOO_LONG');
    await put(720, null, tokens.cleo);
    expect((await api('GET /v1/access-requests/policy', {}, tokens.viewer)).body.longest_hours).toBe(720);
  });

  it('is approved by neither the asker nor the user who gets the access, and by nobody without the right', async () => {
    const request = await asked({}, tokens.cleo);
    expect(request).toMatchObject({ approvals_needed: 1, may_withdraw: true, may_approve: false });
    expect(codeOf(await decide('approve', request, tokens.cleo))).toEqual([403, 'OWN_REQUEST']);
    expect(codeOf(await decide('approve', request, tokens.ann))).toEqual([403, 'OWN_REQUEST']);
    expect(codeOf(await decide('refuse', request, tokens.ann, REASON))).toEqual([403, 'OWN_REQUEST']);
    expect((await decide('approve', request, tokens.viewer)).status).toBe(403);
    expect((await read(request, tokens.ann)).request.may_approve).toBe(false);
    expect((await read(request, tokens.dora)).request.may_approve).toBe(true);
    const approved = await decide('approve', request, tokens.dora, 'Agreed with the owner');
    expect(approved.body).toMatchObject({ state: 'APPROVED', decided_by: people.dora, decision_reason: 'Agreed with the owner', version: 2 });
    // Hours count from the approval.
    expect(Date.parse(approved.body.until ?? '') - Date.parse(approved.body.decided_at ?? '')).toBe(4 * 3_600_000);
    expect(codeOf(await decide('approve', approved.body, tokens.dora))).toEqual([409, 'REQUEST_NOT_OPEN']);
    expect(codeOf(await decide('withdraw', approved.body, tokens.cleo))).toEqual([409, 'REQUEST_NOT_OPEN']);
  });

  it('takes two users for tier 0', async () => {
    const request = await asked({ ...wanted('vault'), unit: OPERATORS });
    expect(request).toMatchObject({ tier: 0, approvals_needed: 2 });
    const first = (await decide('approve', request, tokens.cleo)).body;
    expect(first).toMatchObject({ state: 'ASKED', approvals: [{ by: people.cleo }], may_approve: false });
    expect(codeOf(await decide('approve', first, tokens.cleo))).toEqual([409, 'APPROVED_BEFORE']);
    expect(codeOf(await decide('approve', request, tokens.dora))).toEqual([409, 'REQUEST_CHANGED']);
    expect((await decide('approve', first, tokens.dora)).body).toMatchObject({
      state: 'APPROVED',
      approvals: [{ by: people.cleo }, { by: people.dora }],
    });
    const { log } = await read(request);
    expect(log.map(({ kind, actor }) => [kind, actor])).toEqual([
      ['ASKED', people.viewer],
      ['ENDORSED', people.cleo],
      ['APPROVED', people.dora],
    ]);
  });

  it('takes two users too if what gives the access also leads to tier 0', async () => {
    const request = await asked({ unit: OPERATORS });
    expect(request).toMatchObject({ tier: 3, approvals_needed: 2 });
    expect((await decide('approve', request, tokens.cleo)).body).toMatchObject({ state: 'ASKED', approvals: [{ by: people.cleo }] });
  });

  it('is refused with a reason, and withdrawn by the asker only', async () => {
    const refused = await asked();
    expect(codeOf(await decide('refuse', refused, tokens.cleo, '   too much   '))).toEqual([422, 'REASON_NEEDED']);
    expect((await decide('refuse', refused, tokens.cleo, 'Ask the team of the ledger')).body).toMatchObject({
      state: 'REFUSED',
      decided_by: people.cleo,
    });
    const withdrawn = await asked();
    expect(codeOf(await decide('withdraw', withdrawn, tokens.cleo))).toEqual([403, 'NOT_YOURS']);
    expect((await decide('withdraw', withdrawn, tokens.viewer)).body.state).toBe('WITHDRAWN');
    expect(codeOf(await decide('approve', { ...withdrawn, version: 2 }, tokens.cleo))).toEqual([409, 'REQUEST_NOT_OPEN']);
  });

  it('lapses by the clock when its end comes without a decision', async () => {
    const request = await asked({ hours: undefined, until: inSeconds(1) });
    expect(request.lapses_at).toBe(request.until);
    await until('the request lapses', async () => (await read(request)).request.state === 'LAPSED');
    expect(codeOf(await decide('approve', request, tokens.cleo))).toEqual([409, 'REQUEST_NOT_OPEN']);
  });

  it('is in the list of who asked, of who gets the access, and of who may approve', async () => {
    const request = await asked();
    const listed = async (list: 'MINE' | 'TO_APPROVE' | 'RUNNING' | 'HISTORY', token: string) =>
      (await api('GET /v1/access-requests', { query: { list, limit: 500 } }, token)).body.requests.map(({ request_id: id }) => id);
    expect(await listed('MINE', tokens.viewer)).toContain(request.request_id);
    expect(await listed('MINE', tokens.ann)).toContain(request.request_id);
    expect(await listed('MINE', tokens.dora)).not.toContain(request.request_id);
    expect(await listed('TO_APPROVE', tokens.dora)).toContain(request.request_id);
    expect(await listed('TO_APPROVE', tokens.ann)).not.toContain(request.request_id);
    const { total, requests } = (
      await api('GET /v1/access-requests', { query: { entity_uri: uriOf('OBJECT_STORE', 'ledger'), limit: 1 } }, tokens.viewer)
    ).body;
    expect([requests.length, total > 1]).toEqual([1, true]);
  });

  it('is invisible to other tenants', async () => {
    const request = await asked();
    const other = await createTenant();
    const { body } = await api('GET /v1/access-requests', {}, other.token);
    expect([body.total, body.counts]).toEqual([0, { mine: 0, to_approve: 0, running: 0, overdue: 0, history: 0 }]);
    const path = { request_id: request.request_id };
    expect((await api('GET /v1/access-requests/{request_id}', { path }, other.token)).status).toBe(404);
    expect((await decide('approve', request, other.token)).status).toBe(404);
    expect((await api('POST /v1/access-requests/units', { body: wanted() }, other.token)).error.code).toBe('NOT_IN_THE_GRAPH');
  });

  it('is asked and decided by people: a service token could approve the request of its maker', async () => {
    const body = { name: 'pipeline', kind: 'SERVICE' as const, scopes: ['cam:general:read' as const, 'cam:general:write' as const], days: 1 };
    const made = await api('POST /v1/tokens', { body }, tokens.cleo);
    if (made.status >= 300) throw new Error(JSON.stringify(made.error));
    const request = await asked({}, tokens.cleo);
    expect(codeOf(await decide('approve', request, made.body.token))).toEqual([403, 'PERSON_NEEDED']);
    expect((await askFor({}, made.body.token)).error.code).toBe('PERSON_NEEDED');
    await decide('withdraw', request, tokens.cleo);
  });
});

describe('the watch', () => {
  it('goes from the request to the end: given, more than asked for, still there after the end, and over', async () => {
    const request = await asked({ identity_uri: uriOf('USER', 'finn'), hours: undefined, until: inSeconds(25) });
    const approved = (await decide('approve', request, tokens.cleo)).body;
    expect(approved).toMatchObject({ state: 'APPROVED', until: request.until });

    await snapshot({ finn: ['writers'] });
    const stateIs =
      (state: AccessRequest['state'], more = false) =>
      async () => {
        const { request: now } = await read(request);
        return now.state === state && (!more || now.more.units.length > 0) ? now : null;
      };
    const seen = await until('a snapshot shows the access', stateIs('SEEN'), PATIENT);
    expect(seen).toMatchObject({ more: { units: [], levels: [] }, ended_at: null, is_past_end: false });

    await snapshot({ finn: ['writers', 'operators'] });
    const more = await until('a snapshot shows more than was asked for', stateIs('SEEN', true), PATIENT);
    expect(more.more).toEqual({ units: ['operators'], levels: ['ADMIN'] });

    await until('the end passes', () => Date.now() > Date.parse(request.until ?? ''), PATIENT);
    // The access was there before the end, which says nothing about the time after it.
    expect((await read(request)).request).toMatchObject({ state: 'SEEN', is_past_end: true });
    const alerts = async () => {
      const query = { monitor_id: 'requests.overdue', object_uri: uriOf('OBJECT_STORE', 'ledger') };
      return (await api('GET /v1/intents/alerts', { query }, tenant.token)).body.alert_info_list;
    };
    expect(await alerts()).toEqual([]);
    await snapshot({ finn: ['writers'] });
    await until('the access is overdue', stateIs('OVERDUE'), PATIENT);
    expect(await alerts()).toMatchObject([{ monitor_name: 'Requested access is still there after its end', severity: 'HIGH' }]);
    const running = (await api('GET /v1/access-requests', { query: { list: 'RUNNING' } }, tokens.viewer)).body;
    expect(running.counts.overdue).toBe(1);

    await snapshot();
    const ended = await until('the access is over', stateIs('ENDED'), PATIENT);
    expect(ended.ended_at).not.toBeNull();
    expect(await alerts()).toEqual([]);
    const { log } = await read(request);
    expect(log.map(({ kind }) => kind)).toEqual(['ASKED', 'APPROVED', 'SEEN', 'MORE', 'OVERDUE', 'ENDED']);
    expect(log.at(-1)?.detail).toMatchObject({ in_time: false });
    const { events } = (await api('GET /v1/events', { query: { after: 0, limit: 1000 } as never }, tenant.token)).body;
    const own = events.filter(({ subject }) => subject === request.request_id);
    expect(own.map(({ type }) => type)).toEqual(['request.asked', 'request.approved', 'request.seen', 'request.overdue', 'request.ended']);
    expect(own[1]?.data).toMatchObject({
      ...{ identity_uri: uriOf('USER', 'finn'), level: 'WRITE', until: request.until, unit: 'writers' },
      edits: [{ kind: 'ADD_MEMBER', group: arn('group', 'writers'), member: arn('user', 'finn') }],
    });
  });

  it('prolongs running access by another request, so that the first one ends without an alert', async () => {
    const identity_uri = uriOf('USER', 'gus');
    const first = await asked({ identity_uri, hours: undefined, until: inSeconds(20) });
    await decide('approve', first, tokens.cleo);
    await snapshot({ gus: ['writers'] });
    const stateOf = async (one: AccessRequest) => (await read(one)).request.state;
    await until('a snapshot shows the access', async () => (await stateOf(first)) === 'SEEN', PATIENT);
    const second = await asked({ identity_uri, hours: 8 });
    expect(second.unit?.key).toBe(WRITERS);
    await decide('approve', second, tokens.cleo);
    await until('the end passes', () => Date.now() > Date.parse(first.until ?? ''), PATIENT);
    await snapshot({ gus: ['writers'] });
    await until('the first request ends', async () => (await stateOf(first)) === 'ENDED', PATIENT);
    expect((await read(first)).log.at(-1)?.detail).toMatchObject({ is_continued: true });
    expect(await stateOf(second)).toBe('SEEN');
  });
});
