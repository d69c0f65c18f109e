import type { ChangeEdit } from '@cam/contracts';
import { parsePlan } from './plan';
import { plannedEdits, READ_TYPES } from './planned-edits';

type Json = Record<string, unknown>;

const ACCOUNT = '123456789012';
const iam = (place: string): string => `arn:aws:iam::${ACCOUNT}:${place}`;
const at = (service: string, name: string): string => `arn:aws:${service}:eu-west-1:${ACCOUNT}:${name}`;
const DOCUMENT = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: 's3:GetObject', Resource: '*' }] };
const policy = JSON.stringify(DOCUMENT);
const TRUST = { ...DOCUMENT, Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: '*' }] };
const set = (resource: string): ChangeEdit => ({ kind: 'SET_RESOURCE_POLICY', resource, document: DOCUMENT });
const create = (resource: string): ChangeEdit => ({ kind: 'CREATE_RESOURCE', resource });
const attach = (holder: string): ChangeEdit => ({ kind: 'ATTACH_POLICY', holder, policy: 'p' });
const inline = (holder: string): ChangeEdit => ({ kind: 'SET_INLINE_POLICY', holder, name: 'own', document: DOCUMENT });
const join = (group: string, member: string): ChangeEdit => ({ kind: 'ADD_MEMBER', group, member });
const assign = (principal: string, role: string, scope: string): ChangeEdit => ({ kind: 'ADD_ASSIGNMENT', principal, role, scope });

const [ANN, G, APP] = [iam('user/ann'), iam('group/g'), iam('role/app')];
const GROUP = '/subscriptions/5/resourcegroups/web';
const VIEWER = { role: 'roles/viewer', member: 'user:ann@acme.example' };
const BINDING = { role: 'roles/viewer', members: ['user:ann@acme.example'] };
const POLICY_DATA = { policy_data: JSON.stringify({ bindings: [BINDING] }) };

/** A new resource of each type, with the edits that make it. */
const EXAMPLES: Record<string, [Json, ChangeEdit[]]> = {
  aws_iam_policy: [{ name: 'P', path: '/', policy }, [{ kind: 'SET_MANAGED_POLICY', policy: iam('policy/P'), document: DOCUMENT }]],
  aws_iam_user: [{ name: 'ann' }, [{ kind: 'CREATE_PRINCIPAL', principal: ANN, document: null }]],
  aws_iam_group: [{ name: 'g' }, [{ kind: 'CREATE_PRINCIPAL', principal: G, document: null }]],
  aws_iam_role: [
    { name: 'app', assume_role_policy: JSON.stringify(TRUST), permissions_boundary: 'p', managed_policy_arns: ['p'] },
    [{ kind: 'CREATE_PRINCIPAL', principal: APP, document: TRUST }, { kind: 'SET_BOUNDARY', holder: APP, policy: 'p' }, attach(APP)],
  ],
  aws_iam_user_policy: [{ user: 'ann', name: 'own', policy }, [inline(ANN)]],
  aws_iam_group_policy: [{ group: 'g', name: 'own', policy }, [inline(G)]],
  aws_iam_role_policy: [{ role: 'app', name: 'own', policy }, [inline(APP)]],
  aws_iam_user_policy_attachment: [{ user: 'ann', policy_arn: 'p' }, [attach(ANN)]],
  aws_iam_group_policy_attachment: [{ group: 'g', policy_arn: 'p' }, [attach(G)]],
  aws_iam_role_policy_attachment: [{ role: 'app', policy_arn: 'p' }, [attach(APP)]],
  aws_iam_policy_attachment: [{ users: ['ann'], roles: ['app'], groups: [], policy_arn: 'p' }, [attach(ANN), attach(APP)]],
  aws_iam_group_membership: [{ group: 'g', users: ['ann'] }, [join(G, ANN)]],
  aws_iam_user_group_membership: [{ user: 'ann', groups: ['g'] }, [join(G, ANN)]],
  aws_iam_user_policies_exclusive: [{ user_name: 'ann', policy_names: ['own'] }, [{ kind: 'RETAIN_POLICIES', holder: ANN, inline: ['own'] }]],
  aws_iam_group_policies_exclusive: [{ group_name: 'g', policy_names: [] }, [{ kind: 'RETAIN_POLICIES', holder: G, inline: [] }]],
  aws_iam_role_policies_exclusive: [{ role_name: 'app', policy_names: ['own'] }, [{ kind: 'RETAIN_POLICIES', holder: APP, inline: ['own'] }]],
  aws_iam_user_policy_attachments_exclusive: [{ user_name: 'ann', policy_arns: ['p'] }, [{ kind: 'RETAIN_POLICIES', holder: ANN, attached: ['p'] }]],
  aws_iam_group_policy_attachments_exclusive: [{ group_name: 'g', policy_arns: ['p'] }, [{ kind: 'RETAIN_POLICIES', holder: G, attached: ['p'] }]],
  aws_iam_role_policy_attachments_exclusive: [{ role_name: 'app', policy_arns: ['p'] }, [{ kind: 'RETAIN_POLICIES', holder: APP, attached: ['p'] }]],
  aws_iam_instance_profile: [{ name: 'web', role: 'app' }, [{ kind: 'SET_RUNTIME_ROLE', resource: iam('instance-profile/web'), role: APP }]],
  aws_s3_bucket: [{ bucket: 'data' }, [{ kind: 'CREATE_BUCKET', bucket: 'arn:aws:s3:::data' }]],
  aws_s3_bucket_policy: [{ bucket: 'data', policy }, [set('arn:aws:s3:::data')]],
  aws_s3_bucket_public_access_block: [
    { bucket: 'data', restrict_public_buckets: true, ignore_public_acls: false, block_public_policy: true },
    [{ kind: 'SET_PUBLIC_ACCESS_BLOCK', resource: 'arn:aws:s3:::data', block: { restrict_public_buckets: true, ignore_public_acls: false } }],
  ],
  aws_s3_account_public_access_block: [
    { restrict_public_buckets: true, ignore_public_acls: true },
    [{ kind: 'SET_PUBLIC_ACCESS_BLOCK', resource: ACCOUNT, block: { restrict_public_buckets: true, ignore_public_acls: true } }],
  ],
  aws_sqs_queue: [{ name: 'jobs', policy }, [create(at('sqs', 'jobs')), set(at('sqs', 'jobs'))]],
  aws_sqs_queue_policy: [{ queue_url: `https://sqs.eu-west-1.amazonaws.com/${ACCOUNT}/jobs`, policy }, [set(at('sqs', 'jobs'))]],
  aws_sns_topic: [{ name: 'news', policy }, [create(at('sns', 'news')), set(at('sns', 'news'))]],
  aws_sns_topic_policy: [{ arn: at('sns', 'news'), policy }, [set(at('sns', 'news'))]],
  aws_kms_key: [{ description: 'd', policy }, [create(at('kms', 'key/aws_kms_key.x')), set(at('kms', 'key/aws_kms_key.x'))]],
  aws_kms_key_policy: [{ key_id: '1234-abcd', policy }, [set(at('kms', 'key/1234-abcd'))]],
  aws_kms_grant: [
    { key_id: '1234-abcd', grantee_principal: APP, operations: ['Decrypt'], constraints: [{ encryption_context_equals: { team: 'a' } }] },
    [
      {
        kind: 'SET_KEY_GRANT',
        key: at('kms', 'key/1234-abcd'),
        grant: 'aws_kms_grant.x',
        document: {
          GranteePrincipal: APP,
          Operations: ['Decrypt'],
          Constraints: { EncryptionContextEquals: { team: 'a' }, EncryptionContextSubset: {} },
        },
      },
    ],
  ],
  aws_secretsmanager_secret: [
    { name: 'db', policy },
    [create(at('secretsmanager', 'secret:db-AbCdEf')), set(at('secretsmanager', 'secret:db-AbCdEf'))],
  ],
  aws_secretsmanager_secret_policy: [{ secret_arn: at('secretsmanager', 'secret:db-1'), policy }, [set(at('secretsmanager', 'secret:db-1'))]],
  aws_ecr_repository: [{ name: 'team/web' }, [create(at('ecr', 'repository/team/web'))]],
  aws_ecr_repository_policy: [{ repository: 'team/web', policy }, [set(at('ecr', 'repository/team/web'))]],
  aws_dynamodb_table: [{ name: 'orders' }, [create(at('dynamodb', 'table/orders'))]],
  aws_dynamodb_resource_policy: [{ resource_arn: at('dynamodb', 'table/orders'), policy }, [set(at('dynamodb', 'table/orders'))]],
  aws_lambda_function: [
    { function_name: 'send', role: APP },
    [create(at('lambda', 'function:send')), { kind: 'SET_RUNTIME_ROLE', resource: at('lambda', 'function:send'), role: APP }],
  ],
  aws_lambda_permission: [
    { function_name: 'send', statement_id: 'news', action: 'lambda:InvokeFunction', principal: 'sns.amazonaws.com', source_arn: at('sns', 'news') },
    [
      {
        kind: 'SET_STATEMENT',
        resource: at('lambda', 'function:send'),
        sid: 'news',
        statement: {
          ...{ Effect: 'Allow', Principal: { Service: 'sns.amazonaws.com' }, Action: 'lambda:InvokeFunction' },
          ...{ Resource: at('lambda', 'function:send'), Condition: { ArnLike: { 'AWS:SourceArn': at('sns', 'news') } } },
        },
      },
    ],
  ],
  aws_organizations_policy: [
    { name: 'Limits', type: 'SERVICE_CONTROL_POLICY', content: policy },
    [
      {
        kind: 'SET_MANAGED_POLICY',
        policy: `arn:aws:organizations::${ACCOUNT}:policy/o-planned/service_control_policy/p-aws_organizations_policy-x`,
        document: DOCUMENT,
      },
    ],
  ],
  aws_organizations_policy_attachment: [
    { policy_id: 'p-1', target_id: 'ou-1' },
    [
      {
        kind: 'ATTACH_POLICY',
        holder: 'ou-1',
        policy: `arn:aws:organizations::${ACCOUNT}:policy/o-planned/service_control_policy/p-1`,
      },
    ],
  ],
  aws_ssoadmin_account_assignment: [
    { principal_type: 'GROUP', principal_id: 'g-1', permission_set_arn: 'arn:aws:sso:::permissionSet/ssoins-1/ps-1', target_id: ACCOUNT },
    [assign('arn:aws:identitystore:::group/g-1', 'arn:aws:sso:::permissionSet/ssoins-1/ps-1', ACCOUNT)],
  ],
  aws_identitystore_group_membership: [
    { group_id: 'g-1', member_id: 'u-1' },
    [join('arn:aws:identitystore:::group/g-1', 'arn:aws:identitystore:::user/u-1')],
  ],
  azurerm_role_assignment: [{ scope: GROUP, role_definition_name: 'Reader', principal_id: 'AB' }, [assign('ab', 'Reader', GROUP)]],
  azurerm_role_definition: [
    { name: 'Deployer', scope: '/subscriptions/5', role_definition_id: 'ID', permissions: [{ actions: ['*/read'], not_actions: [] }] },
    [
      {
        kind: 'SET_ROLE_DEFINITION',
        role: '/subscriptions/5/providers/microsoft.authorization/roledefinitions/id',
        document: { roleName: 'Deployer', permissions: [{ actions: ['*/read'], notActions: [], dataActions: [], notDataActions: [] }] },
      },
    ],
  ],
  azurerm_pim_eligible_role_assignment: [
    { scope: GROUP, role_definition_id: 'r', principal_id: 'm' },
    [{ kind: 'ADD_ASSIGNMENT', principal: 'm', role: 'r', scope: GROUP, eligible: true }],
  ],
  azuread_group_member: [{ group_object_id: 'g', member_object_id: 'm' }, [join('g', 'm')]],
  azuread_directory_role_assignment: [{ role_id: 'r', principal_object_id: 'm', directory_scope_id: '/' }, [assign('m', 'r', '/')]],
  azuread_directory_role_eligibility_schedule_request: [
    { role_definition_id: 'r', principal_id: 'm', directory_scope_id: '/' },
    [{ kind: 'ADD_ASSIGNMENT', principal: 'm', role: 'r', scope: '/', eligible: true }],
  ],
  azuread_directory_role_member: [{ role_object_id: 'r', member_object_id: 'm' }, [assign('m', 'r', '/')]],
  azuread_app_role_assignment: [{ app_role_id: 'r', principal_object_id: 'm', resource_object_id: 'a' }, [assign('m', 'r', 'a')]],
  google_project_iam_custom_role: [
    { role_id: 'deployer', project: 'demo', title: 'Deployer', permissions: ['b', 'a'] },
    [{ kind: 'SET_ROLE_DEFINITION', role: 'projects/demo/roles/deployer', document: { title: 'Deployer', includedPermissions: ['a', 'b'] } }],
  ],
  google_organization_iam_custom_role: [
    { role_id: 'deployer', org_id: '1', permissions: ['a'] },
    [{ kind: 'SET_ROLE_DEFINITION', role: 'organizations/1/roles/deployer', document: { includedPermissions: ['a'] } }],
  ],
  google_service_account: [
    { account_id: 'web', project: 'demo' },
    [{ kind: 'CREATE_PRINCIPAL', principal: 'serviceAccount:web@demo.iam.gserviceaccount.com', document: null }],
  ],
  ...ofGoogle('google_project', { project: 'demo' }, '//cloudresourcemanager.googleapis.com/projects/demo'),
  ...ofGoogle('google_folder', { folder: 'folders/1' }, '//cloudresourcemanager.googleapis.com/folders/1'),
  ...ofGoogle('google_organization', { org_id: '1' }, '//cloudresourcemanager.googleapis.com/organizations/1'),
  ...ofGoogle('google_storage_bucket', { bucket: 'b/data' }, '//storage.googleapis.com/data'),
  ...ofGoogle(
    'google_service_account',
    { service_account_id: 'projects/demo/serviceAccounts/web@demo.iam.gserviceaccount.com' },
    '//iam.googleapis.com/projects/demo/serviceAccounts/web@demo.iam.gserviceaccount.com',
  ),
  ...ofGoogle('google_pubsub_topic', { topic: 'news', project: 'demo' }, '//pubsub.googleapis.com/projects/demo/topics/news'),
  ...ofGoogle(
    'google_pubsub_subscription',
    { subscription: 'projects/demo/subscriptions/mail' },
    '//pubsub.googleapis.com/projects/demo/subscriptions/mail',
  ),
  ...ofGoogle(
    'google_kms_crypto_key',
    { crypto_key_id: 'projects/demo/locations/eu/keyRings/r/cryptoKeys/k' },
    '//cloudkms.googleapis.com/projects/demo/locations/eu/keyRings/r/cryptoKeys/k',
  ),
  okta_group_memberships: [{ group_id: '00g', users: ['00u'] }, [join('00g', '00u')]],
  okta_user_group_memberships: [{ user_id: '00u', groups: ['00g'] }, [join('00g', '00u')]],
  okta_app_user: [
    { app_id: '0oa', user_id: '00u', profile: '{"role": "admin"}' },
    [{ kind: 'ADD_ASSIGNMENT', principal: '00u', role: '', scope: '0oa', profile: { role: 'admin' } }],
  ],
  okta_app_group_assignment: [
    { app_id: '0oa', group_id: '00g', priority: 1 },
    [{ kind: 'ADD_ASSIGNMENT', principal: '00g', role: '', scope: '0oa', profile: {}, priority: 1 }],
  ],
  okta_app_group_assignments: [
    { app_id: '0oa', group: [{ id: '00g', priority: 2, profile: '{}' }] },
    [{ kind: 'ADD_ASSIGNMENT', principal: '00g', role: '', scope: '0oa', profile: {}, priority: 2 }],
  ],
  okta_admin_role_custom_assignments: [
    { custom_role_id: 'cr0', resource_set_id: 'iam', members: ['https://acme.okta.com/api/v1/users/00u'] },
    [assign('00u', 'cr0', 'iam')],
  ],
  okta_group_role: [{ group_id: '00g', role_type: 'HELP_DESK_ADMIN' }, [assign('00g', 'HELP_DESK_ADMIN', '/')]],
  okta_user_admin_roles: [{ user_id: '00u', admin_roles: ['APP_ADMIN'] }, [assign('00u', 'APP_ADMIN', '/')]],
};

function ofGoogle(type: string, values: Json, scope: string): Record<string, [Json, ChangeEdit[]]> {
  const condition = { title: 'night', expression: 'request.time.getHours() < 6' };
  return {
    [`${type}_iam_member`]: [
      { ...values, ...VIEWER, condition: [condition] },
      [{ kind: 'ADD_ASSIGNMENT', principal: VIEWER.member, role: VIEWER.role, scope, condition }],
    ],
    [`${type}_iam_binding`]: [{ ...values, ...BINDING }, [{ kind: 'SET_BINDING', scope, ...BINDING }]],
    [`${type}_iam_policy`]: [{ ...values, ...POLICY_DATA }, [{ kind: 'SET_RESOURCE_POLICY', resource: scope, document: { bindings: [BINDING] } }]],
  };
}

/** Returns what a plan says that changes one resource. Its configuration sets every attribute that the values have. */
function planned(type: string, sides: { before?: Json | null; after?: Json | null; unknown?: Json }, fill: 'wide' | 'narrow' = 'wide') {
  const { before = null, after = null, unknown = {} } = sides;
  const provider = type.split('_')[0] ?? '';
  const named = Object.keys({ ...before, ...after, ...unknown });
  const resources = [
    {
      address: `${type}.x`,
      provider_config_key: provider,
      expressions: Object.fromEntries(named.map((name) => [name, { references: ['local.a'] }])),
    },
  ];
  const expressions = { region: { constant_value: 'eu-west-1' }, project: { references: ['var.project'] } };
  return plannedEdits(
    parsePlan(
      JSON.stringify({
        format_version: '1.2',
        variables: { project: { value: 'demo' } },
        resource_changes: [{ address: `${type}.x`, type, mode: 'managed', change: { actions: [], before, after, after_unknown: unknown } }],
        configuration: { root_module: { resources }, provider_config: { [provider]: { expressions } } },
      }),
    ),
    { fill, account: ACCOUNT },
  );
}

const editsOf = ({ sources }: ReturnType<typeof planned>): ChangeEdit[] => sources.flatMap(({ edits }) => edits);

describe('a resource of Terraform', () => {
  it('has an example for each type that is read', () => {
    expect(Object.keys(EXAMPLES).sort()).toEqual(READ_TYPES);
  });

  it.each(Object.entries(EXAMPLES))('of type %s becomes edits', (type, [values, expected]) => {
    const made = planned(type, { after: values });
    expect(editsOf(made)).toEqual(expected);
    expect(made).toMatchObject({ filled: [], unread: [] });
    // Without a change, nothing is edited.
    expect(planned(type, { before: values, after: values })).toMatchObject({ sources: [], unread: [] });
  });

  it.each(Object.entries(EXAMPLES))('of type %s never loses a change because a value is not known', (type, [values, expected]) => {
    const kinds = (edits: readonly ChangeEdit[]): string[] => edits.map(({ kind }) => kind).sort();
    for (const attribute of Object.keys(values)) {
      const { [attribute]: blanked, ...after } = values;
      const isList = Array.isArray(blanked);
      // A list may be unknown as a whole, or in one place.
      for (const mark of isList && blanked.length > 0 ? [true, blanked.map(() => true)] : [true])
        for (const fill of ['wide', 'narrow'] as const) {
          const found = planned(type, { after, unknown: { [attribute]: mark } }, fill);
          const isOpen = found.unread.length + found.filled.length > 0;
          expect({ attribute, kinds: isOpen ? kinds(expected) : kinds(editsOf(found)) }).toEqual({ attribute, kinds: kinds(expected) });
          // An update of a value that is not known is no silence either.
          const updated = planned(type, { before: values, after, unknown: { [attribute]: mark } }, fill);
          const isSaid = updated.unread.length + updated.filled.length > 0;
          if (isOpen) expect({ attribute, isSaid }).toEqual({ attribute, isSaid: true });
        }
    }
  });
});
