type Json = Record<string, unknown>;

/** A resource of Terraform that does what a part of a resource of CloudFormation does. */
export interface Part {
  type: string;
  values: Json;
}

/** A resource of a stack. */
export interface Named {
  partition: string;
  region: string;
  account: string;
  logicalId: string;
  /** The id that it has at AWS; null: it does not exist yet. */
  physicalId: string | null;
}

/** A value with parts is only known after the execution, so that it is not known what the resource makes. */
export class OpenStructure extends Error {}

type PartsOf = (properties: Json, named: Named) => Part[];

/**
 * The types of CloudFormation that are read, with what their resources are in Terraform.
 * @see https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-template-resource-type-ref.html
 */
export const TYPES: Record<string, PartsOf> = {
  'AWS::IAM::Role': (own, named) => [
    part('aws_iam_role', {
      ...{ name: nameOf(own.RoleName, named), path: own.Path ?? '/', assume_role_policy: document(own.AssumeRolePolicyDocument) },
      ...{ permissions_boundary: own.PermissionsBoundary, managed_policy_arns: texts(own.ManagedPolicyArns) },
      inline_policy: list(own.Policies).map(({ PolicyName: name, PolicyDocument: policy }) => ({ name, policy: document(policy) })),
    }),
  ],
  'AWS::IAM::User': (own, named) => {
    const name = nameOf(own.UserName, named);
    return [
      part('aws_iam_user', { name, path: own.Path ?? '/', permissions_boundary: own.PermissionsBoundary }),
      ...(own.Groups === undefined ? [] : [part('aws_iam_user_group_membership', { user: name, groups: own.Groups })]),
      ...held(own, 'user', name),
    ];
  },
  'AWS::IAM::Group': (own, named) => {
    const name = nameOf(own.GroupName, named);
    return [part('aws_iam_group', { name, path: own.Path ?? '/' }), ...held(own, 'group', name)];
  },
  'AWS::IAM::ManagedPolicy': (own, named) => {
    const { partition, account, physicalId } = named;
    const [name, path] = [nameOf(own.ManagedPolicyName, { ...named, physicalId: null }), textOf(own.Path, '/')];
    const arn = physicalId ?? `arn:${partition}:iam::${account}:policy${path}${name}`;
    return [
      part('aws_iam_policy', { arn, name, path, policy: document(own.PolicyDocument) }),
      part('aws_iam_policy_attachment', { policy_arn: arn, users: own.Users ?? [], groups: own.Groups ?? [], roles: own.Roles ?? [] }),
    ];
  },
  'AWS::IAM::Policy': (own) =>
    (['User', 'Group', 'Role'] as const).flatMap((kind) => texts(own[`${kind}s`]).map((holder) => inline(kind.toLowerCase(), holder, own))),
  'AWS::IAM::UserPolicy': (own) => [inline('user', own.UserName, own)],
  'AWS::IAM::GroupPolicy': (own) => [inline('group', own.GroupName, own)],
  'AWS::IAM::RolePolicy': (own) => [inline('role', own.RoleName, own)],
  'AWS::IAM::UserToGroupAddition': (own) => [part('aws_iam_group_membership', { group: own.GroupName, users: own.Users ?? [] })],
  'AWS::IAM::InstanceProfile': (own, named) => [
    part('aws_iam_instance_profile', { name: nameOf(own.InstanceProfileName, named), path: own.Path ?? '/', role: texts(own.Roles)[0] }),
  ],
  'AWS::S3::Bucket': (own, named) => {
    const bucket = nameOf(own.BucketName, named).toLowerCase();
    const { RestrictPublicBuckets: restrict, IgnorePublicAcls: ignore } = object(own.PublicAccessBlockConfiguration);
    const block = { bucket, restrict_public_buckets: flag(restrict), ignore_public_acls: flag(ignore) };
    return [
      part('aws_s3_bucket', { bucket, acl: own.AccessControl }),
      ...(own.PublicAccessBlockConfiguration === undefined ? [] : [part('aws_s3_bucket_public_access_block', block)]),
    ];
  },
  'AWS::S3::BucketPolicy': (own) => [part('aws_s3_bucket_policy', { bucket: own.Bucket, policy: document(own.PolicyDocument) })],
  'AWS::SQS::Queue': (own, named) => [part('aws_sqs_queue', { name: nameOf(own.QueueName, named) })],
  'AWS::SQS::QueuePolicy': (own) =>
    texts(own.Queues).map((url) => part('aws_sqs_queue_policy', { queue_url: url, policy: document(own.PolicyDocument) })),
  'AWS::SQS::QueueInlinePolicy': (own) => [part('aws_sqs_queue_policy', { queue_url: own.Queue, policy: document(own.PolicyDocument) })],
  'AWS::SNS::Topic': (own, named) => [part('aws_sns_topic', { name: nameOf(own.TopicName, named), arn: named.physicalId ?? undefined })],
  'AWS::SNS::TopicPolicy': (own) => texts(own.Topics).map((arn) => part('aws_sns_topic_policy', { arn, policy: document(own.PolicyDocument) })),
  'AWS::SNS::TopicInlinePolicy': (own) => [part('aws_sns_topic_policy', { arn: own.TopicArn, policy: document(own.PolicyDocument) })],
  'AWS::KMS::Key': (own, { partition, region, account, physicalId }) => {
    const arn = physicalId === null ? undefined : `arn:${partition}:kms:${region}:${account}:key/${physicalId}`;
    return [part('aws_kms_key', { arn, policy: document(own.KeyPolicy) })];
  },
  'AWS::SecretsManager::Secret': (own, named) => [
    part('aws_secretsmanager_secret', { name: nameOf(own.Name, { ...named, physicalId: null }), arn: named.physicalId ?? undefined }),
  ],
  'AWS::SecretsManager::ResourcePolicy': (own) => [
    part('aws_secretsmanager_secret_policy', { secret_arn: own.SecretId, policy: document(own.ResourcePolicy) }),
  ],
  'AWS::ECR::Repository': (own, named) => [
    part('aws_ecr_repository', { name: nameOf(own.RepositoryName, named), policy: document(own.RepositoryPolicyText) }),
  ],
  'AWS::DynamoDB::Table': (own, named) => [
    part('aws_dynamodb_table', { name: nameOf(own.TableName, named), policy: document(object(own.ResourcePolicy).PolicyDocument) }),
  ],
  'AWS::Lambda::Function': (own, named) => [part('aws_lambda_function', { function_name: nameOf(own.FunctionName, named), role: own.Role })],
  'AWS::Lambda::Permission': (own, { logicalId, physicalId }) => [
    part('aws_lambda_permission', {
      ...{ function_name: own.FunctionName, statement_id: physicalId ?? logicalId, action: own.Action, principal: own.Principal },
      ...{ source_arn: own.SourceArn, source_account: own.SourceAccount, principal_org_id: own.PrincipalOrgID },
      ...{ event_source_token: own.EventSourceToken, function_url_auth_type: own.FunctionUrlAuthType },
      invoked_via_function_url: flag(own.InvokedViaFunctionUrl),
    }),
  ],
  'AWS::Organizations::Policy': (own, { partition, account, logicalId, physicalId }) => {
    const [type, id] = [textOf(own.Type, ''), physicalId ?? `p-${logicalId}`];
    const arn = `arn:${partition}:organizations::${account}:policy/o-planned/${type.toLowerCase()}/${id}`;
    return [
      part('aws_organizations_policy', { arn, id, type, content: document(own.Content) }),
      ...texts(own.TargetIds).map((target) => part('aws_organizations_policy_attachment', { policy_id: id, target_id: target })),
    ];
  },
  'AWS::SSO::Assignment': (own) => [
    part('aws_ssoadmin_account_assignment', {
      ...{ principal_type: own.PrincipalType, principal_id: own.PrincipalId },
      ...{ permission_set_arn: own.PermissionSetArn, target_id: own.TargetId },
    }),
  ],
  'AWS::IdentityStore::GroupMembership': (own) => [
    part('aws_identitystore_group_membership', { group_id: own.GroupId, member_id: object(own.MemberId).UserId }),
  ],
};

function part(type: string, values: Json): Part {
  return { type, values };
}

/** Returns a name: the one in the template, the one that the resource has, or one that stands for it. Queues have a URL for an id. */
function nameOf(given: unknown, { logicalId, physicalId }: Named): string {
  return physicalId?.split('/').at(-1)?.split(':').at(-1) ?? textOf(given, logicalId);
}

/** A text that only the execution will know stands for itself. */
function textOf(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' && !value.includes('{{') ? value : otherwise;
}

/** Attached and inline policies of a user or group. */
function held(own: Json, kind: string, name: string): Part[] {
  return [
    ...texts(own.ManagedPolicyArns).map((arn) => part(`aws_iam_${kind}_policy_attachment`, { [kind]: name, policy_arn: arn })),
    ...list(own.Policies).map((policy) => inline(kind, name, policy)),
  ];
}

function inline(kind: string, holder: unknown, { PolicyName: name, PolicyDocument: policy }: Json): Part {
  return part(`aws_iam_${kind}_policy`, { [kind]: holder, name, policy: document(policy) });
}

/** Plans have documents as text. */
function document(value: unknown): unknown {
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value);
}

/** Contexts have switches as texts. */
function flag(value: unknown): unknown {
  return value === 'true' ? true : value === 'false' ? false : value;
}

function list(value: unknown): Json[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new OpenStructure();
  return value.map(object);
}

function object(value: unknown = {}): Json {
  if (typeof value !== 'object' || value === null) throw new OpenStructure();
  return value as Json;
}

/** A list that is unknown as a whole is one unknown text. */
function texts(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : value === undefined ? [] : [value];
}
