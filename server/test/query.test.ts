import { policyAccounts, readPolicyReference } from '@cam/contracts';
import { ACCOUNT, allow, COMPANY, dump, user } from './support/aws-account';
import { importAccount, rowsOf, zipOf } from './support/bundle';
import { api, createTenant, tokenFor, type TestTenant } from './support/client';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await createTenant();
  await importAccount(tenant.token, dump(COMPANY), { name: 'Production' });
});

const ask = (
  input: string,
  props: { session_id?: string; batch_size?: number; is_next?: boolean; page_number?: number } = {},
  token = tenant.token,
) => api('POST /v1/graph-querymgr/autocomplete-user', { body: { input, session_props: props } }, token);
const suggest = async (input: string) => (await api('POST /v1/graph-querymgr/autocomplete', { body: { input } }, tenant.token)).body;

describe('a search', () => {
  it('can be paged in both directions, and a page keeps its rows', async () => {
    const first = await ask('any with-access any', { batch_size: 2 });
    expect(first.body).toMatchObject({ resp_type: 'AUTO_COMPLETE_RESP_TYPE_QUERY', has_next: true, has_prev: false });
    const session_id = first.body.session_id ?? '';
    const second = await ask('any with-access any', { session_id, batch_size: 2, is_next: true });
    expect(second.body.has_prev).toBe(true);
    expect(second.body.result_table).not.toEqual(first.body.result_table);
    const back = await ask('any with-access any', { session_id, batch_size: 2, is_next: false });
    expect(back.body.result_table).toEqual(first.body.result_table);
  });

  it('can open at a given page, or at the last page if the number is too large', async () => {
    const first = await ask('any with-access any', { batch_size: 2 });
    const session_id = first.body.session_id ?? '';
    const second = await ask('any with-access any', { session_id, batch_size: 2, is_next: true });
    const third = await ask('any with-access any', { session_id, batch_size: 2, is_next: true });
    expect([first, second, third].map(({ body }) => body.page_number)).toEqual([0, 1, 2]);
    const opened = await ask('any with-access any', { batch_size: 2, page_number: 2 });
    expect(opened.body).toMatchObject({ page_number: 2, has_prev: true, result_table: third.body.result_table });
    const back = await ask('any with-access any', { session_id: opened.body.session_id ?? '', batch_size: 2, is_next: false });
    expect(back.body).toMatchObject({ page_number: 1, result_table: second.body.result_table });
    const { body: whole } = await ask('any with-access any', { batch_size: 1000 });
    const last = await ask('any with-access any', { batch_size: 5, page_number: 90 });
    expect(last.body).toMatchObject({ page_number: Math.ceil(whole.result_table.length / 5) - 1, has_next: false });
    expect(last.body.result_table.at(-1)).toEqual(whole.result_table.at(-1));
    expect((await ask('any with-access any', { page_number: -1 })).status).toBe(422);
  });

  it('returns every row once, whatever the page size', async () => {
    const whole = (await ask('any with-access any', { batch_size: 1000 })).body.result_table;
    const paged = [];
    let page = (await ask('any with-access any', { batch_size: 3 })).body;
    paged.push(...page.result_table);
    while (page.has_next) {
      page = (await ask('any with-access any', { session_id: page.session_id ?? '', batch_size: 3, is_next: true })).body;
      paged.push(...page.result_table);
    }
    expect(paged).toEqual(whole);
    expect(new Set(whole.map((row) => `${row.identity_uri} ${row.resource_uri}`)).size).toBe(whole.length);
  });

  it('is accessible only to its user, and gone once closed', async () => {
    const { body } = await ask('user');
    const session_id = body.session_id ?? '';
    const otherTenant = await createTenant();
    expect((await ask('user', { session_id, is_next: true }, otherTenant.token)).status).toBe(404);
    const colleague = await tokenFor({ tenant: tenant.tenantId });
    expect((await ask('user', { session_id, is_next: true }, colleague)).status).toBe(404);
    await api('POST /v1/graph-querymgr/close-session', { body: { session_id } }, tenant.token);
    expect((await ask('user', { session_id, is_next: true })).status).toBe(404);
  });

  it('names the policies that grant each row, and their documents can be read', async () => {
    const [row] = (await ask('user with-access object_store')).body.result_table;
    const references = (row?.policies ?? []).flatMap((text) => readPolicyReference(text) ?? []);
    expect(references.map(({ kind }) => kind)).toContain('LOOKUP');
    const body = { policies: references.map(({ id }) => id), account_ids: policyAccounts(row ?? {}) };
    const { policies } = (await api('POST /v1/policy-reader/policies', { body }, tenant.token)).body;
    expect(policies.map(({ policy_name: name }) => name)).toEqual(references.map(({ title }) => title));
    for (const { policy_document: document } of policies) expect(JSON.parse(document)).toHaveProperty('Statement');
  });

  it('requires a token and the right to read, and returns nothing of other tenants', async () => {
    expect((await api('POST /v1/graph-querymgr/autocomplete-user', { body: { input: 'user' } })).status).toBe(401);
    const noRight = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:alerts:read'] });
    expect((await ask('user', {}, noRight)).status).toBe(403);
    expect((await ask('user', {}, (await createTenant()).token)).body.result_table).toEqual([]);
  });

  it('returns the position of a syntax error and INVALID INPUT as the option', async () => {
    expect((await ask('user with-access banana')).body).toMatchObject({
      error: { position: 17, length: 6 },
      options: ['INVALID INPUT'],
      result_table: [],
    });
  });
});

describe('text in quotes', () => {
  it.each([
    ['an apostrophe', "O'Neil"],
    ['SQL', "x'); drop table graph_entity; --"],
    ['a wildcard of SQL', '100%_\\'],
    ['control characters', 'a\u0007\u001b[31mb'],
    ['text that runs from right to left', 'שלום\u202eevil'],
  ])('is matched as a name and never interpreted: %s', async (_what, name) => {
    const text = `"${name.replaceAll('\\', '\\\\')}"`;
    for (const input of [`user ${text}`, `user with-access any via role ${text}`, `user with-attribute name ~ ${text}`, `user with-role ${text}`]) {
      const { status, body } = await ask(input);
      expect([input, status, body.result_table, body.error]).toEqual([input, 200, [], null]);
      expect((await suggest(input)).error).toBeNull();
    }
    expect((await ask('user')).body.result_table.length).toBeGreaterThan(0);
  });

  it.each([
    ['NUL', 'a\u0000b'],
    ['half a character', 'a\ud800b'],
  ])('is rejected with %s, which no name can contain', async (_what, name) => {
    const { status, error } = await ask(`user "${name}"`);
    expect([status, error.user_message]).toEqual([422, expect.stringContaining('"input"')]);
  });

  it('is rejected if it exceeds the maximum length of a query', async () => expect((await ask(`user "${'n'.repeat(100_000)}"`)).status).toBe(422));
});

describe('query suggestions', () => {
  it('are the words that may follow, filtered by prefix and sorted', async () => {
    expect((await suggest('us')).options).toEqual(['user']);
    expect((await suggest('user with-')).options).toEqual(['with-access', 'with-attribute', 'with-role', 'with-scope', 'with-usage']);
    const names = (await suggest('user ')).options;
    expect(names).toEqual(expect.arrayContaining(['ada', 'bob']));
  });

  it('list open ports and the ends of port ranges, and a port within a range matches', async () => {
    const firewalled = await createTenant();
    const open = (from: number, to: number) => ({ IpProtocol: 'tcp', FromPort: from, ToPort: to, IpRanges: [{ CidrIp: '0.0.0.0/0' }] });
    const groups = [
      ['web', open(443, 443)],
      ['build', open(8000, 8100)],
    ] as const;
    await importAccount(
      firewalled.token,
      await zipOf({
        'iam/get-account-authorization-details.json': dump(COMPANY),
        'eu-west-1/ec2/describe-security-groups.json': {
          SecurityGroups: groups.map(([name, rule]) => ({
            GroupId: `sg-${name}`,
            GroupName: name,
            VpcId: 'vpc-1',
            OwnerId: ACCOUNT,
            IpPermissions: [rule],
          })),
        },
      }),
      { name: 'Firewalled' },
    );
    const input = 'security_group with-attribute port = ';
    const { body } = await api('POST /v1/graph-querymgr/autocomplete', { body: { input } }, firewalled.token);
    expect(body.options).toEqual(['443', '8000', '8100']);
    expect((await rowsOf(firewalled.token, 'security_group with-attribute port 8080')).map(({ resource }) => resource)).toEqual(['build']);
  });

  it('quote names with spaces, and are INVALID INPUT if nothing can follow', async () => {
    const odd = await createTenant();
    await importAccount(odd.token, dump({ users: [user('Jane Doe', { inline: allow('s3:ListAllMyBuckets', '*') } as never)] }), { name: 'Odd' });
    const { body } = await api('POST /v1/graph-querymgr/autocomplete', { body: { input: 'user Ja' } }, odd.token);
    expect(body.options).toEqual(['"Jane Doe"']);
    expect((await suggest('banana ')).options).toEqual(['INVALID INPUT']);
  });
});

describe('a query in words', () => {
  const linesOf = async (input: string) => (await api('POST /v1/graph-querymgr/words', { body: { input } }, tenant.token)).body.lines;

  it('says for each part what it finds by itself, with examples', async () => {
    const [users, named, buckets, forActions] = await linesOf(
      'user with-attribute name "cleo" with-access object_store for action s3:GetObject|s3:PutObject',
    );
    expect(users?.matches).toMatchObject({ is_whole: true, others: [] });
    expect(users?.matches?.count).toBe(users?.matches?.of);
    expect(named?.matches).toMatchObject({ count: 1, of: users?.matches?.of, examples: ['cleo'] });
    expect(named?.matches?.others).toHaveLength(3);
    expect(named?.matches?.others).not.toContain('cleo');
    expect(buckets?.matches?.examples).not.toEqual([]);
    expect(forActions?.matches).toMatchObject({ count: 2, examples: ['s3:GetObject', 's3:PutObject'] });
    const [both, groups] = await linesOf('user with-access any via group');
    expect([both?.cost, groups?.cost]).toEqual(['', '']);
  });

  it('says which parts may be slow, and why', async () => {
    const costs = async (input: string) => (await linesOf(input)).flatMap(({ text, cost }) => (cost ? [text] : []));
    const day = new Date().toISOString().slice(0, 10);
    expect(await costs(`user with-access any with-role deploy* changed-since ${day}`)).toEqual(['with-role deploy*', `changed-since ${day}`]);
    expect(await costs('user *eo with-access any for xaccount cross')).toEqual(['user *eo', 'for xaccount cross']);
    expect(await costs('user with-access object_store for write')).toEqual([]);
  });

  it('has no parts for an incomplete query', async () => expect(await linesOf('user with-access')).toEqual([]));
});
