import { regionalArn, regionalRef, type RegionalType } from './aws-names';
import { resourcePolicyFacts, type ReadType } from './aws-types';
import type { Fact } from './facts';
import { isUnknown, Unplaced, type ResourceReader, type Side } from './resource-reader';

/** The actions that a policy of each kind can allow. */
const ACTIONS = {
  aws_sqs_queue: 'sqs:*',
  aws_sns_topic: 'sns:*',
  aws_kms_key: 'kms:*',
  aws_secretsmanager_secret: 'secretsmanager:*',
  aws_ecr_repository: 'ecr:*',
  aws_dynamodb_table: 'dynamodb:*',
  aws_lambda_function: 'lambda:*',
} as const satisfies Record<RegionalType, string>;

/**
 * AWS resource types with policies of their own, and what lets others act with a role.
 * @see https://registry.terraform.io/providers/hashicorp/aws/latest/docs
 */
export const AWS_RESOURCE_TYPES: Record<string, ReadType> = {
  aws_sqs_queue: (reader, side) => ownFacts(reader, side, 'aws_sqs_queue'),
  aws_sqs_queue_policy: (reader, side) => policyFacts(reader, side, 'queue_url', 'aws_sqs_queue'),
  aws_sns_topic: (reader, side) => ownFacts(reader, side, 'aws_sns_topic'),
  aws_sns_topic_policy: (reader, side) => policyFacts(reader, side, 'arn', 'aws_sns_topic'),
  aws_kms_key: (reader, side) => ownFacts(reader, side, 'aws_kms_key'),
  aws_kms_key_policy: (reader, side) => policyFacts(reader, side, 'key_id', 'aws_kms_key'),
  aws_kms_grant: (reader, side) => [grantFact(reader, side)],
  aws_secretsmanager_secret: (reader, side) => ownFacts(reader, side, 'aws_secretsmanager_secret'),
  aws_secretsmanager_secret_policy: (reader, side) => policyFacts(reader, side, 'secret_arn', 'aws_secretsmanager_secret'),
  aws_ecr_repository: (reader, side) => ownFacts(reader, side, 'aws_ecr_repository'),
  aws_ecr_repository_policy: (reader, side) => policyFacts(reader, side, 'repository', 'aws_ecr_repository'),
  aws_dynamodb_table: (reader, side) => ownFacts(reader, side, 'aws_dynamodb_table'),
  aws_dynamodb_resource_policy: (reader, side) => policyFacts(reader, side, 'resource_arn', 'aws_dynamodb_table'),
  aws_lambda_function: (reader, side) => {
    const resource = regionalArn(reader, 'aws_lambda_function', side);
    return [existence(resource), roleFact(resource, roleArn(reader, side), false)];
  },
  aws_lambda_permission: (reader, side) => [permissionFact(reader, side)],
  aws_iam_instance_profile: (reader, side) => {
    const resource = reader.iamArn('instance-profile', side);
    const hasRole = isUnknown(side, 'role') || reader.text(side, 'role') !== undefined;
    return hasRole ? [roleFact(resource, reader.principal('role', side, 'role'), true)] : [];
  },
  aws_s3_bucket_public_access_block: (reader, side) => [publicAccessFact(reader, side, reader.bucket(side, 'bucket'))],
  aws_s3_account_public_access_block: (reader, side) => {
    const named = isUnknown(side, 'account_id') ? undefined : reader.text(side, 'account_id');
    return [publicAccessFact(reader, side, named ?? reader.accountOf(side.resource).account)];
  },
};

function existence(resource: string): Fact {
  return { key: resource, value: '', add: { kind: 'CREATE_RESOURCE', resource }, remove: { kind: 'DELETE_RESOURCE', resource } };
}

/** A resource, and its policy where the configuration sets it there. Where it does not, the provider only shows what others set. */
function ownFacts(reader: ResourceReader, side: Side, type: RegionalType): Fact[] {
  const resource = regionalArn(reader, type, side);
  return [existence(resource), ...(reader.isSet(side, 'policy') ? resourcePolicyFacts(reader, side, { resource, actions: ACTIONS[type] }) : [])];
}

function policyFacts(reader: ResourceReader, side: Side, attribute: string, type: RegionalType): Fact[] {
  return resourcePolicyFacts(reader, side, { resource: regionalRef(reader, side, attribute, type), actions: ACTIONS[type] });
}

/** @param mayEnd the resource can be without a role */
function roleFact(resource: string, role: string, mayEnd: boolean): Fact {
  const edit = { kind: 'SET_RUNTIME_ROLE', resource } as const;
  return { key: `role of ${resource}`, value: role, add: { ...edit, role }, remove: mayEnd ? { ...edit, role: null } : null };
}

/** Functions name their role by its ARN. */
function roleArn(reader: ResourceReader, side: Side): string {
  if (!isUnknown(side, 'role')) return reader.needed(side, 'role');
  return reader.iamArn('role', { resource: reader.referred(side, 'role', ['aws_iam_role']), unknown: {} });
}

function publicAccessFact(reader: ResourceReader, side: Side, resource: string): Fact {
  const restrict = reader.flag(side, 'restrict_public_buckets') === true;
  const ignore = reader.flag(side, 'ignore_public_acls') === true;
  const edit = { kind: 'SET_PUBLIC_ACCESS_BLOCK', resource } as const;
  return {
    key: `public access of ${resource}`,
    value: `${restrict} ${ignore}`,
    add: { ...edit, block: { restrict_public_buckets: restrict, ignore_public_acls: ignore } },
    remove: { ...edit, block: null },
  };
}

/**
 * Returns the statement that a permission adds to the policy of a function.
 * @see https://docs.aws.amazon.com/lambda/latest/api/API_AddPermission.html
 */
function permissionFact(reader: ResourceReader, side: Side): Fact {
  const { address } = side.resource;
  const resource = regionalRef(reader, side, 'function_name', 'aws_lambda_function');
  if (reader.text(side, 'qualifier') !== undefined || resource.split(':').length > 7)
    throw new Unplaced('permissions of versions and aliases of functions are not evaluated');
  const made = address.replace(/[^\w-]+/g, '-');
  const sid = isUnknown(side, 'statement_id') ? made : (reader.text(side, 'statement_id') ?? made);
  const equal = {
    ...condition('AWS:SourceAccount', reader.text(side, 'source_account')),
    ...condition('aws:PrincipalOrgID', reader.text(side, 'principal_org_id')),
    ...condition('lambda:EventSourceToken', reader.text(side, 'event_source_token')),
    ...condition('lambda:FunctionUrlAuthType', reader.text(side, 'function_url_auth_type')),
  };
  const source = condition('AWS:SourceArn', reader.text(side, 'source_arn'));
  const through = reader.flag(side, 'invoked_via_function_url') === true ? { Bool: { 'lambda:InvokedViaFunctionUrl': 'true' } } : {};
  const Condition = {
    ...(Object.keys(equal).length > 0 ? { StringEquals: equal } : {}),
    ...(Object.keys(source).length > 0 ? { ArnLike: source } : {}),
    ...through,
  };
  const statement = {
    Effect: 'Allow',
    Principal: principalOf(reader.needed(side, 'principal')),
    Action: reader.needed(side, 'action'),
    Resource: resource,
    ...(Object.keys(Condition).length > 0 ? { Condition } : {}),
  };
  const edit = { kind: 'SET_STATEMENT', resource, sid } as const;
  return {
    key: `statement ${sid} of ${resource}`,
    value: JSON.stringify(statement),
    add: { ...edit, statement },
    remove: { ...edit, statement: null },
  };
}

function principalOf(name: string): object | string {
  if (name === '*') return '*';
  if (/^\d{12}$/.test(name)) return { AWS: `arn:aws:iam::${name}:root` };
  return name.startsWith('arn:') ? { AWS: name } : { Service: name };
}

function condition(key: string, value: string | undefined): Record<string, string> {
  return value === undefined ? {} : { [key]: value };
}

function grantFact(reader: ResourceReader, side: Side): Fact {
  const { address, values } = side.resource;
  const key = regionalRef(reader, side, 'key_id', 'aws_kms_key');
  const grant = isUnknown(side, 'grant_id') ? address : (reader.text(side, 'grant_id') ?? address);
  const retiring = isUnknown(side, 'retiring_principal') ? granteeOf(reader, side, 'retiring_principal') : reader.text(side, 'retiring_principal');
  if (isUnknown(side, 'constraints')) throw new Unplaced('constraints is not known before the apply');
  const [limits] = (Array.isArray(values.constraints) ? values.constraints : []) as Record<string, object | null>[];
  const document = {
    GranteePrincipal: granteeOf(reader, side, 'grantee_principal'),
    ...(retiring === undefined ? {} : { RetiringPrincipal: retiring }),
    Operations: reader.texts(side, 'operations').sort(),
    ...(limits
      ? {
          Constraints: {
            EncryptionContextEquals: limits.encryption_context_equals ?? {},
            EncryptionContextSubset: limits.encryption_context_subset ?? {},
          },
        }
      : {}),
  };
  const edit = { kind: 'SET_KEY_GRANT', key, grant } as const;
  return { key: `grant ${grant} of ${key}`, value: JSON.stringify(document), add: { ...edit, document }, remove: { ...edit, document: null } };
}

/** A grant names principals by their ARNs, often those of roles of the plan. */
function granteeOf(reader: ResourceReader, side: Side, attribute: string): string {
  if (!isUnknown(side, attribute)) return reader.needed(side, attribute);
  const found = reader.referred(side, attribute, ['aws_iam_role', 'aws_iam_user']);
  return reader.iamArn(found.type === 'aws_iam_role' ? 'role' : 'user', { resource: found, unknown: {} });
}
