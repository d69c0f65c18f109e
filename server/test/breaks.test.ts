import type { BreakAnswer, BreakPlan, ChangeEdit } from '@cam/contracts';
import { ACCOUNT, allow, arn, dump, group, managedPolicy, policyDocument, role, trust, user } from './support/aws-account';
import { ended, importAccount, rowsOf, send, zipOf } from './support/bundle';
import { api, createTenant, tokenFor, type TestTenant } from './support/client';
import { asUser, assumed, BUCKET, called, withKey } from './support/trail';
import { until } from './support/until';

const objects = (bucket: string): string => `arn:aws:s3:::${bucket}/*`;
const GET = 's3:GetObject';
const admitting = (bucket: string, ...names: string[]): string =>
  JSON.stringify(policyDocument({ ...allow(GET, objects(bucket)), Principal: { AWS: names.map((name) => arn('user', name)) } }));

const FILES = {
  'iam/get-account-authorization-details.json': dump({
    users: [
      user('ann', { groups: ['makers'] }),
      user('bob', { groups: ['makers'] }),
      user('cleo', { groups: ['readers'], inline: { own: policyDocument(allow(GET, [objects('ledger'), objects('other')])) } }),
      user('dora', { groups: ['guarded'], inline: { own: policyDocument(allow(GET, objects('payroll'))) } }),
      user('eve', { inline: { become: policyDocument(allow('sts:AssumeRole', arn('role', 'first'))) } }),
      user('fred'),
    ],
    groups: [group('makers', ['Become']), group('readers', ['Read']), group('guarded', ['Read', 'NoPayroll'])],
    roles: [
      role('deploy', trust({ AWS: `arn:aws:iam::${ACCOUNT}:root` }), ['Deploy']),
      role('first', trust({ AWS: [arn('user', 'eve'), arn('user', 'fred')] }), ['Read', 'BecomeSecond']),
      role('second', trust({ AWS: [arn('user', 'eve'), arn('role', 'first')] }), ['Read']),
    ],
    policies: [
      managedPolicy('Become', policyDocument(allow('sts:AssumeRole', arn('role', 'deploy')))),
      managedPolicy('BecomeSecond', policyDocument(allow('sts:AssumeRole', arn('role', 'second')))),
      managedPolicy('Deploy', policyDocument(allow([GET, 's3:PutObject'], `${BUCKET}/*`))),
      managedPolicy('Read', policyDocument(allow(GET, objects('ledger')), allow(GET, objects('archive')))),
      managedPolicy('NoPayroll', policyDocument({ ...allow(GET, objects('payroll')), Effect: 'Deny' })),
    ],
  }),
  's3/list-buckets.json': { Buckets: ['ledger', 'payroll', 'archive', 'shared', 'other'].map((Name) => ({ Name })) },
  's3/get-bucket-policy/shared.json': { Policy: admitting('shared', 'fred', 'ann') },
  'cloudtrail/a.json': {
    Records: [assumed(5, asUser('ann'), 'deploy', 'ASIAKEY1'), called(4, 'GetObject', withKey('deploy', 'ASIAKEY1'))],
  },
};

let tenant: TestTenant;

beforeAll(async () => {
  tenant = await createTenant();
  const sent = await send(tenant.token, await zipOf(FILES));
  await ended(tenant.token, sent.body.account.uid);
}, 240_000);

const uriOf = (type: string, name: string): string => `${tenant.tenantId}:AWS:${ACCOUNT}:-:${type}:${name}`;

const ask = (name: string, bucket: string, { keep, token = tenant.token }: { keep?: string[]; token?: string } = {}) =>
  api(
    'POST /v1/breaks',
    { body: { identity_uri: uriOf('USER', name), resource_uri: uriOf('OBJECT_STORE', bucket), ...(keep ? { keep } : {}) } },
    token,
  );

/** Waits for a trial of another test. */
async function cutsOf(name: string, bucket: string, keep?: string[]): Promise<BreakAnswer> {
  return until('the cut was searched', async () => {
    const { status, body, error } = await ask(name, bucket, { ...(keep ? { keep } : {}) });
    if (error.code === 'WHAT_IF_BUSY' || error.code === 'TOO_MANY_CALLS') return null;
    expect([status, error.user_message]).toEqual([200, undefined]);
    return body;
  });
}

const actionsOf = ({ elements }: BreakPlan): string[] => elements.map(({ action }) => action).sort();

/** Returns the access that a change leaves: whether the pair is among what changes, and what it has then. */
async function leftAfter(edits: ChangeEdit[], name: string, bucket: string): Promise<string> {
  const { body } = await until('the change was tried', async () => {
    const answer = await api('POST /v1/graph-querymgr/what-if', { body: { edits } }, tenant.token);
    return answer.error.code === 'WHAT_IF_BUSY' || answer.error.code === 'TOO_MANY_CALLS' ? null : answer;
  });
  const row = body.rows.find(({ identity, resource }) => identity.uri === uriOf('USER', name) && resource.uri === uriOf('OBJECT_STORE', bucket));
  return row ? row.actions_after.replaceAll('-', '') : 'unchanged';
}

/** Returns the number of identities, without groups, that a change takes all access to the ledger from. */
async function lostBy(edits: ChangeEdit[]): Promise<number> {
  const { body } = await until('the change was tried', async () => {
    const answer = await api('POST /v1/graph-querymgr/what-if', { body: { edits } }, tenant.token);
    return answer.error.code === 'WHAT_IF_BUSY' || answer.error.code === 'TOO_MANY_CALLS' ? null : answer;
  });
  const ofLedger = body.rows.filter(({ identity, resource }) => identity.type !== 'GROUP' && resource.uri === uriOf('OBJECT_STORE', 'ledger'));
  return ofLedger.filter(({ actions_after: after }) => after.replaceAll('-', '') === '').length;
}

describe('the plans that end an access', () => {
  it('were tried, end it, are not larger than needed, and say what else they end and break', async () => {
    const { plans, fewest, ways, is_complete: isComplete } = await cutsOf('ann', 'ledger');
    expect({ fewest, ways, isComplete }).toEqual({ fewest: 1, ways: 1, isComplete: true });
    expect(plans.map(actionsOf)).toEqual([['Remove ann from makers'], ['Detach Deploy from deploy'], ['Remove statement 1 from the policy Deploy']]);
    for (const { edits, verdict } of plans) {
      expect(verdict).toMatchObject({ gained: 0, is_complete: true });
      expect(verdict.rows.find(({ identity }) => identity.name === 'ann')).toMatchObject({ use: 'USED' });
      expect(await leftAfter(edits, 'ann', 'ledger')).toBe('');
    }
    // Bob loses nothing where only Ann leaves the group.
    expect(plans[0]?.verdict.rows.map(({ identity }) => identity.name)).not.toContain('bob');
    expect(plans[1]?.verdict.rows.map(({ identity }) => identity.name)).toContain('bob');
    expect((plans[0]?.verdict.lost ?? 0) < (plans[1]?.verdict.lost ?? 0)).toBe(true);
  });

  it('cut each of several ways, and none can be left out', async () => {
    const { plans, fewest, ways } = await cutsOf('cleo', 'ledger');
    expect({ fewest, ways }).toEqual({ fewest: 2, ways: 2 });
    const [plan] = plans;
    expect(plan && actionsOf(plan)).toEqual(['Remove cleo from readers', 'Remove statement 1 from the inline policy own of cleo']);
    expect(await leftAfter(plan?.edits ?? [], 'cleo', 'ledger')).toBe('');
    for (const edit of plan?.edits ?? []) expect(await leftAfter([edit], 'cleo', 'ledger')).not.toBe('');
  });

  it('leave out whatever would give somebody access, and say so', async () => {
    const { plans, notes } = await cutsOf('dora', 'ledger');
    expect(plans.flatMap(actionsOf)).not.toContain('Remove dora from guarded');
    expect(plans.length).toBeGreaterThan(0);
    expect(notes).toEqual(['A choice was left out, because somebody would gain access by it.']);
  });

  it('cut longer ways too, which show only when the short ones are gone', async () => {
    const { plans, fewest } = await cutsOf('eve', 'archive');
    expect(fewest).toBeGreaterThan(0);
    expect(plans.length).toBeGreaterThan(0);
    for (const { edits, verdict } of plans) {
      expect(verdict.gained).toBe(0);
      expect(await leftAfter(edits, 'eve', 'archive')).toBe('');
    }
  });

  it('take one principal out of a policy that admits several', async () => {
    const [plan] = (await cutsOf('ann', 'shared')).plans;
    expect(plan && actionsOf(plan)).toEqual(['Take ann out of statement 1 of the policy of shared']);
    expect(plan?.verdict.rows.map(({ identity }) => identity.name)).toEqual(['ann']);
    const document = { Statement: [{ Principal: { AWS: arn('user', 'fred') } }] };
    expect(plan?.edits).toMatchObject([{ kind: 'SET_RESOURCE_POLICY', resource: 'arn:aws:s3:::shared', document }]);
  });

  it('leave alone what has to stay', async () => {
    const before = await cutsOf('ann', 'ledger');
    const keep = before.plans[0]?.elements.map(({ id }) => id) ?? [];
    const { plans, kept } = await cutsOf('ann', 'ledger', keep);
    expect(kept.map(({ action }) => action)).toEqual(['Remove ann from makers']);
    expect(plans.flatMap(actionsOf)).not.toContain('Remove ann from makers');
    const all = [...new Set([...before.plans, ...plans].flatMap(({ elements }) => elements.map(({ id }) => id)))];
    const rest = await cutsOf('ann', 'ledger', all);
    for (const { elements } of rest.plans) for (const { id } of elements) expect(all).not.toContain(id);
  });

  it('are none where everything has to stay, with the reason', async () => {
    const { plans } = await cutsOf('ann', 'shared');
    const keep = plans.flatMap(({ elements }) => elements.map(({ id }) => id));
    const { plans: left, fewest, notes } = await cutsOf('ann', 'shared', keep);
    expect({ left, fewest }).toEqual({ left: [], fewest: 0 });
    expect(notes[0]).toMatch(/^A part of this access comes from things that CAM cannot try to change yet with what has to stay/);
  });
});

describe('the access of roles that other clouds assign', () => {
  const SUBSCRIPTION = '11111111-0000-0000-0000-000000000000';
  const [ANN_ID, READER] = ['aaaaaaaa-0000-0000-0000-000000000000', 'acdd72a7-3385-48ef-bd42-f606fba81ae7'];
  const WEB = `/subscriptions/${SUBSCRIPTION}/resourceGroups/web`;
  const PROJECT = { project: 'projects/111', parentFullResourceName: '//cloudresourcemanager.googleapis.com/projects/acme-demo' };
  const BUNDLES = {
    GCP: {
      account: 'acme-demo',
      files: {
        'projects.json': [{ projectId: 'acme-demo', projectNumber: '111' }],
        'search-all-resources.json': [{ name: '//storage.googleapis.com/invoices', assetType: 'storage.googleapis.com/Bucket', ...PROJECT }],
        'search-all-iam-policies.json': [
          {
            ...{ resource: PROJECT.parentFullResourceName, project: PROJECT.project },
            policy: { bindings: [{ role: 'roles/storage.objectViewer', members: ['user:bob@acme.example', 'user:ann@acme.example'] }] },
          },
        ],
        'roles.json': [{ name: 'roles/storage.objectViewer', includedPermissions: ['storage.objects.get', 'storage.objects.list'] }],
      },
    },
    AZURE: {
      account: SUBSCRIPTION,
      files: {
        'resources.json': [
          { id: WEB, type: 'microsoft.resources/subscriptions/resourcegroups', name: 'web', subscriptionId: SUBSCRIPTION },
          {
            ...{ id: `${WEB}/providers/Microsoft.Storage/storageAccounts/data`, name: 'data', subscriptionId: SUBSCRIPTION },
            type: 'microsoft.storage/storageaccounts',
          },
        ],
        'role-assignments.json': [WEB, `/subscriptions/${SUBSCRIPTION}`].map((scope) => ({
          ...{ id: `${scope}/providers/Microsoft.Authorization/roleAssignments/${scope.length}`, principalId: ANN_ID, scope },
          roleDefinitionId: `/providers/Microsoft.Authorization/roleDefinitions/${READER}`,
        })),
        'role-definitions.json': [
          { id: READER, name: READER, roleName: 'Reader', roleType: 'BuiltInRole', permissions: [{ actions: ['*/read'], notActions: [] }] },
        ],
      },
    },
  } as const;

  it.each([
    ['GCP', 'object_store invoices', ['Remove the role roles/storage.objectViewer of bob@acme.example on acme-demo']],
    ['AZURE', 'object_store data', [`Remove the role Reader of ${ANN_ID} on ${SUBSCRIPTION}`, `Remove the role Reader of ${ANN_ID} on web`]],
  ] as const)('ends with the assignments of %s, all of them', async (cloud, resource, actions) => {
    const other = await createTenant();
    const { account, files } = BUNDLES[cloud];
    await importAccount(other.token, await zipOf(files), { cloud, account });
    const rows = await rowsOf(other.token, `any with-access ${resource}`);
    const row = rows.find(({ identity }) => identity.startsWith(cloud === 'GCP' ? 'bob' : ANN_ID.slice(0, 8)));
    const body = { identity_uri: row?.identity_uri ?? '', resource_uri: row?.resource_uri ?? '' };
    const { plans, fewest } = (await api('POST /v1/breaks', { body }, other.token)).body;
    expect([fewest, plans.map(actionsOf)]).toEqual([actions.length, [actions]]);
    expect(plans[0]?.verdict).toMatchObject({ gained: 0 });
    expect(new Set(plans[0]?.verdict.rows.map(({ identity }) => identity.uri))).toEqual(new Set([body.identity_uri]));
  });
});

describe('all access that a query finds', () => {
  const askQuery = (query: string, keep: string[] = [], token = tenant.token) => api('POST /v1/breaks/query', { body: { query, keep } }, token);
  const cutsOfQuery = (query: string, keep: string[] = []) =>
    until('the cut was searched', async () => {
      const { status, body, error } = await askQuery(query, keep);
      if (error.code === 'WHAT_IF_BUSY' || error.code === 'TOO_MANY_CALLS') return null;
      expect([status, error.user_message]).toEqual([200, undefined]);
      return body;
    });

  it('ends with few changes, fewer than which cannot end it, and what has to stay makes a plan dearer', async () => {
    const query = 'user with-access object_store ledger';
    const answer = await cutsOfQuery(query);
    expect(answer).toMatchObject({ meaning: expect.stringContaining('ledger'), accesses: (await rowsOf(tenant.token, query)).length });
    const [best] = answer.plans;
    expect(answer.fewest).toBe(best?.elements.length);
    expect(best?.verdict.gained).toBe(0);
    const rows = best?.verdict.rows ?? [];
    const ended = rows.filter(
      ({ resource, actions_after: after }) => resource.uri === uriOf('OBJECT_STORE', 'ledger') && after.replaceAll('-', '') === '',
    );
    const reached = (await rowsOf(tenant.token, query)).map(({ identity_uri: uri }) => uri);
    expect(reached.length).toBeGreaterThan(1);
    expect(ended.map(({ identity }) => identity.uri)).toEqual(expect.arrayContaining(reached));
    const keep = [best?.elements[0]?.id ?? ''];
    const dearer = await cutsOfQuery(query, keep);
    expect(dearer.kept.map(({ id }) => id)).toEqual(keep);
    expect(dearer.plans.every(({ elements }) => elements.every(({ id }) => !keep.includes(id)))).toBe(true);
  });

  it('is refused for a query without access, about changes, or of a former day, and without the right', async () => {
    const codeOf = async (query: string) => {
      const { status, error } = await askQuery(query);
      return [status, error.code];
    };
    expect(await codeOf('user nobody with-access object_store')).toEqual([422, 'NO_ACCESS']);
    expect(await codeOf('user with-access object_store changed-since 2026-01-01')).toEqual([422, 'QUERY_WITHOUT_ACCESS']);
    expect(await codeOf('user ann')).toEqual([422, 'QUERY_WITHOUT_ACCESS']);
    expect(
      (await askQuery('user with-access object_store', [], await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:alerts:read'] }))).status,
    ).toBe(403);
  });
});

describe('the choke points of crown jewels', () => {
  it('are the changes that end the most access to the most important tier, as a trial of each confirms', async () => {
    const rule = { name: 'Ledger', kind: 'QUERY', definition: { query: 'object_store ledger' }, tier: 0, reason: 'It matters.' } as const;
    expect((await api('POST /v1/tiers/rules', { body: rule }, tenant.token)).status).toBe(200);
    const {
      points,
      line,
      jewels,
      identities,
      is_complete: isComplete,
    } = await until('the choke points were computed', async () => {
      const { body } = await api('GET /v1/choke-points', {}, tenant.token);
      return body.is_current && body.jewels[0] === 1 ? body : null;
    });
    expect({ jewels: jewels[0], isComplete }).toEqual({ jewels: 1, isComplete: true });
    expect(points.length).toBeGreaterThan(3);
    const ends = points.map(({ pairs }) => pairs[0] ?? 0);
    expect(ends).toEqual(ends.toSorted((a, b) => b - a));
    for (const { action, edits, pairs } of points.slice(0, 3)) {
      const lost = await lostBy(edits);
      expect([action, lost]).toEqual([action, pairs[0]]);
    }
    const left = line.map(({ pairs: [ofTier0 = 0] }) => ofTier0);
    expect(left).toEqual(left.toSorted((a, b) => b - a));
    expect(left[0]).toBeLessThanOrEqual(identities);
    expect(line[1]?.action).toBe(points[0]?.action);
    expect((left[0] ?? 0) - (left[1] ?? 0)).toBe(points[0]?.pairs[0]);
  });

  it('are refused without the right, and empty for a tenant without sources', async () => {
    expect((await api('GET /v1/choke-points', {})).status).toBe(401);
    const withoutRight = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:alerts:read'] });
    expect((await api('GET /v1/choke-points', {}, withoutRight)).error.code).toBe('RIGHT_MISSING');
    const { body } = await api('GET /v1/choke-points', {}, (await createTenant()).token);
    expect(body).toMatchObject({ points: [], line: [], computed_at: null, is_current: false });
  });
});

describe('a search of cuts', () => {
  it('is refused without access to end, for what the graph lacks, without the right and for another tenant', async () => {
    expect((await ask('fred', 'payroll')).error).toMatchObject({
      code: 'NO_ACCESS',
      user_message: expect.stringContaining('fred has no access to payroll'),
    });
    expect((await ask('nobody', 'ledger')).status).toBe(404);
    const body = { identity_uri: uriOf('USER', 'ann'), resource_uri: uriOf('OBJECT_STORE', 'ledger') };
    expect((await api('POST /v1/breaks', { body })).status).toBe(401);
    const withoutRight = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:alerts:read'] });
    expect((await ask('ann', 'ledger', { token: withoutRight })).error.code).toBe('RIGHT_MISSING');
    const other = await createTenant();
    expect((await ask('ann', 'ledger', { token: other.token })).status).toBe(404);
  });

  it('is in the audit log, and changes nothing', async () => {
    await cutsOf('ann', 'ledger');
    const { entries } = (await api('GET /v1/tenants/audit', {}, tenant.token)).body;
    expect(entries[0]).toMatchObject({ call: 'POST /v1/breaks', after: { identity: 'ann', resource: 'ledger' } });
    expect((await cutsOf('cleo', 'ledger')).plans.length).toBeGreaterThan(0);
  });
});
