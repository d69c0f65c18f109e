import type { Fact } from './facts';
import { isUnknown, Unplaced, type ResourceReader, type Side } from './resource-reader';

/** Returns what a resource of a type makes true. */
export type ReadType = (reader: ResourceReader, side: Side) => Fact[];

type Kind = 'user' | 'group' | 'role';

/**
 * The AWS resource types that are read.
 * @see https://registry.terraform.io/providers/hashicorp/aws/latest/docs
 */
export const AWS_TYPES: Record<string, ReadType> = {
  aws_iam_policy: (reader, side) => {
    const policy = reader.iamArn('policy', side);
    const document = reader.document(side, 'policy', 'identity');
    if (document === null) return [];
    const edit = { kind: 'SET_MANAGED_POLICY', policy } as const;
    return [{ key: policy, value: JSON.stringify(document), add: { ...edit, document }, remove: { ...edit, document: null } }];
  },
  aws_iam_user: (reader, side) => principalFacts(reader, side, 'user'),
  aws_iam_group: (reader, side) => principalFacts(reader, side, 'group'),
  aws_iam_role: (reader, side) => [...principalFacts(reader, side, 'role'), ...partsOfRole(reader, side)],
  aws_iam_user_policy: (reader, side) => inlineFacts(reader, side, 'user'),
  aws_iam_group_policy: (reader, side) => inlineFacts(reader, side, 'group'),
  aws_iam_role_policy: (reader, side) => inlineFacts(reader, side, 'role'),
  aws_iam_user_policy_attachment: (reader, side) => attachmentFacts(reader, side, [reader.principal('user', side, 'user')]),
  aws_iam_group_policy_attachment: (reader, side) => attachmentFacts(reader, side, [reader.principal('group', side, 'group')]),
  aws_iam_role_policy_attachment: (reader, side) => attachmentFacts(reader, side, [reader.principal('role', side, 'role')]),
  aws_iam_policy_attachment: (reader, side) => {
    const holders = (['user', 'group', 'role'] as const).flatMap((kind) =>
      reader.texts(side, `${kind}s`).map((name) => reader.named(kind, side.resource, name)),
    );
    return attachmentFacts(reader, side, holders);
  },
  aws_iam_group_membership: (reader, side) => {
    const group = reader.principal('group', side, 'group');
    return reader.texts(side, 'users').map((name) => memberFact(group, reader.named('user', side.resource, name)));
  },
  aws_iam_user_group_membership: (reader, side) => {
    const member = reader.principal('user', side, 'user');
    return reader.texts(side, 'groups').map((name) => memberFact(reader.named('group', side.resource, name), member));
  },
  aws_s3_bucket: (reader, side) => {
    const bucket = reader.bucketArn(side);
    if ((reader.text(side, 'acl') ?? 'private').toLowerCase() !== 'private') throw new Unplaced('acl is not read yet');
    if (reader.isNamed(side, 'grant')) throw new Unplaced('grant is not read yet');
    const policy = reader.isNamed(side, 'policy') ? resourcePolicyFacts(reader, side, { resource: bucket, actions: 's3:*' }) : [];
    return [...policy, { key: bucket, value: '', add: { kind: 'CREATE_BUCKET', bucket }, remove: { kind: 'DELETE_BUCKET', bucket } }];
  },
  aws_s3_bucket_policy: (reader, side) => resourcePolicyFacts(reader, side, { resource: reader.bucket(side, 'bucket'), actions: 's3:*' }),
};

/** Returns the policy of a resource, in an attribute with JSON text. */
export function resourcePolicyFacts(reader: ResourceReader, side: Side, on: { resource: string; actions: string }): Fact[] {
  const document = reader.document(side, 'policy', on);
  if (document === null) return [];
  const edit = { kind: 'SET_RESOURCE_POLICY', resource: on.resource } as const;
  return [{ key: `policy of ${on.resource}`, value: JSON.stringify(document), add: { ...edit, document }, remove: { ...edit, document: null } }];
}

/** Returns the fact that a member belongs to a group. */
export function memberFact(group: string, member: string): Fact {
  const edit = { group, member };
  return { key: `${member} in ${group}`, value: '', add: { kind: 'ADD_MEMBER', ...edit }, remove: { kind: 'REMOVE_MEMBER', ...edit } };
}

function principalFacts(reader: ResourceReader, side: Side, kind: Kind): Fact[] {
  const principal = reader.iamArn(kind, side);
  const document = kind === 'role' ? reader.document(side, 'assume_role_policy', 'trust') : null;
  const created: Fact = {
    key: principal,
    value: '',
    add: { kind: 'CREATE_PRINCIPAL', principal, document },
    remove: { kind: 'DELETE_PRINCIPAL', principal },
  };
  const boundary = kind === 'group' ? undefined : reader.policyArn(side, 'permissions_boundary');
  return [
    created,
    ...(document === null ? [] : [trustFact(principal, document)]),
    ...(boundary === undefined ? [] : [boundaryFact(principal, boundary)]),
  ];
}

/** Returns the policies that an `aws_iam_role` may hold itself; the provider has deprecated both ways. */
function partsOfRole(reader: ResourceReader, side: Side): Fact[] {
  const holder = reader.iamArn('role', side);
  const attached = isUnset(reader, side, 'managed_policy_arns') ? [] : reader.texts(side, 'managed_policy_arns');
  const inline = isUnset(reader, side, 'inline_policy') ? [] : (side.resource.values.inline_policy as unknown[]);
  return [
    ...attached.map((policy) => attachmentFact(holder, policy)),
    ...inline.flatMap((block, index) => {
      const { name } = block as { name?: unknown };
      const unknown = (side.unknown as Record<string, unknown[]> | null)?.inline_policy?.[index] ?? {};
      const own: Side = { resource: { ...side.resource, values: block as Record<string, unknown> }, unknown };
      if (isUnknown(own, 'name')) throw new Unplaced('the name of an inline_policy is not known before the apply');
      return typeof name === 'string' && name !== '' ? inlineOf(reader, own, holder, name) : [];
    }),
  ];
}

/** Reports whether an optional attribute is missing. The provider computes it then, so that new resources have it as an unknown value. */
function isUnset(reader: ResourceReader, side: Side, attribute: string): boolean {
  if (Array.isArray(side.resource.values[attribute])) return false;
  const isWhole = (side.unknown as Record<string, unknown> | null)?.[attribute] === true;
  if (isUnknown(side, attribute) && (!isWhole || reader.isNamed(side, attribute))) throw new Unplaced(`${attribute} is not known before the apply`);
  return true;
}

function inlineFacts(reader: ResourceReader, side: Side, kind: Kind): Fact[] {
  const holder = reader.principal(kind, side, kind);
  const made = side.resource.address.replace(/[^\w+=,.@-]+/g, '-');
  return inlineOf(reader, side, holder, isUnknown(side, 'name') ? made : (reader.text(side, 'name') ?? made));
}

function inlineOf(reader: ResourceReader, side: Side, holder: string, name: string): Fact[] {
  const document = reader.document(side, 'policy', 'identity');
  if (document === null) return [];
  const edit = { kind: 'SET_INLINE_POLICY', holder, name } as const;
  return [{ key: `${name} of ${holder}`, value: JSON.stringify(document), add: { ...edit, document }, remove: { ...edit, document: null } }];
}

function attachmentFacts(reader: ResourceReader, side: Side, holders: readonly string[]): Fact[] {
  const policy = reader.policyArn(side, 'policy_arn');
  return policy === undefined ? [] : holders.map((holder) => attachmentFact(holder, policy));
}

/** Returns the fact that a policy is attached. */
export function attachmentFact(holder: string, policy: string): Fact {
  return {
    key: `${policy} on ${holder}`,
    value: '',
    add: { kind: 'ATTACH_POLICY', holder, policy },
    remove: { kind: 'DETACH_POLICY', holder, policy },
  };
}

function trustFact(role: string, document: Record<string, unknown>): Fact {
  return { key: `trust of ${role}`, value: JSON.stringify(document), add: { kind: 'SET_TRUST_POLICY', role, document }, remove: null };
}

function boundaryFact(holder: string, policy: string): Fact {
  return {
    key: `boundary of ${holder}`,
    value: policy,
    add: { kind: 'SET_BOUNDARY', holder, policy },
    remove: { kind: 'SET_BOUNDARY', holder, policy: null },
  };
}
