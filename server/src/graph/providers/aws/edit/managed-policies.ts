import { EditFailure } from '../../../engine/bundle/bundle-edit';
import { accountOfArn } from '../normalise/facts';
import type { AwsAuthorizationDetails, AwsManagedPolicyRef, AwsPolicy } from '../read/shapes';
import { changePrincipal } from './principals';

const MANAGED = /^arn:[^:]+:iam::(\d{12}|aws):policy\/(?:[^/]+\/)*([^/]+)$/;

/** The place that warnings name for parts of a document that an edit made. */
export const EDITED = { file: 'what-if', place: '' };

/**
 * Sets the document of the default version of a managed policy, creates the policy, or deletes it and detaches it from everybody.
 * @see AWS IAM User Guide, "Managed policies and inline policies": only the owner of a policy can change it
 */
export function setManagedPolicy(
  iam: AwsAuthorizationDetails,
  { policy: arn, document }: { policy: string; document: unknown },
): AwsAuthorizationDetails {
  const [, , name] = MANAGED.exec(arn) ?? [];
  if (name === undefined) throw new EditFailure('This is not the ARN of a managed policy. It looks like arn:aws:iam::123456789012:policy/NAME.');
  if (accountOfArn(arn) === null)
    throw new EditFailure('AWS owns this policy, so nobody else can change it. Detach it, and attach a policy of your own.');
  const index = iam.Policies.findIndex(({ Arn: own }) => own === arn);
  const known = iam.Policies[index];
  if (document === null) return deletePolicy(iam, arn);
  if (known) return { ...iam, Policies: iam.Policies.with(index, withDocument(known, document)) };
  const created: AwsPolicy = {
    origin: EDITED,
    Arn: arn,
    PolicyName: name,
    DefaultVersionId: 'v1',
    AttachmentCount: 0,
    PolicyVersionList: [{ VersionId: 'v1', IsDefaultVersion: true, Document: document }],
  };
  return { ...iam, Policies: [...iam.Policies, created] };
}

/** Attaches a managed policy to a user, group or role. */
export function attachPolicy(iam: AwsAuthorizationDetails, { holder, policy: arn }: { holder: string; policy: string }): AwsAuthorizationDetails {
  const policy = iam.Policies.find(({ Arn: own }) => own === arn);
  if (!policy)
    throw new EditFailure(
      'The bundle has no document of this policy, so its permissions are unknown. An export contains the policies of the account and the AWS managed policies that are attached. Set an inline policy with the document instead.',
    );
  const attached = changePrincipal(iam, holder, (principal) => {
    const refs = principal.AttachedManagedPolicies ?? [];
    if (isAmong(refs, arn)) throw new EditFailure('This policy is attached already. Leave this edit out.');
    return { ...principal, AttachedManagedPolicies: [...refs, { PolicyName: policy.PolicyName ?? arn.split('/').at(-1) ?? arn, PolicyArn: arn }] };
  });
  return countAttachments(attached, arn, 1);
}

/** Detaches a managed policy from a user, group or role. */
export function detachPolicy(iam: AwsAuthorizationDetails, { holder, policy: arn }: { holder: string; policy: string }): AwsAuthorizationDetails {
  const detached = changePrincipal(iam, holder, (principal) => {
    const refs = principal.AttachedManagedPolicies ?? [];
    if (!isAmong(refs, arn)) {
      const names = refs.map(({ PolicyArn: known }) => known).join(', ');
      throw new EditFailure(`This policy is not attached there. ${names ? `Attached are: ${names}.` : 'No managed policy is attached.'}`);
    }
    return { ...principal, AttachedManagedPolicies: refs.filter(({ PolicyArn: known }) => known !== arn) };
  });
  return countAttachments(detached, arn, -1);
}

function deletePolicy(iam: AwsAuthorizationDetails, arn: string): AwsAuthorizationDetails {
  const { UserDetailList: users, RoleDetailList: roles, GroupDetailList: groups, Policies: policies } = iam;
  if (!policies.some(({ Arn: own }) => own === arn)) throw new EditFailure('The account has no managed policy with this ARN to delete.');
  const bounded = [...users, ...roles].find(({ PermissionsBoundary: boundary }) => boundary?.PermissionsBoundaryArn === arn);
  if (bounded) throw new EditFailure(`The policy is the permissions boundary of ${bounded.Arn}, so AWS would not delete it.`);
  const without = <P extends { AttachedManagedPolicies?: AwsManagedPolicyRef[] }>(principals: readonly P[]): P[] =>
    principals.map((one) =>
      isAmong(one.AttachedManagedPolicies ?? [], arn)
        ? { ...one, AttachedManagedPolicies: (one.AttachedManagedPolicies ?? []).filter(({ PolicyArn: known }) => known !== arn) }
        : one,
    );
  return {
    UserDetailList: without(users),
    GroupDetailList: without(groups),
    RoleDetailList: without(roles),
    Policies: policies.filter(({ Arn: own }) => own !== arn),
  };
}

/** Replaces the document of the default version, which is the one in effect. */
function withDocument(policy: AwsPolicy, document: unknown): AwsPolicy {
  const versions = policy.PolicyVersionList ?? [];
  const marked = versions.findIndex(({ IsDefaultVersion: isDefault }) => isDefault === true);
  const index = marked >= 0 ? marked : versions.findIndex(({ VersionId: id }) => id !== undefined && id === policy.DefaultVersionId);
  const version = versions[index];
  if (!version) return { ...policy, PolicyVersionList: [...versions, { IsDefaultVersion: true, Document: document }] };
  return { ...policy, PolicyVersionList: versions.with(index, { ...version, Document: document }) };
}

/** Changes the number of attachments of a managed policy. */
export function countAttachments(iam: AwsAuthorizationDetails, arn: string, by: 1 | -1): AwsAuthorizationDetails {
  const change = (policy: AwsPolicy): AwsPolicy =>
    policy.Arn === arn && policy.AttachmentCount !== undefined ? { ...policy, AttachmentCount: Math.max(0, policy.AttachmentCount + by) } : policy;
  return { ...iam, Policies: iam.Policies.map(change) };
}

function isAmong(refs: readonly AwsManagedPolicyRef[], arn: string): boolean {
  return refs.some(({ PolicyArn: known }) => known === arn);
}
