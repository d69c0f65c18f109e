import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChangeEdit } from '@cam/contracts';
import { isPlan, parsePlan } from './plan';
import { plannedEdits, READ_TYPES } from './planned-edits';

type Json = Record<string, unknown>;

const ACCOUNT = '123456789012';
const iam = (place: string): string => `arn:aws:iam::${ACCOUNT}:${place}`;
const doc = (Action: string, more: Json = {}): Json => ({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action, Resource: '*', ...more }] });
const READ = doc('s3:GetObject');
const WRITE = doc('s3:PutObject');

/** The account of the provider, which plans show by the ARNs of what exists. */
const CALLER = { address: 'data.aws_caller_identity.me', type: 'aws_caller_identity', values: { account_id: ACCOUNT } };

function change(address: string, before: Json | null, after: Json | null, unknown: Json = {}): Json {
  const type = address.split('.').at(-2)?.replace(/.*\./, '') ?? '';
  return { address, type, mode: 'managed', change: { actions: [], before, after, after_unknown: unknown } };
}

function planText(changes: Json[], { configuration = {}, resources = [CALLER] }: { configuration?: Json; resources?: Json[] } = {}): string {
  const prior = { format_version: '1.0', values: { root_module: { resources } } };
  return JSON.stringify({ format_version: '1.2', resource_changes: changes, configuration: { root_module: configuration }, prior_state: prior });
}

function edits(changes: Json[], more: Parameters<typeof planText>[1] & { fill?: 'wide' | 'narrow' } = {}) {
  return plannedEdits(parsePlan(planText(changes, more)), { fill: more.fill ?? 'wide', account: null });
}

const of = (changes: Json[], more: Parameters<typeof planText>[1] = {}): ChangeEdit[] => edits(changes, more).sources.flatMap((one) => one.edits);

describe('a plan of Terraform', () => {
  it('becomes edits in an order in which they can be made', () => {
    const made = of([
      change('aws_iam_role_policy_attachment.a', null, { role: 'app', policy_arn: iam('policy/Read') }),
      change('aws_iam_role.app', null, {
        name: 'app',
        path: '/team/',
        assume_role_policy: JSON.stringify(READ),
        permissions_boundary: iam('policy/Read'),
      }),
      change('aws_iam_policy.read', null, { name: 'Read', path: '/', policy: JSON.stringify(READ) }),
      change('aws_iam_user.old', { name: 'old', arn: iam('user/old') }, null),
      change('aws_iam_user_policy.old', { user: 'old', name: 'own', policy: JSON.stringify(READ) }, null),
      change('aws_iam_user_policy.kept', { user: 'ann', name: 'own', policy: JSON.stringify(READ) }, null),
      change('aws_s3_bucket.data', null, { bucket: 'data' }),
      change('aws_s3_bucket_policy.data', null, { bucket: 'data', policy: JSON.stringify(WRITE) }),
    ]);
    const role = iam('role/team/app');
    expect(made).toEqual([
      { kind: 'SET_INLINE_POLICY', holder: iam('user/ann'), name: 'own', document: null },
      { kind: 'SET_MANAGED_POLICY', policy: iam('policy/Read'), document: READ },
      { kind: 'CREATE_PRINCIPAL', principal: role, document: READ },
      { kind: 'CREATE_BUCKET', bucket: 'arn:aws:s3:::data' },
      { kind: 'ATTACH_POLICY', holder: role, policy: iam('policy/Read') },
      { kind: 'SET_BOUNDARY', holder: role, policy: iam('policy/Read') },
      { kind: 'SET_RESOURCE_POLICY', resource: 'arn:aws:s3:::data', document: WRITE },
      { kind: 'DELETE_PRINCIPAL', principal: iam('user/old') },
    ]);
  });

  it('changes what differs, and nothing else', () => {
    const role = { name: 'app', arn: iam('role/app'), assume_role_policy: JSON.stringify(READ) };
    expect(of([change('aws_iam_role.app', role, { ...role, description: 'new' })])).toEqual([]);
    expect(of([change('aws_iam_role.app', role, { ...role, assume_role_policy: JSON.stringify(WRITE) })])).toEqual([
      { kind: 'SET_TRUST_POLICY', role: role.arn, document: WRITE },
    ]);
    // A replaced policy keeps its ARN, and so what is attached stays.
    const policy = { name: 'Read', path: '/', arn: iam('policy/Read'), policy: JSON.stringify(READ) };
    const { arn: _arn, ...again } = { ...policy, policy: JSON.stringify(WRITE) };
    expect(of([change('aws_iam_policy.read', policy, again, { arn: true })])).toEqual([
      { kind: 'SET_MANAGED_POLICY', policy: policy.arn, document: WRITE },
    ]);
    // One resource takes over from another.
    const attached = { role: 'app', policy_arn: policy.arn };
    expect(of([change('aws_iam_role_policy_attachment.a', attached, null), change('aws_iam_role_policy_attachment.b', null, attached)])).toEqual([]);
  });

  it('reads lists of holders and members, and the policies that a role holds itself', () => {
    expect(
      of([
        change(
          'aws_iam_policy_attachment.all',
          { users: ['ann'], roles: [], groups: ['g'], policy_arn: 'p' },
          { users: ['bob'], roles: [], groups: ['g'], policy_arn: 'p' },
        ),
        change('aws_iam_group_membership.g', { group: 'g', users: ['ann'] }, { group: 'g', users: ['bob'] }),
        change('aws_iam_user_group_membership.cleo', null, { user: 'cleo', groups: ['g'] }),
        change(
          'aws_iam_role.app',
          { name: 'app', arn: iam('role/app'), assume_role_policy: JSON.stringify(READ), managed_policy_arns: [], inline_policy: [] },
          {
            ...{ name: 'app', arn: iam('role/app'), assume_role_policy: JSON.stringify(READ) },
            ...{ managed_policy_arns: ['p'], inline_policy: [{ name: 'own', policy: JSON.stringify(WRITE) }] },
          },
        ),
      ]),
    ).toEqual([
      { kind: 'DETACH_POLICY', holder: iam('user/ann'), policy: 'p' },
      { kind: 'REMOVE_MEMBER', group: iam('group/g'), member: iam('user/ann') },
      { kind: 'ATTACH_POLICY', holder: iam('user/bob'), policy: 'p' },
      { kind: 'ADD_MEMBER', group: iam('group/g'), member: iam('user/bob') },
      { kind: 'ADD_MEMBER', group: iam('group/g'), member: iam('user/cleo') },
      { kind: 'ATTACH_POLICY', holder: iam('role/app'), policy: 'p' },
      { kind: 'SET_INLINE_POLICY', holder: iam('role/app'), name: 'own', document: WRITE },
    ]);
  });

  it('reads memberships of Okta and Entra ID, each as a source of its own', () => {
    const { sources } = edits([
      change('okta_group_memberships.a', null, { group_id: '00g', users: ['00u'] }),
      change('azuread_group_member.b', { group_object_id: 'g', member_object_id: 'm' }, null),
    ]);
    expect(sources).toEqual([
      { source: 'Okta', edits: [{ kind: 'ADD_MEMBER', group: '00g', member: '00u' }] },
      { source: 'Entra ID', edits: [{ kind: 'REMOVE_MEMBER', group: 'g', member: 'm' }] },
    ]);
  });

  it('finds what a value comes from that only the apply will know, also through modules', () => {
    const attachment = (address: string) => change(address, null, { role: 'app' }, { policy_arn: true });
    const references = { expressions: { policy_arn: { references: ['var.policy', 'var.policy'] } } };
    const configuration = {
      module_calls: {
        policies: {
          module: {
            outputs: { arn: { expression: { references: ['aws_iam_policy.own.arn', 'aws_iam_policy.own'] } } },
            resources: [{ address: 'aws_iam_policy.own' }],
          },
        },
        app: {
          expressions: { policy: { references: ['module.policies.arn', 'module.policies'] } },
          module: { resources: [{ address: 'aws_iam_role_policy_attachment.x', ...references }] },
        },
      },
    };
    const policy = change('module.policies.aws_iam_policy.own["a.b"]', null, { name: 'Own', path: '/', policy: JSON.stringify(READ) }, { arn: true });
    const of = (index: string) => attachment(`module.app["x.y"].aws_iam_role_policy_attachment.x${index}`);
    const attach = { kind: 'ATTACH_POLICY', holder: iam('role/app'), policy: iam('policy/Own') };
    const typed = (one: Json): Json => ({
      ...one,
      type: String(one.address).includes('attachment') ? 'aws_iam_role_policy_attachment' : 'aws_iam_policy',
    });
    const plan = (...changes: Json[]) => edits(changes.map(typed), { configuration });
    expect(plan(policy, of('[0]')).sources[0]?.edits).toContainEqual(attach);
    // Two policies come into question: the one of the same key, or none.
    const other = { ...policy, address: 'module.policies.aws_iam_policy.own["c"]' };
    expect(plan(policy, other, of('["a.b"]')).sources[0]?.edits).toContainEqual(attach);
    expect(plan(policy, other, of('[0]')).unread).toEqual([
      'module.app["x.y"].aws_iam_role_policy_attachment.x[0]: policy_arn is not known before the apply',
    ]);
  });

  it('fills a policy that only the apply will know with everything, or with nothing', () => {
    const unknown = [
      change('aws_iam_user_policy.a', { user: 'ann', name: 'own', policy: JSON.stringify(READ) }, { user: 'ann', name: 'own' }, { policy: true }),
    ];
    const [wide, narrow] = (['wide', 'narrow'] as const).map((fill) => edits(unknown, { fill }));
    const statement = (Effect: string) => ({ Version: '2012-10-17', Statement: [{ Effect, Action: '*', Resource: '*' }] });
    expect(wide).toMatchObject({ filled: ['aws_iam_user_policy.a: policy'], sources: [{ edits: [{ document: statement('Allow') }] }] });
    expect(narrow).toMatchObject({ filled: ['aws_iam_user_policy.a: policy'], sources: [{ edits: [{ document: statement('Deny') }] }] });
    const trust = [change('aws_iam_role.a', null, { name: 'a' }, { assume_role_policy: true })];
    expect(edits(trust, { fill: 'wide' }).sources[0]?.edits).toMatchObject([
      { kind: 'CREATE_PRINCIPAL', document: { Statement: [{ Effect: 'Allow', Principal: '*' }] } },
    ]);
  });

  it('names the changes of access that it does not read', () => {
    const { unread, sources } = edits([
      change('aws_ssoadmin_permission_set.s', null, { name: 'Admins' }),
      change('google_pubsub_schema_iam_member.m', null, { role: 'roles/viewer' }),
      change('google_pubsub_schema_iam_member.same', { role: 'roles/viewer' }, { role: 'roles/viewer' }),
      // A resource that cannot be read matters only where it changes.
      change('google_project_iam_member.broken', { role: 'roles/viewer' }, { role: 'roles/viewer' }),
      change('google_project_iam_member.gone', { role: 'roles/viewer' }, null),
      change('okta_group_rule.r', null, { name: 'all' }),
      change('aws_iam_access_key.k', null, { user: 'ann' }),
      change('aws_instance.web', null, { ami: 'x' }, { iam_instance_profile: true }),
      change('aws_instance.app', { ami: 'x' }, { ami: 'x', iam_instance_profile: 'app' }),
      change('aws_s3_bucket.public', null, { bucket: 'p', acl: 'public-read' }),
      change('azurerm_key_vault.v', { access_policy: [] }, { access_policy: [{ object_id: 'm' }] }),
      change('azurerm_linux_web_app.own', null, { identity: [{ type: 'SystemAssigned', identity_ids: [] }] }),
      change('azurerm_linux_web_app.shared', null, { identity: [{ type: 'UserAssigned', identity_ids: ['i'] }] }),
      change('aws_iam_group_policy.g', null, { group: 'g', name: 'n', policy: 'not JSON' }),
    ]);
    expect(sources).toEqual([]);
    expect(unread).toEqual([
      'aws_iam_group_policy.g: policy is not a JSON object',
      'aws_instance.app: iam_instance_profile concerns access, and is not read yet',
      'aws_s3_bucket.public: acl is not read yet',
      'aws_ssoadmin_permission_set.s: changes of aws_ssoadmin_permission_set are not read yet',
      'azurerm_key_vault.v: access_policy concerns access, and is not read yet',
      'azurerm_linux_web_app.shared: identity concerns access, and is not read yet',
      'google_project_iam_member.gone: member is empty',
      'google_pubsub_schema_iam_member.m: changes of google_pubsub_schema_iam_member are not read yet',
      'okta_group_rule.r: changes of okta_group_rule are not read yet',
    ]);
  });

  it('tries roles and what they are assigned on together, or not at all', () => {
    const assigned = { scope: '/subscriptions/5', role_definition_name: 'Deployer', principal_id: 'm' };
    const role = { name: 'Deployer', role_definition_id: 'id', permissions: [] };
    const made = (scope: string) =>
      edits([change('azurerm_role_definition.d', null, { ...role, scope }), change('azurerm_role_assignment.a', null, assigned)]);
    expect(made('/subscriptions/5')).toMatchObject({ sources: [{ edits: [{}, {}] }], unread: [] });
    expect(made('/subscriptions/6').unread).toEqual(['Azure subscription 6: a custom role changes together with assignments elsewhere']);
  });

  it('takes a replaced key for another one, and a renamed resource too', () => {
    const key = { arn: `arn:aws:kms:eu-west-1:${ACCOUNT}:key/1`, description: 'd' };
    const { arn: _arn, ...again } = key;
    const replaced = change('aws_kms_key.k', key, again, { arn: true });
    (replaced.change as Json).actions = ['delete', 'create'];
    expect(of([replaced]).map(({ kind }) => kind)).toEqual(['CREATE_RESOURCE', 'DELETE_RESOURCE']);
    const bucket = { bucket: 'a', arn: 'arn:aws:s3:::a' };
    expect(of([change('aws_s3_bucket.b', bucket, { bucket: 'b' }, { arn: true })]).map(({ kind }) => kind)).toEqual([
      'CREATE_BUCKET',
      'DELETE_BUCKET',
    ]);
  });

  it('finds queues, keys, functions and roles of the plan by what others take from them', () => {
    const references = (attribute: string, to: string) => ({ expressions: { [attribute]: { references: [to] } } });
    const configuration = {
      resources: [
        { address: 'aws_sqs_queue.q', expressions: { name: {} } },
        { address: 'aws_sqs_queue_policy.q', ...references('queue_url', 'aws_sqs_queue.q.url') },
        { address: 'aws_lambda_function.f', ...references('role', 'aws_iam_role.app.arn') },
        { address: 'google_project_iam_member.m', ...references('role', 'google_project_iam_custom_role.r.id') },
      ],
    };
    const region = { address: 'data.aws_kms_key.any', type: 'aws_kms_key', values: { arn: `arn:aws:kms:eu-west-1:${ACCOUNT}:key/1` } };
    const made = of(
      [
        // The provider shows the policy of the queue, which another resource sets.
        change('aws_sqs_queue.q', null, { name: 'jobs' }, { arn: true, policy: true, url: true }),
        change('aws_sqs_queue_policy.q', null, { policy: JSON.stringify(READ) }, { queue_url: true }),
        change('aws_iam_role.app', null, { name: 'app', assume_role_policy: JSON.stringify(READ) }),
        change('aws_lambda_function.f', null, { function_name: 'send' }, { role: true }),
        change('google_project_iam_custom_role.r', null, { role_id: 'own', project: 'demo', permissions: ['a'] }),
        change('google_project_iam_member.m', null, { project: 'demo', member: 'user:ann@acme.example' }, { role: true }),
      ],
      { configuration, resources: [CALLER, region] },
    );
    const queue = `arn:aws:sqs:eu-west-1:${ACCOUNT}:jobs`;
    expect(made).toEqual(
      expect.arrayContaining([
        { kind: 'SET_RESOURCE_POLICY', resource: queue, document: READ },
        { kind: 'SET_RUNTIME_ROLE', resource: `arn:aws:lambda:eu-west-1:${ACCOUNT}:function:send`, role: iam('role/app') },
        {
          kind: 'ADD_ASSIGNMENT',
          principal: 'user:ann@acme.example',
          role: 'projects/demo/roles/own',
          scope: '//cloudresourcemanager.googleapis.com/projects/demo',
        },
      ]),
    );
    expect(made).toHaveLength(7);
  });

  it('reads the types that the documentation lists', () => {
    const page = readFileSync(join(__dirname, '../../../docs/what-if.md'), 'utf8');
    const [, table = ''] = /### Read types(.*?)\n### /s.exec(page) ?? [];
    // `google_project_iam_{member,binding}` stands for two types.
    const listed = [...table.matchAll(/`([\w{},]+)`/g)].flatMap(([, name = '']) => {
      const [, before, some, after] = /^(\w+)\{([\w,]+)\}(\w*)$/.exec(name) ?? [];
      return some === undefined ? [name] : some.split(',').map((one) => `${before}${one}${after}`);
    });
    expect(listed.sort()).toEqual(READ_TYPES);
  });

  it('needs to know the account of new resources', () => {
    const text = planText([change('aws_iam_user.a', null, { name: 'a' })], { resources: [] });
    expect(() => plannedEdits(parsePlan(text), { fill: 'wide', account: null })).toThrow('Name it with --account');
    expect(plannedEdits(parsePlan(text), { fill: 'wide', account: '210987654321' }).sources[0]?.source).toBe('210987654321');
  });

  it.each([
    ['[', 'not valid JSON'],
    ['{}', 'not a plan of Terraform'],
    ['{"format_version": "2.0", "resource_changes": []}', 'formats 1.x'],
    ['{"format_version": "1.2", "errored": true}', 'could not complete'],
  ])('is refused as %s', (text, reason) => {
    expect(() => parsePlan(text)).toThrow(reason);
    expect(isPlan(text)).toBe(text.includes('format_version'));
  });
});
