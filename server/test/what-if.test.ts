import type { Api, ChangeEdit, WhatIfRow, WhatIfVerdict } from '@cam/contracts';
import { setImmediate } from 'node:timers/promises';
import { ApiRefusal, type ApiClient } from '../../scripts/cli/api-client';
import { decide } from '../../scripts/cli/gate/decide';
import { parseGate } from '../../scripts/cli/gate/gate-file';
import { tryPlans } from '../../scripts/cli/gate/try-plan';
import { ACCOUNT, allow, arn, dump, group, managedPolicy, policyDocument, role, trust, user } from './support/aws-account';
import { importAccount, lettersOf, rowsOf, send, ended, zipOf } from './support/bundle';
import { api, createTenant, tokenFor, type TestTenant } from './support/client';
import { counted } from './support/inventory-counts';
import { asUser, assumed, BUCKET, called, withKey } from './support/trail';
import { until } from './support/until';

type Document = Record<string, unknown>;

const DEPLOY = policyDocument(allow(['s3:GetObject', 's3:PutObject'], `${BUCKET}/*`)) as Document;
const ONLY_PUT = policyDocument(allow('s3:PutObject', `${BUCKET}/*`)) as Document;
const ANN = arn('user', 'ann');
const FILES = {
  'iam/get-account-authorization-details.json': dump({
    users: [user('ann', { groups: ['makers'] }), user('bob', { groups: ['makers'] }), user('cleo')],
    groups: [group('makers', ['Become'])],
    roles: [role('deploy', trust({ AWS: `arn:aws:iam::${ACCOUNT}:root` }), ['Deploy'])],
    policies: [
      managedPolicy('Become', policyDocument(allow('sts:AssumeRole', arn('role', 'deploy')))),
      managedPolicy('Deploy', DEPLOY),
      managedPolicy('Admin', policyDocument(allow('*'))),
    ],
  }),
  's3/list-buckets.json': { Buckets: [{ Name: 'ledger' }] },
  'cloudtrail/a.json': {
    Records: [
      assumed(5, asUser('ann'), 'deploy', 'ASIAKEY1'),
      called(4, 'GetObject', withKey('deploy', 'ASIAKEY1')),
      called(3, 'GetObject', withKey('deploy', 'ASIAKEY1')),
    ],
  },
};

let tenant: TestTenant;
let uid: string;

beforeAll(async () => {
  tenant = await createTenant();
  const monitor = { name: 'Administrators', query: 'user with-access any for admin', severity: 'HIGH', alerts_enabled: true } as const;
  expect((await api('POST /v1/intents/monitors', { body: monitor }, tenant.token)).status).toBe(201);
  const sent = await send(tenant.token, await zipOf(FILES));
  uid = sent.body.account.uid;
  await ended(tenant.token, uid);
}, 240_000);

type Body = Api['POST /v1/graph-querymgr/what-if']['body'];

const ask = (edits: ChangeEdit[], { token = tenant.token, ...more }: { token?: string } & Omit<Body, 'edits'> = {}) =>
  api('POST /v1/graph-querymgr/what-if', { body: { edits, ...more } }, token);

/** Tries a change that is expected to be possible. It waits for a trial of another test. */
async function verdictOf(...edits: ChangeEdit[]): Promise<WhatIfVerdict> {
  return until('the change was tried', async () => {
    const { status, body, error } = await ask(edits);
    if (error.code === 'WHAT_IF_BUSY') return null;
    expect([status, error.user_message]).toEqual([200, undefined]);
    return body;
  });
}

const words = ({ identity, resource, ...row }: WhatIfRow): string => {
  const before = lettersOf({ actions_str: row.actions_before, conditional_actions_str: row.conditional_actions_before });
  const after = lettersOf({ actions_str: row.actions_after, conditional_actions_str: row.conditional_actions_after });
  return `${identity.name} ${resource.name} ${before || 'none'} > ${after || 'none'} ${row.use}`;
};

const setDeploy = (document: Document | null): ChangeEdit => ({ kind: 'SET_MANAGED_POLICY', policy: arn('policy', 'Deploy'), document });
const attach = (name: string, policy: string): ChangeEdit => ({ kind: 'ATTACH_POLICY', holder: arn('user', name), policy: arn('policy', policy) });

describe('a change that was tried', () => {
  it('shows lost access, and which of it is in use by whom', async () => {
    const verdict = await verdictOf(setDeploy(ONLY_PUT));
    expect(verdict.rows.map(words)).toEqual(['ann ledger RW- > -W- USED', 'deploy ledger RW- > -W- USED', 'bob ledger RW- > -W- NOT_SEEN']);
    expect(verdict).toMatchObject({ gained: 0, lost: 3, broken: 2, unknown: 0, is_complete: true, source_uid: uid, account_id: ACCOUNT });
    expect(verdict.rows[0]).toMatchObject({
      lost: { total: 1, names: ['s3:GetObject'] },
      gained: { total: 0, names: [] },
      broken: [{ action: 's3:GetObject', actor: 'deploy', calls: 2 }],
      broken_total: 1,
    });
    expect(verdict.edits).toEqual([`Set the managed policy ${arn('policy', 'Deploy')}`]);
  });

  it('shows gained access, and the guardrails that would raise alerts', async () => {
    const verdict = await verdictOf(attach('cleo', 'Admin'));
    expect(verdict.rows.map(words)).toContain('cleo ledger none > RWA NOTHING_LOST');
    expect(new Set(verdict.rows.map(({ identity }) => identity.name))).toEqual(new Set(['cleo']));
    expect(verdict).toMatchObject({ lost: 0, gained: verdict.rows.length, guardrails_compared: expect.any(Number) });
    expect(verdict.guardrails.filter(({ name }) => name === 'Administrators')).toEqual([
      {
        ...{ monitor_id: expect.any(String), name: 'Administrators', severity: 'HIGH', raised: 1, cleared: 0 },
        examples: [{ uri: `${tenant.tenantId}:AWS:${ACCOUNT}:-:USER:cleo`, name: 'cleo', type: 'USER', objects: verdict.rows.length }],
      },
    ]);
  });

  it('follows memberships, trust policies and bucket policies', async () => {
    const left = await verdictOf({ kind: 'REMOVE_MEMBER', group: arn('group', 'makers'), member: ANN });
    expect(left.rows.map(words)).toEqual(['ann deploy --A > none USED', 'ann ledger RW- > none USED']);
    const distrusted = await verdictOf({ kind: 'SET_TRUST_POLICY', role: arn('role', 'deploy'), document: trust({ AWS: ANN }) as Document });
    expect(distrusted.rows.map(words)).toEqual([
      'bob deploy --A > none NOT_SEEN',
      'bob ledger RW- > none NOT_SEEN',
      'makers deploy --A > none OF_MEMBERS',
    ]);
    const document = policyDocument({ ...allow('s3:GetObject', `${BUCKET}/*`), Principal: '*' }) as Document;
    const open = await verdictOf({ kind: 'SET_RESOURCE_POLICY', resource: BUCKET, document });
    for (const name of ['cleo', 'Everyone']) expect(open.rows.map(words)).toContain(`${name} ledger none > R-- NOTHING_LOST`);
  });

  it('says that nothing changes if the new document allows the same', async () => {
    expect(await verdictOf(setDeploy(DEPLOY))).toMatchObject({ gained: 0, lost: 0, broken: 0, rows: [], guardrails: [] });
  });

  it('leaves everything of the tenant as it is, also while it is being tried', async () => {
    const { token } = tenant;
    const get = async <K extends Parameters<typeof api>[0]>(key: K, args: Parameters<typeof api<K>>[1] = {}) => {
      const { status, body } = await api(key, args, token);
      expect([key, status]).toEqual([key, 200]);
      return body;
    };
    const everything = async () => [
      await rowsOf(token, 'any with-access any'),
      await get('POST /v1/graph-querymgr/autocomplete-user/export', { body: { input: 'any with-access any for admin' } }),
      await get('GET /v1/graph-querymgr/dashboard'),
      await get('GET /v1/graph-querymgr/entities', { query: { type: 'USER,ROLE,GROUP,POLICY' } }),
      await get('GET /v1/changes', { query: {} }),
      await get('GET /v1/calendar/snapshots', { query: { view: 'HISTORY' } }),
      await get('GET /v1/intents/alertscount'),
      await get('POST /v1/policy-reader/policies', { body: { policies: [arn('policy', 'Deploy')], account_ids: [] } }),
    ];
    await counted(token);
    const before = await everything();
    const trial = verdictOf(attach('cleo', 'Admin'), setDeploy(null));
    const during = await everything();
    expect((await trial).gained).toBeGreaterThan(0);
    expect(during).toEqual(before);
    expect(await everything()).toEqual(before);
  });

  it('is in the audit log, with its edits', async () => {
    await verdictOf(attach('bob', 'Admin'));
    const { entries } = (await api('GET /v1/tenants/audit', {}, tenant.token)).body;
    expect(entries[0]).toMatchObject({ call: 'POST /v1/graph-querymgr/what-if', subject: ACCOUNT, after: { edits: [attach('bob', 'Admin')] } });
  });
});

describe('a change', () => {
  it('is refused without the right, for another tenant, and with a token of another scope', async () => {
    const edits = [attach('cleo', 'Admin')];
    expect((await api('POST /v1/graph-querymgr/what-if', { body: { edits } })).status).toBe(401);
    const withoutRight = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:alerts:read'] });
    expect((await ask(edits, { token: withoutRight })).error.code).toBe('RIGHT_MISSING');
    const apiToken = async (scope: 'cam:general:read' | 'cam:account:read') => {
      const body = { name: scope, kind: 'PERSONAL', scopes: [scope], days: 1 } as const;
      return (await api('POST /v1/tokens', { body: { ...body, scopes: [...body.scopes] } }, tenant.token)).body.token;
    };
    expect((await ask(edits, { token: await apiToken('cam:account:read') })).error.code).toBe('RIGHT_MISSING');
    const reading = await apiToken('cam:general:read');
    const { body } = await until('the token may try it', async () => {
      const answer = await ask(edits, { token: reading });
      return answer.error.code === 'WHAT_IF_BUSY' ? null : answer;
    });
    expect(body).toMatchObject({ guardrails: [], guardrails_complete: false, notes: ['You cannot read guardrails, so none were compared.'] });
    const other = await createTenant();
    expect((await ask(edits, { token: other.token })).error.code).toBe('CHANGE_TARGET_UNKNOWN');
    expect((await ask(edits, { token: other.token, source_uid: uid })).status).toBe(404);
  });

  it('is refused with what to do if its edits cannot be made', async () => {
    const refusal = async (...edits: unknown[]) => {
      const { status, error } = await ask(edits as ChangeEdit[]);
      expect(status).toBe(422);
      return error;
    };
    expect((await refusal()).code).toBe('INVALID_INPUT');
    expect((await refusal({ kind: 'DROP_TABLE' })).code).toBe('INVALID_INPUT');
    expect((await refusal(...Array.from({ length: 201 }, () => attach('cleo', 'Admin')))).code).toBe('INVALID_INPUT');
    const elsewhere = { kind: 'ATTACH_POLICY', holder: 'arn:aws:iam::210987654321:user/ann', policy: arn('policy', 'Admin') };
    expect((await refusal(elsewhere)).code).toBe('CHANGE_TARGET_UNKNOWN');
    expect((await refusal(attach('nobody', 'Admin'))).user_message).toMatch(/^Edit 1 .*no user, group or role/);
    expect(await refusal(attach('cleo', 'Admin'), attach('cleo', 'Other'))).toMatchObject({
      code: 'CHANGE_REFUSED',
      user_message: expect.stringMatching(/^Edit 2 .*Set an inline policy/),
    });
    const large = policyDocument(allow(Array.from({ length: 9000 }, (_none, n) => `s3:Get${n}`))) as Document;
    expect((await refusal(setDeploy(large))).code).toBe('DOCUMENT_TOO_LARGE');
  });

  it('waits for its turn', async () => {
    const answers = await Promise.all([ask([attach('cleo', 'Admin')]), ask([attach('cleo', 'Admin')])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429]);
    expect(answers.find(({ status }) => status === 429)?.error.code).toBe('WHAT_IF_BUSY');
  });
});

/** A client of the command line whose calls the suite's server answers. */
function clientOf(token: string): ApiClient {
  const call = async (_key: string, { body: { edits, ...more } }: { body: Body }): Promise<WhatIfVerdict> => {
    const answer = await ask(edits, { token, ...more });
    if (answer.status !== 200) throw new ApiRefusal(answer.status, answer.error);
    return answer.body;
  };
  return { call } as unknown as ApiClient;
}

describe('a plan of Terraform', () => {
  const ROLE = { name: 'reader', path: '/', assume_role_policy: JSON.stringify(trust({ AWS: `arn:aws:iam::${ACCOUNT}:root` })) };
  const change = (address: string, after: object, unknown: object = {}) => ({
    ...{ address, type: address.split('.')[0], mode: 'managed' },
    change: { actions: ['create'], before: null, after, after_unknown: unknown },
  });
  const asked = async (gate: object, ...changes: object[]) => {
    const plan = JSON.stringify({ format_version: '1.2', resource_changes: changes });
    const tried = await tryPlans(clientOf(tenant.token), [plan], { account: ACCOUNT, progress: () => undefined, wait: () => setImmediate() });
    return { decision: decide(parseGate(JSON.stringify(gate)), tried), tried };
  };

  it('fails at the gate by the access that its new role and policy give', async () => {
    const { decision, tried } = await asked(
      { fail: ['gained'] },
      change('aws_iam_role_policy.reader', { role: 'reader', name: 'own', policy: JSON.stringify(DEPLOY) }),
      change('aws_iam_role.reader', ROLE, { arn: true }),
      change('aws_iam_user_policy.cleo', {
        user: 'cleo',
        name: 'reads',
        policy: JSON.stringify(policyDocument(allow('sts:AssumeRole', arn('role', 'reader')))),
      }),
    );
    expect(tried.wide.flatMap(({ rows }) => rows).map(words)).toEqual([
      'cleo ledger none > RW- NOTHING_LOST',
      'cleo reader none > --A NOTHING_LOST',
      'reader ledger none > RW- NOTHING_LOST',
    ]);
    expect(decision).toEqual({ outcome: 'fail', failures: [{ condition: 'gained', words: '3 rows would gain access' }], doubts: [] });
  });

  it('is undecided where its outcome depends on a policy that only the apply will know', async () => {
    const unknown = change('aws_iam_user_policy.cleo', { user: 'cleo', name: 'own' }, { policy: true });
    const { decision } = await asked({ fail: ['gained'] }, unknown);
    expect(decision).toMatchObject({ outcome: 'undecided', failures: [], doubts: [expect.stringContaining('aws_iam_user_policy.cleo: policy')] });
    expect((await asked({ fail: ['lost'] }, unknown)).decision.outcome).toBe('pass');
  });

  it('is undecided where an edit of it cannot be made', async () => {
    const { decision } = await asked(
      { fail: ['gained'] },
      change('aws_iam_user_policy.x', { user: 'nobody', name: 'own', policy: JSON.stringify(DEPLOY) }),
    );
    expect(decision).toMatchObject({ outcome: 'undecided', doubts: [expect.stringMatching(/no user, group or role with this ARN/)] });
  });
});

describe('a plan of Terraform for other providers', () => {
  const SUBSCRIPTION = '11111111-0000-0000-0000-000000000000';
  const [ANN_ID, READER] = ['aaaaaaaa-0000-0000-0000-000000000000', 'acdd72a7-3385-48ef-bd42-f606fba81ae7'];
  const GROUP = `/subscriptions/${SUBSCRIPTION}/resourceGroups/web`;
  const PROJECT = { project: 'projects/111', parentFullResourceName: '//cloudresourcemanager.googleapis.com/projects/acme-demo' };
  const BUNDLES = [
    {
      cloud: 'GCP',
      account: 'acme-demo',
      files: {
        'projects.json': [{ projectId: 'acme-demo', projectNumber: '111' }],
        'search-all-resources.json': [{ name: '//storage.googleapis.com/invoices', assetType: 'storage.googleapis.com/Bucket', ...PROJECT }],
        'search-all-iam-policies.json': [
          {
            resource: PROJECT.parentFullResourceName,
            project: PROJECT.project,
            policy: { bindings: [{ role: 'roles/viewer', members: ['user:bob@acme.example'] }] },
          },
        ],
        'roles.json': [{ name: 'roles/storage.objectViewer', includedPermissions: ['storage.objects.get', 'storage.objects.list'] }],
      },
    },
    {
      cloud: 'AZURE',
      account: SUBSCRIPTION,
      files: {
        'resources.json': [
          { id: GROUP, type: 'microsoft.resources/subscriptions/resourcegroups', name: 'web', subscriptionId: SUBSCRIPTION },
          {
            ...{ id: `${GROUP}/providers/Microsoft.Storage/storageAccounts/data`, name: 'data', subscriptionId: SUBSCRIPTION },
            type: 'microsoft.storage/storageaccounts',
          },
        ],
        'role-assignments.json': [],
        'role-definitions.json': [
          { id: READER, name: READER, roleName: 'Reader', roleType: 'BuiltInRole', permissions: [{ actions: ['*/read'], notActions: [] }] },
        ],
      },
    },
    {
      cloud: 'IDP_OKTA',
      account: 'acme.okta.com',
      files: {
        'users.json': [{ id: '00uann', status: 'ACTIVE', profile: { login: 'ann@acme.example' } }],
        'groups.json': [{ id: '00gmakers', type: 'OKTA_GROUP', profile: { name: 'Makers' } }],
      },
    },
  ] as const;

  it('is tried on the source that each change belongs to', async () => {
    const other = await createTenant();
    for (const { cloud, account, files } of BUNDLES) await importAccount(other.token, await zipOf(files), { cloud, account });
    const change = (address: string, values: object, isNew = true) => ({
      ...{ address, type: address.split('.')[0], mode: 'managed' },
      change: { actions: [], before: isNew ? null : values, after: isNew ? values : null, after_unknown: {} },
    });
    const member = { member: 'user:ann@acme.example', role: 'roles/storage.objectViewer' };
    const plan = JSON.stringify({
      format_version: '1.2',
      resource_changes: [
        change('google_storage_bucket_iam_member.ann', { bucket: 'b/invoices', ...member }),
        change('google_project_iam_binding.viewers', { project: 'acme-demo', role: 'roles/viewer', members: ['user:bob@acme.example'] }, false),
        change('azurerm_role_assignment.ann', { scope: GROUP, role_definition_name: 'Reader', principal_id: ANN_ID }),
        change('okta_user_admin_roles.ann', { user_id: '00uann', admin_roles: ['APP_ADMIN'] }),
      ],
      configuration: {
        root_module: { resources: [{ address: 'google_storage_bucket_iam_member.ann', provider_config_key: 'google', expressions: {} }] },
        provider_config: { google: { expressions: { project: { constant_value: 'acme-demo' } } } },
      },
    });
    const tried = await tryPlans(clientOf(other.token), [plan], { account: null, progress: () => undefined, wait: () => setImmediate() });
    expect(tried.untried).toEqual([]);
    const [verdict] = tried.wide;
    expect([tried.wide.length, verdict?.account_name]).toEqual([1, `acme-demo, ${SUBSCRIPTION}, acme.okta.com`]);
    expect(verdict?.rows.map(words)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^ann\S* invoices none > R--/),
        expect.stringMatching(/^bob\S* invoices R-- > none/),
        expect.stringMatching(/^\S+ data none > R--/),
      ]),
    );
    expect(verdict?.rows.some(({ identity }) => identity.uri.includes(':IDP_OKTA:'))).toBe(true);
    expect(decide(parseGate(JSON.stringify({ fail: ['gained', 'lost'] })), tried).outcome).toBe('fail');
  }, 120_000);
});

describe('the options of a change', () => {
  const options = async (type: string, id: string, token = tenant.token) =>
    api('GET /v1/graph-querymgr/what-if/options', { query: { uri: `${tenant.tenantId}:AWS:${ACCOUNT}:-:${type}:${id}` } }, token);

  it('are the policies and memberships of an entity, with the edits that set them', async () => {
    const role = (await options('ROLE', 'deploy')).body;
    expect(role.policies).toMatchObject([
      { name: 'Deploy', place: 'managed policy', edit: { kind: 'SET_MANAGED_POLICY', target: arn('policy', 'Deploy') }, may_delete: true },
      { name: 'Trust policy', edit: { kind: 'SET_TRUST_POLICY', target: arn('role', 'deploy') }, may_delete: false },
    ]);
    expect(JSON.parse(role.policies[0]?.document ?? '')).toEqual(DEPLOY);
    const names = (list: { name: string }[]): string[] => list.map(({ name }) => name);
    expect([names(role.attached), names(role.attachable)]).toEqual([['Deploy'], ['Admin', 'Become']]);
    const ann = (await options('USER', 'ann')).body;
    expect([names(ann.groups), names(ann.joinable), names((await options('GROUP', 'makers')).body.members)]).toEqual([
      ['makers'],
      [],
      ['ann', 'bob'],
    ]);
  });

  it('say why there are none, and are of the own tenant only', async () => {
    expect((await options('ACCOUNT_DATA', ACCOUNT)).body).toMatchObject({ policies: [], reason: expect.stringContaining('only so far') });
    expect((await options('USER', 'nobody')).status).toBe(404);
    const other = await createTenant();
    expect((await options('USER', 'ann', other.token)).status).toBe(404);
    const withoutRight = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:alerts:read'] });
    expect((await options('USER', 'ann', withoutRight)).status).toBe(403);
  });
});

describe('a change of an account without a log', () => {
  it('says that the use of lost access is unknown', async () => {
    const { token } = await createTenant();
    const { 'cloudtrail/a.json': _log, ...files } = FILES;
    await importAccount(token, await zipOf(files));
    const body = { edits: [setDeploy(ONLY_PUT)] } satisfies Partial<Api['POST /v1/graph-querymgr/what-if']['body']>;
    const verdict = await until('the change was tried', async () => {
      const answer = await api('POST /v1/graph-querymgr/what-if', { body }, token);
      return answer.error.code === 'WHAT_IF_BUSY' ? null : answer.body;
    });
    expect(verdict).toMatchObject({ lost: 3, broken: 0, unknown: 3, notes: expect.arrayContaining([expect.stringContaining('unknown for 3 rows')]) });
    expect(verdict.rows[0]).toMatchObject({ use: 'UNKNOWN', use_reason: 'CAM has no log of the account, so the use is unknown.' });
  });
});

describe('a change of several accounts', () => {
  /** A tenant tries a limited number of changes in a minute, which the tests above use up. */
  let other: TestTenant;
  const PARTNER = '999988887777';
  const PARTNER_ROLE = `arn:aws:iam::${PARTNER}:role/shared`;
  const values = (address: string, provider: string, after: object) => ({
    ...{ address, type: address.split('.')[0], mode: 'managed', provider_config_key: provider },
    change: { actions: ['create'], before: null, after, after_unknown: {} },
  });
  /** Lets Cleo assume a role of the partner account, which needs a change in both. */
  const TRUST = values('aws_iam_role.shared', 'aws.partner', {
    arn: PARTNER_ROLE,
    name: 'shared',
    path: '/',
    assume_role_policy: JSON.stringify(trust({ AWS: `arn:aws:iam::${ACCOUNT}:root` })),
  });
  const PERMISSION = values('aws_iam_user_policy.cleo', 'aws', {
    user: 'cleo',
    name: 'partner',
    policy: JSON.stringify(policyDocument(allow('sts:AssumeRole', PARTNER_ROLE))),
  });
  const planOf = (...changes: { address: string; provider_config_key: string }[]): string =>
    JSON.stringify({
      format_version: '1.2',
      resource_changes: changes,
      configuration: {
        root_module: { resources: changes.map(({ address, provider_config_key: key }) => ({ address, provider_config_key: key, expressions: {} })) },
      },
    });
  const decided = async (...plans: string[]) => {
    const tried = await tryPlans(clientOf(other.token), plans, { account: ACCOUNT, progress: () => undefined, wait: () => setImmediate() });
    return { tried, decision: decide(parseGate(JSON.stringify({ fail: ['gained'] })), tried) };
  };
  const gained = ({ tried }: Awaited<ReturnType<typeof decided>>): string[] => tried.wide.flatMap(({ rows }) => rows.map(words));

  beforeAll(async () => {
    const iam = JSON.stringify(dump({ roles: [role('other', trust({ AWS: `arn:aws:iam::${PARTNER}:root` }))] })).replaceAll(ACCOUNT, PARTNER);
    const files = { 'iam/get-account-authorization-details.json': JSON.parse(iam) as object };
    other = await createTenant();
    await importAccount(other.token, await zipOf(FILES));
    await importAccount(other.token, await zipOf(files), { cloud: 'AWS', account: PARTNER });
  }, 240_000);

  it('shows access that needs both, whether one plan makes it or two do', async () => {
    expect(gained(await decided(planOf(PERMISSION)))).toEqual([]);
    const together = await decided(planOf(TRUST, PERMISSION));
    expect(gained(together)).toContainEqual('cleo shared none > --A NOTHING_LOST');
    expect(together.decision.outcome).toBe('fail');
    const [verdict] = together.tried.wide;
    expect([together.tried.wide.length, verdict?.edits.length]).toEqual([1, 2]);
    expect(gained(await decided(planOf(TRUST), planOf(PERMISSION)))).toEqual(gained(together));
  });

  it('is undecided where a part cannot be tried, and tries the others', async () => {
    const gone = { arn: `arn:aws:iam::${PARTNER}:user/nobody`, name: 'nobody', path: '/' };
    const unknown = {
      ...values('aws_iam_user.nobody', 'aws.partner', {}),
      change: { actions: ['delete'], before: gone, after: null, after_unknown: false },
    };
    const { decision, tried } = await decided(planOf(unknown, PERMISSION));
    expect(tried.wide).toHaveLength(1);
    expect(decision).toMatchObject({ outcome: 'undecided', doubts: [expect.stringContaining(PARTNER)] });
  });
});
