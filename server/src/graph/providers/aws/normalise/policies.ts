import { parsePolicyDocument } from '../compile/policy-document';
import type { Entity } from '../../../engine/model';
import type { AccountDraft } from './account-draft';
import { accountOfArn, isoDate, tagsOf, warnOfOtherAccount } from './facts';
import type { AwsInlinePolicy, AwsManagedPolicyRef, AwsPolicy, AwsPolicyVersion } from '../read/shapes';
import type { Origin } from '../read/common-shapes';

/** Adds managed policies with the document of their default version. AWS managed policies belong to no account, so the account cannot change them. */
export function addManagedPolicies(draft: AccountDraft, policies: readonly AwsPolicy[]): void {
  for (const policy of policies) addManagedPolicy(draft, policy);
}

function addManagedPolicy(draft: AccountDraft, policy: AwsPolicy): void {
  const { origin, Arn: arn = '' } = policy;
  // The ARN holds the path and the name too.
  const [, ownPath = '/', ownName] = /:policy(\/(?:[^/]+\/)*)([^/]+)$/.exec(arn) ?? [];
  const { PolicyName: name = ownName, Path: path = ownPath } = policy;
  if (!arn || !name) return draft.warn(origin, '', 'A policy without an Arn was left out. The Arn identifies it.');
  const owner = accountOfArn(arn);
  if (owner !== null) warnOfOtherAccount(draft, origin, `policy ${name}`, owner);
  const versions = policy.PolicyVersionList ?? [];
  const marked = versions.findIndex(({ IsDefaultVersion: isDefault }) => isDefault === true);
  const index = marked >= 0 ? marked : versions.findIndex(({ VersionId: id }) => id !== undefined && id === policy.DefaultVersionId);
  if (index < 0) return draft.warn(origin, '/PolicyVersionList', `The policy ${name} has no default version in the dump and was left out.`);
  const document = draft.document(versions[index]?.Document, origin, `/PolicyVersionList/${index}/Document`);
  if (!document) return;
  const entity = draft.add({
    type: 'POLICY',
    id: `${path.slice(1)}${name}`,
    nativeId: arn,
    name,
    isIdentity: false,
    isResource: owner !== null,
    attributes: {
      policytype: owner === null ? 'aws' : 'customer',
      path,
      attachments: policy.AttachmentCount ?? 0,
      ...isoDate('created', policy.CreateDate),
      ...isoDate('updated', policy.UpdateDate),
      // A dump of AWS managed policies holds the default version alone.
      ...(owner === null ? {} : { versions: versions.map(versionOf) }),
      ...tagsOf(policy.Tags),
    },
  });
  if (!entity) return draft.warn(origin, '', `The policy ${name} appears twice in the dump. The first entry is used.`);
  draft.addPolicy({ policyId: arn, policyName: name, policyUri: entity.uri, document });
}

/** Adds a policy version without its document. Whoever may set the default version can activate any of them. */
function versionOf({ VersionId: id, IsDefaultVersion: isDefault, CreateDate: created }: AwsPolicyVersion): Record<string, unknown> {
  return { ...(id ? { id } : {}), default: isDefault === true, ...isoDate('created', created) };
}

/** Attaches the managed policies of a principal, as far as the dump holds their documents. */
export function attachManaged(draft: AccountDraft, holder: Entity, refs: readonly AwsManagedPolicyRef[], origin: Origin): void {
  refs.forEach(({ PolicyArn: arn = '', PolicyName: name }, index) => {
    const policy = draft.findPolicy(arn);
    if (policy) return draft.attach(policy, holder, 'identity');
    const message = `The policy ${name ?? arn} is attached to ${holder.name}, but its document is not in the dump. Its permissions are missing.`;
    draft.warn(origin, `/AttachedManagedPolicies/${index}`, message);
  });
}

/** Attaches the inline policies of a principal. `list` is the field that holds them. */
export function attachInline(draft: AccountDraft, holder: Entity, policies: readonly AwsInlinePolicy[], origin: Origin, list: string): void {
  policies.forEach(({ PolicyName: name = 'inline', PolicyDocument: raw }, index) => {
    const document = draft.document(raw, origin, `/${list}/${index}/PolicyDocument`);
    if (document) draft.attach({ policyId: `${holder.nativeId}/${name}`, policyName: name, policyUri: holder.uri, document }, holder, 'identity');
  });
}

/**
 * Attaches the permissions boundary of a principal. A boundary without a document in the dump allows nothing. Leaving it out would report access that
 * the principal may not have.
 */
export function attachBoundary(draft: AccountDraft, holder: Entity, arn: string | undefined, origin: Origin): void {
  if (!arn) return;
  const policy = draft.findPolicy(arn);
  if (policy) return draft.attach(policy, holder, 'boundary');
  const message = `The permissions boundary ${arn} of ${holder.name} is not in the dump. It is evaluated as allowing nothing.`;
  draft.warn(origin, '/PermissionsBoundary', message);
  const nothing = parsePolicyDocument({ Version: '2012-10-17', Statement: [] });
  const policyName = arn.split('/').at(-1) ?? arn;
  if (nothing) draft.attach({ policyId: `${holder.nativeId}/boundary`, policyName, policyUri: holder.uri, document: nothing }, holder, 'boundary');
}
