import { PARTIAL_RESULTS_HEADER } from '@cam/contracts';
import { ACCOUNT, allow, arn, dump, group, managedPolicy, policyDocument, role, trust, user } from './support/aws-account';
import { importAccount, rowsOf, zipOf } from './support/bundle';
import { api, createTenant, tokenFor, type TestTenant } from './support/client';
import { counted } from './support/inventory-counts';
import { download, linesOf as sheetLines, madeReport } from './support/reports';
import { asRole, asUser, assumed, BUCKET, called, daysAgo, withKey } from './support/trail';

const READ = policyDocument(allow('s3:GetObject', `${BUCKET}/*`));
const WRITE = policyDocument(allow(['s3:GetObject', 's3:PutObject'], `${BUCKET}/*`));

const ACCOUNT_DUMP = {
  users: [
    user('ann', { inline: { p: READ } }),
    user('bob', { inline: { p: WRITE } }),
    user('cleo', { groups: ['readers'] }),
    user('dora', { inline: { p: policyDocument(allow('sts:AssumeRole', arn('role', 'reader'))) } }),
    user('eve', { inline: { p: READ } }),
    { ...user('new', { inline: { p: READ } }), CreateDate: daysAgo(3) },
  ],
  groups: [group('readers', ['read'])],
  roles: [role('reader', trust({ AWS: `arn:aws:iam::${ACCOUNT}:root` }), ['read'])],
  policies: [managedPolicy('read', READ)],
};

const EVENTS = [
  called(200, 'GetObject', asUser('ann')),
  called(3, 'GetObject', asUser('ann')),
  called(40, 'PutObject', asUser('bob')),
  called(2, 'GetObject', asUser('bob')),
  called(60, 'GetObject', asUser('cleo')),
  called(5, 'GetObject', asRole('reader')),
  called(1, 'GetObject', asUser('eve'), { errorCode: 'AccessDenied' }),
];

const bundleOf = (account: object, events: object[]) =>
  zipOf({ 'iam/get-account-authorization-details.json': account, ...(events.length > 0 ? { 'cloudtrail/a.json': { Records: events } } : {}) });

let tenant: TestTenant;

const ask = async (query: string): Promise<string[]> =>
  (await rowsOf(tenant.token, query)).map(({ identity, actions_str }) => `${identity} ${actions_str}`);

/** Returns the reasons why an answer may lack rows. */
const partial = async (input: string): Promise<string | null> =>
  (await api('POST /v1/graph-querymgr/autocomplete-user', { body: { input } }, tenant.token)).headers.get(PARTIAL_RESULTS_HEADER);

/** Returns the last use of each row, by identity, as entity pages show it. */
async function lastUses(input: string): Promise<Map<string, string | null | undefined>> {
  const { result_table: rows } = (await api('POST /v1/graph-querymgr/autocomplete-user', { body: { input, with_last_use: true } }, tenant.token))
    .body;
  return new Map(rows.map(({ identity, last_used }) => [identity, last_used]));
}

describe('access filtered by usage', () => {
  beforeAll(async () => {
    tenant = await createTenant();
    await importAccount(tenant.token, await bundleOf(dump(ACCOUNT_DUMP), EVENTS));
  });

  it('counts as used if the identity used it within the period, and not by a session of a role that somebody unknown started', async () => {
    expect(await ask('user with-access object_store with-usage < 7')).toEqual(['ann R--', 'bob RW-']);
    expect(await ask('role with-access object_store with-usage < 7')).toEqual(['reader R--']);
    expect(await ask('user with-access object_store for write with-usage < 7')).toEqual([]);
  });

  it('is listed with the last use where a page or a file asks for it, and refused calls or sessions of somebody unknown are no use', async () => {
    const used = await lastUses('user with-access object_store');
    expect([...used].map(([name, at]) => [name, at?.slice(0, 10) ?? null]).sort()).toEqual([
      ['ann', daysAgo(3).slice(0, 10)],
      ['bob', daysAgo(2).slice(0, 10)],
      ['cleo', daysAgo(60).slice(0, 10)],
      ['dora', null],
      ['eve', null],
      ['new', null],
    ]);
    expect((await lastUses('group with-access object_store')).get('readers')?.slice(0, 10)).toBe(daysAgo(60).slice(0, 10));
    expect((await lastUses('role with-access object_store')).get('reader')?.slice(0, 10)).toBe(daysAgo(5).slice(0, 10));
    expect((await rowsOf(tenant.token, 'user with-access object_store'))[0]).not.toHaveProperty('last_used');
    const body = { input: 'user with-access object_store', columns: 'identity,lastUsed' };
    const file = String((await api('POST /v1/graph-querymgr/autocomplete-user/export', { body }, tenant.token)).body);
    expect(file).toContain(`"ann","${daysAgo(3).slice(0, 10)}`);
    expect(file).toContain('"eve","No logged use"');
  });

  it('counts as unused if the last use is older or missing, and a refused call is no use', async () => {
    expect(await ask('user with-access object_store with-usage > 30')).toEqual(['cleo R--', 'eve R--']);
    expect(await ask('user with-access object_store for write with-usage > 30')).toEqual(['bob RW-']);
    expect(await ask('user with-access object_store with-usage never')).toEqual(['eve R--', 'new R--']);
    expect(await ask('user with-access object_store with-usage > 30 < 90')).toEqual(['cleo R--']);
    // The use of either requested access counts.
    expect(await ask('user with-access object_store for admin or action s3:PutObject with-usage > 30 < 90')).toEqual(['bob RW-']);
  });

  describe('of a role', () => {
    const mayAssume = { inline: { p: policyDocument(allow('sts:AssumeRole', arn('role', 'reader'))) } };
    const chain = {
      ...role('chain', trust({ AWS: arn('user', 'finn') })),
      RolePolicyList: [{ PolicyName: 'p', PolicyDocument: mayAssume.inline.p }],
    };
    const account = dump({ ...ACCOUNT_DUMP, users: [...ACCOUNT_DUMP.users, user('finn', mayAssume)], roles: [...ACCOUNT_DUMP.roles, chain] });
    const known = [
      called(200, 'GetObject', asUser('ann')),
      assumed(5, asUser('dora'), 'reader', 'ASIADORA'),
      called(5, 'GetObject', withKey('reader', 'ASIADORA')),
    ];
    let one: TestTenant;

    const identity = async (kind: string, name: string) => {
      const query = { uri: `${tenant.tenantId}:AWS:${ACCOUNT}:-:${kind}:${name}` };
      return (await api('GET /v1/graph-querymgr/identity-service', { query }, tenant.token)).body.identity_info;
    };

    beforeAll(() => {
      one = tenant;
    });

    afterAll(() => {
      tenant = one;
    });

    it('belongs to who started the session, and other roles that can assume it are unused', async () => {
      tenant = await createTenant();
      await importAccount(tenant.token, await bundleOf(account, known));
      await counted(tenant.token);
      expect(await ask('user with-access object_store via role with-usage < 7')).toEqual(['dora R--']);
      expect(await ask('user with-access object_store via role with-usage > 30')).toEqual(['finn R--']);
      expect(await ask('role with-access object_store with-usage < 7')).toEqual(['reader R--']);
      expect(await ask('role with-attribute usedthrough > 90d')).toEqual([]);
      expect(await identity('USER', 'dora')).toMatchObject({ status: 'USED', used_object_count: 2, used_roles_count: 1, used_through: [] });
      expect(await identity('USER', 'finn')).toMatchObject({ status: 'UNUSED', used_object_count: 0, used_roles_count: 0, used_through: [] });
      expect(await identity('ROLE', 'reader')).toMatchObject({ status: 'USED' });
      expect(await identity('ROLE', 'chain')).toMatchObject({ status: 'UNUSED' });
      const used = await lastUses('user with-access object_store');
      expect(used.get('dora')).toMatch(/^\d{4}-\d\d-\d\dT/);
      expect(used.get('finn')).toBeNull();
    });

    it('stands apart if an unknown user started the session, and is neither used nor unused by those who can assume it', async () => {
      tenant = await createTenant();
      await importAccount(tenant.token, await bundleOf(account, [...known, called(5, 'GetObject', withKey('reader', 'ASIAOTHER'))]));
      await counted(tenant.token);
      expect(await ask('user with-access object_store via role with-usage < 7')).toEqual(['dora R--']);
      expect(await ask('user with-access object_store via role with-usage > 30')).toEqual([]);
      expect(await ask('user with-access object_store via role with-attribute usedthrough > 90d')).toEqual(['dora R--', 'finn R--']);
      const reader = { uri: expect.stringContaining(':ROLE:reader'), name: 'reader', at: expect.any(String) };
      expect(await identity('USER', 'finn')).toMatchObject({ status: 'NOT_ENOUGH_DATA', used_object_count: null, used_through: [reader] });
      expect(await identity('ROLE', 'reader')).toMatchObject({ status: 'USED', used_through: [reader] });
      // A role that starts a session of another one acts itself, which the log would show.
      expect(await identity('ROLE', 'chain')).toMatchObject({ status: 'UNUSED' });
    });
  });

  it('counts as used by a group if a member used it', async () => {
    expect(await ask('group with-access object_store with-usage < 90')).toEqual(['readers R--']);
    expect(await ask('group with-access object_store with-usage > 30')).toEqual(['readers R--']);
  });

  it('counts as unused in combined queries, but only within the period that the log covers', async () => {
    // Nobody knows whether dora used the role.
    expect(await ask('user with-access object_store and not with-access object_store with-usage < 90')).toEqual(['dora R--', 'eve R--', 'new R--']);
    expect(await ask('user with-access object_store with-usage > 365')).toEqual([]);
    expect(await partial('user with-access object_store with-usage > 30')).toBeNull();
    expect(await partial('user with-access object_store')).toBeNull();
  });

  it('covers permissions to create resources as access to the account', async () => {
    const one = tenant;
    tenant = await createTenant();
    const createPolicy = policyDocument(allow('lambda:CreateFunction', 'arn:aws:lambda:*:*:function:api-*'));
    const createdCall = { eventSource: 'lambda.amazonaws.com', resources: undefined, requestParameters: { functionName: 'api-1' } };
    const trail = [called(200, 'GetBucketPolicy', asUser('lia')), called(5, 'CreateFunction20150331', asUser('lia'), createdCall)];
    await importAccount(
      tenant.token,
      await bundleOf(dump({ users: ['lia', 'max'].map((name) => user(name, { inline: { p: createPolicy } })) }), trail),
    );
    const question = 'user with-access account_data for action lambda:CreateFunction';
    expect(await ask(question)).toEqual(['lia -W-', 'max -W-']);
    expect([await ask(`${question} with-usage < 30`), await ask(`${question} with-usage > 30`)]).toEqual([['lia -W-'], ['max -W-']]);
    tenant = one;
  });

  it('counts as unused only if it existed for the whole period', async () => {
    const users = [...ACCOUNT_DUMP.users, user('late', { inline: { p: policyDocument(allow('s3:DeleteObject', `${BUCKET}/*`)) } })];
    await importAccount(tenant.token, await bundleOf(dump({ ...ACCOUNT_DUMP, users }), EVENTS));
    expect(await ask('user late with-access object_store')).toEqual(['late -W-']);
    expect(await ask('user late with-access object_store with-usage > 30')).toEqual([]);
    expect(await ask('user with-access object_store with-usage > 30')).toEqual(['cleo R--', 'eve R--']);
  });

  it('is neither used nor unused if no log covers it, and the result is marked as incomplete', async () => {
    tenant = await createTenant();
    await importAccount(tenant.token, await bundleOf(dump(ACCOUNT_DUMP), []));
    expect(await ask('user with-access object_store with-usage never')).toEqual([]);
    expect(await partial('user with-access object_store with-usage never')).toBe('["missing_fields"]');
    // A trail without data events says nothing about objects.
    const trail = [called(200, 'GetBucketPolicy', asUser('ann'))];
    await importAccount(tenant.token, await bundleOf(dump(ACCOUNT_DUMP), trail));
    expect(await ask('user with-access object_store with-usage > 30')).toEqual([]);
    // Logged actions say nothing about an action of the same access that is not logged.
    tenant = await createTenant();
    const policy = policyDocument(allow('s3:GetObject', `${BUCKET}/*`), allow('s3:PutBucketPolicy', BUCKET));
    await importAccount(tenant.token, await bundleOf(dump({ users: [user('kim', { inline: { p: policy } })] }), trail));
    expect(await ask('user with-access object_store for action s3:GetObject with-usage > 30')).toEqual([]);
    expect(await ask('user with-access object_store for read with-usage > 30')).toEqual([]);
    for (const privilege of ['action s3:PutBucketPolicy', 'sensitive', 'read or action s3:PutBucketPolicy'])
      expect([privilege, await ask(`user with-access object_store for ${privilege} with-usage > 30`)]).toEqual([privilege, ['kim R-A']]);
  });
});

describe('unused access with exclusions', () => {
  const TYPES = ['UNUSED_ROLE', 'UNUSED_IDENTITY', 'UNUSED_IDENTITY_WITHOUT_ROLE'] as const;
  const TABLES = ['SUMMARY', 'BY_SERVICE_SUMMARY', 'BY_PRIVILEGE_SUMMARY'] as const;
  const ASSUME = policyDocument(allow('sts:AssumeRole', arn('role', '*')));
  const DELETE = policyDocument(allow(['s3:GetObject', 's3:PutBucketPolicy'], '*'));

  beforeAll(async () => {
    tenant = await createTenant();
    const account = dump({
      users: [
        user('ann', { inline: { p: READ } }),
        ...['svc', 'old'].map((name) => user(name, { inline: { p: DELETE } })),
        ...['dora', 'erin'].map((name) => user(name, { inline: { p: ASSUME } })),
      ],
      roles: ['idle', 'spare'].map((name) => role(name, trust({ AWS: `arn:aws:iam::${ACCOUNT}:root` }), ['delete'])),
      policies: [managedPolicy('delete', DELETE)],
    });
    await importAccount(tenant.token, await bundleOf(account, [called(200, 'GetObject', asUser('ann')), called(3, 'GetObject', asUser('ann'))]));
    await counted(tenant.token);
  }, 240_000);

  /** Reads what every place says about unused access. */
  async function everywhere(show_excluded: boolean) {
    const found: Record<string, { listed: number; tab: number | undefined; file: string[]; excluded: number; counts: number }> = {};
    for (const identity_type of TYPES) {
      for (const table of TABLES) {
        const request_type = `UNUSED_${table}` as const;
        const view = { identity_type, request_type, show_excluded };
        const { body } = await api('GET /v1/graph-querymgr/unused-accesses', { query: view }, tenant.token);
        const file = String((await api('POST /v1/graph-querymgr/unused-accesses/report', { body: { ...view, columns: 'name' } }, tenant.token)).body);
        found[`${identity_type} ${table}`] = {
          listed: body.total,
          tab: body.top_level_count_for_unused_access.find((one) => one.identity_type === identity_type && one.request_type === request_type)?.count,
          file: file.split('\r\n').slice(1),
          excluded: body.excluded_count,
          counts: body.items.reduce((sum, { roles_count, identities_count }) => sum + roles_count + identities_count, 0),
        };
        if (table === 'SUMMARY') continue;
        // Each number of the list is the number of rows behind it.
        for (const item of body.items) {
          const query = {
            ...view,
            request_type: `UNUSED_${table.replace('SUMMARY', 'DETAIL')}` as const,
            service: item.service,
            privilege: item.privilege,
            source: ACCOUNT,
          } as const;
          const rows = (await api('GET /v1/graph-querymgr/unused-accesses', { query: query as never }, tenant.token)).body.total;
          expect([identity_type, item.name, rows]).toEqual([
            identity_type,
            item.name,
            identity_type === 'UNUSED_ROLE' ? item.roles_count : item.identities_count,
          ]);
        }
      }
    }
    return found;
  }

  it('leaves the same identities out of pages, lists, the dashboard, exports and reports, and each says how many', async () => {
    const before = await everywhere(false);
    expect(before['UNUSED_ROLE SUMMARY']).toMatchObject({ listed: 2, excluded: 0 });
    const uris = (['USER svc', 'USER dora', 'ROLE idle'] as const)
      .map((text) => text.split(' '))
      .map(([type, name]) => `${tenant.tenantId}:AWS:${ACCOUNT}:-:${type}:${name}`);
    const body = { kind: 'UNUSED' as const, scope: { uris }, reason: 'They wait for the move in spring', category: 'TEMPORARY' as const };
    const added = (await api('POST /v1/exclusions', { body }, tenant.token)).body;
    const [after, all] = [await everywhere(false), await everywhere(true)];
    for (const [view, { listed, tab, file, excluded, counts }] of Object.entries(after)) {
      const closing = excluded === 0 ? [] : [`"${excluded} excluded"`];
      expect([view, tab, file.length, file.slice(listed)]).toEqual([view, listed, listed + closing.length, closing]);
      expect([view, all[view]?.listed, all[view]?.counts, all[view]?.file]).toEqual([
        view,
        before[view]?.listed,
        before[view]?.counts,
        before[view]?.file,
      ]);
      if (view.endsWith(' SUMMARY')) expect([view, listed + excluded]).toEqual([view, before[view]?.listed]);
      else expect([view, counts < (before[view]?.counts ?? 0)]).toEqual([view, true]);
    }
    const hidden = TYPES.map((type) => after[`${type} SUMMARY`]?.excluded ?? 0);
    expect(hidden).toEqual([1, 1, 1]);
    expect(added.hides).toBe(3);
    const { role_info: roles } = (await api('GET /v1/graph-querymgr/dashboard', {}, tenant.token)).body;
    expect(roles).toMatchObject({ unused_role_count: after['UNUSED_ROLE SUMMARY']?.listed, excluded_role_count: 1 });
    await api('PATCH /v1/tenants/featureflag/{featureflag}', { path: { featureflag: 'UI_REPORTS' }, body: { value: true } }, tenant.token);
    for (const format of ['XLSX', 'CSV'] as const) {
      const report = await madeReport(tenant.token, { name: 'Unused roles', type: 'REPORT_TYPE_UNUSED_ACCESS_ROLE_SUMMARY', format, criteria: {} });
      expect([report.rows, report.status]).toEqual([1, 'REPORT_STATUS_COMPLETED']);
      const { content } = await download(tenant.token, [report.report_id]);
      if (format === 'CSV') expect(content.toString()).toMatch(/\r\n"1 excluded"(,"")*$/);
      else expect(sheetLines(content, 'Summary')).toContainEqual(['Excluded', '1 excluded']);
    }
  });

  it('is told about exclusions only to users with the right to read it, within the accounts of their filter', async () => {
    const of = async (token: string, query: object = {}) => (await api('GET /v1/exclusions', { query }, token)).body.exclusions;
    const [scopes, reader] = [await of(tenant.token), await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:alerts:read'] })];
    expect(scopes.map(({ scope }) => scope.uris?.length)).toEqual([3]);
    expect([await of(reader), await of(reader, { kind: 'UNUSED' }), await of((await createTenant()).token)]).toEqual([[], [], []]);
    expect([(await of(tenant.token, { account_id: ACCOUNT })).length, await of(tenant.token, { account_id: '999999999999' })]).toEqual([1, []]);
    expect((await api('GET /v1/exclusions', {}, await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:general:read'] }))).status).toBe(403);
  });
});

describe('past activity', () => {
  const events = async (input: string) => {
    const { body } = await api('POST /v1/graph-querymgr/autocomplete-user', { body: { input } }, tenant.token);
    expect(body.resp_type).toBe('AUTO_COMPLETE_RESP_TYPE_USAGE');
    return body.usage_table.map(
      ({ event_name, identity_name, resource_name, refused }) => `${identity_name} ${event_name} ${resource_name}${refused ? ' refused' : ''}`,
    );
  };

  beforeAll(async () => {
    tenant = await createTenant();
    await importAccount(tenant.token, await bundleOf(dump(ACCOUNT_DUMP), EVENTS));
  });

  it('is returned as events with identity, action and resource, latest first', async () => {
    expect(await events('user with-usage < 10')).toEqual(['eve GetObject ledger refused', 'bob GetObject ledger', 'ann GetObject ledger']);
    expect(await events('user bob with-usage < 90 object_store for action s3:Put*')).toEqual(['bob PutObject ledger']);
    expect(await events('user with-usage > 30 < 90')).toEqual(['bob PutObject ledger', 'cleo GetObject ledger']);
    expect(await events('role with-usage < 90 for read')).toEqual(['reader GetObject ledger']);
    expect(await events('user with-usage < 90 keystore')).toEqual([]);
  });

  it('is marked as incomplete if events of the period are no longer kept', async () => {
    expect(await events('user with-usage > 90')).toEqual([]);
    for (const input of ['user with-usage > 90', 'user with-usage < 365', 'user with-access object_store and with-usage < 365'])
      expect([input, await partial(input)]).toEqual([input, '["missing_records"]']);
    for (const input of ['user with-usage < 90', 'user with-access object_store and with-usage < 30'])
      expect([input, await partial(input)]).toEqual([input, null]);
    const reasonsSince = async (days: number) => {
      const query = { username: 'ann', start_time: daysAgo(days), end_time: daysAgo(0) };
      return (await api('GET /v1/usage/usage', { query }, tenant.token)).headers.get(PARTIAL_RESULTS_HEADER);
    };
    expect([await reasonsSince(30), await reasonsSince(365)]).toEqual([null, '["missing_records"]']);
  });

  it('can be combined with access, and finds identities without any activity', async () => {
    expect(await ask('user with-access object_store and with-usage < 4')).toEqual(['ann R--', 'bob RW-', 'eve R--']);
    expect((await rowsOf(tenant.token, 'user with-usage never')).map(({ identity }) => identity)).toEqual(['dora', 'new']);
  });

  it('can be paged, searched and sorted for one identity, and each event read as logged', async () => {
    const query = { username: 'bob', start_time: daysAgo(90), end_time: daysAgo(0) };
    const { body } = await api('GET /v1/usage/usage', { query: { ...query, 'table_options.page_size': 1 } }, tenant.token);
    expect(body.pages_count).toBe(2);
    expect(body.usage_info_list.map(({ event_name }) => event_name)).toEqual(['PutObject']);
    const found = await api(
      'GET /v1/usage/usage',
      { query: { ...query, 'table_options.search_filter': 'getob', 'table_options.search_fields': ['event_name'] } },
      tenant.token,
    );
    expect(found.body.usage_info_list.map(({ event_name }) => event_name)).toEqual(['GetObject']);
    const event_id = body.usage_info_list[0]?.event_id ?? '';
    const raw = await api('GET /v1/usage/eventraw', { query: { event_id } }, tenant.token);
    expect(JSON.parse(raw.body.unparsed_event)).toMatchObject({ eventName: 'PutObject', eventSource: 's3.amazonaws.com' });
    const otherTenant = await createTenant();
    expect((await api('GET /v1/usage/eventraw', { query: { event_id } }, otherTenant.token)).status).toBe(404);
    expect((await api('GET /v1/usage/eventraw', { query: { event_id } })).status).toBe(401);
    expect((await api('GET /v1/usage/usage', { query: { start_time: 'x', end_time: 'y', username: 'bob' } }, tenant.token)).status).toBe(422);
  });
});
