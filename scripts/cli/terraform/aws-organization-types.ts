import { attachmentFact, memberFact, type ReadType } from './aws-types';
import type { Fact } from './facts';
import { isUnknown, type ResourceReader, type Side } from './resource-reader';
import { assignmentFact } from './source-type';

/** Policies that limit access. Other policies of an organization, such as those of backups and tags, do not. */
const KINDS: Readonly<Record<string, string>> = {
  SERVICE_CONTROL_POLICY: 'service_control_policy',
  RESOURCE_CONTROL_POLICY: 'resource_control_policy',
};

type Kind = 'user' | 'group' | 'role';

/**
 * Types of organizations and of IAM Identity Center, and those that hold the only policies of a user, group or role.
 * @see https://registry.terraform.io/providers/hashicorp/aws/latest/docs
 */
export const AWS_ORGANIZATION_TYPES: Record<string, ReadType> = {
  aws_organizations_policy: (reader, side) => {
    const type = reader.text(side, 'type') ?? 'SERVICE_CONTROL_POLICY';
    if (KINDS[type] === undefined) return [];
    const part = type === 'SERVICE_CONTROL_POLICY' ? 'identity' : ({ resource: '*', actions: '*' } as const);
    const document = reader.document(side, 'content', part);
    if (document === null) return [];
    const policy = controlPolicyArn(reader, side);
    const edit = { kind: 'SET_MANAGED_POLICY', policy } as const;
    return [{ key: policy, value: JSON.stringify(document), add: { ...edit, document }, remove: { ...edit, document: null } }];
  },
  aws_organizations_policy_attachment: (reader, side) => [attachmentFact(reader.needed(side, 'target_id'), attachedPolicy(reader, side))],
  aws_ssoadmin_account_assignment: (reader, side) => {
    const principal = centerArn(reader.needed(side, 'principal_type'), reader.needed(side, 'principal_id'));
    const [role, scope] = [reader.needed(side, 'permission_set_arn'), reader.needed(side, 'target_id')];
    return [assignmentFact({ principal, role, scope })];
  },
  aws_identitystore_group_membership: (reader, side) => [
    memberFact(centerArn('GROUP', reader.needed(side, 'group_id')), centerArn('USER', reader.needed(side, 'member_id'))),
  ],
  aws_iam_user_policies_exclusive: (reader, side) => [retainedFact(reader, side, 'user', 'inline')],
  aws_iam_group_policies_exclusive: (reader, side) => [retainedFact(reader, side, 'group', 'inline')],
  aws_iam_role_policies_exclusive: (reader, side) => [retainedFact(reader, side, 'role', 'inline')],
  aws_iam_user_policy_attachments_exclusive: (reader, side) => [retainedFact(reader, side, 'user', 'attached')],
  aws_iam_group_policy_attachments_exclusive: (reader, side) => [retainedFact(reader, side, 'group', 'attached')],
  aws_iam_role_policy_attachments_exclusive: (reader, side) => [retainedFact(reader, side, 'role', 'attached')],
};

function centerArn(type: string, id: string): string {
  return `arn:aws:identitystore:::${type.toLowerCase()}/${id}`;
}

/** Only AWS knows the id of a new policy, and often the plan does not know that of the organization. */
function controlPolicyArn(reader: ResourceReader, side: Side): string {
  const { arn, id, type } = side.resource.values;
  if (typeof arn === 'string' && arn !== '') return arn;
  const made = `p-${side.resource.address.replace(/[^\w-]+/g, '-')}`;
  const kind = KINDS[typeof type === 'string' ? type : 'SERVICE_CONTROL_POLICY'] ?? '';
  return planArn(reader, side, kind, typeof id === 'string' && id !== '' ? id : made);
}

function planArn(reader: ResourceReader, side: Side, kind: string, id: string): string {
  const { partition, account } = reader.accountOf(side.resource);
  return `arn:${partition}:organizations::${account}:policy/o-planned/${kind}/${id}`;
}

function attachedPolicy(reader: ResourceReader, side: Side): string {
  if (isUnknown(side, 'policy_id'))
    return controlPolicyArn(reader, { resource: reader.referred(side, 'policy_id', ['aws_organizations_policy']), unknown: {} });
  const id = reader.needed(side, 'policy_id');
  const known = reader.plan.resources.find(({ type, values }) => type === 'aws_organizations_policy' && values.id === id);
  return known ? controlPolicyArn(reader, { resource: known, unknown: {} }) : planArn(reader, side, 'service_control_policy', id);
}

function retainedFact(reader: ResourceReader, side: Side, kind: Kind, which: 'inline' | 'attached'): Fact {
  const holder = reader.principal(kind, side, `${kind}_name`);
  const kept = reader.texts(side, which === 'inline' ? 'policy_names' : 'policy_arns').sort();
  return {
    key: `only ${which} policies of ${holder}`,
    value: JSON.stringify(kept),
    add: { kind: 'RETAIN_POLICIES', holder, [which]: kept },
    remove: null,
  };
}
