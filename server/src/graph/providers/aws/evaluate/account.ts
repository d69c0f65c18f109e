import type { PolicyDocument } from '../compile/policy-document';
import { PARSED_DOCUMENTS } from '../compile/parsed-documents';
import type { Entity } from '../../../engine/model';
import type { AwsAccount, Principal, Attachment } from '../account-model';
import type { PolicyFact, PolicyKind, SourceFacts } from '../../../engine/source-facts';

const PRINCIPAL_TYPES = ['USER', 'GROUP', 'ROLE'];

const NOBODY_KNOWN: ReadonlyMap<string, string> = new Map();

/**
 * Returns the facts of an AWS account in the form for evaluation: each principal's policies, each role's trust policy, and the resource policies.
 * @param canonicalUsers accounts by S3 canonical user id; a policy that names such an id names the account
 */
export function awsAccount({ accountId, entities, relations, policies }: SourceFacts, canonicalUsers = NOBODY_KNOWN): AwsAccount {
  const byHolder = new Map<string, { kind: PolicyKind; attachment: Attachment }[]>();
  for (const policy of policies) {
    const attachment = toAttachment(policy);
    if (!attachment) continue;
    const held = byHolder.get(policy.holder.nativeId) ?? [];
    byHolder.set(policy.holder.nativeId, held);
    held.push({ kind: policy.kind, attachment });
  }
  const heldBy = (nativeId: string, sought: PolicyKind): Attachment[] =>
    (byHolder.get(nativeId) ?? []).flatMap(({ kind, attachment }) => (kind === sought ? [attachment] : []));
  const groupsOf = new Map<string, string[]>();
  for (const { kind, child, parent } of relations) {
    if (kind !== 'member_of' || parent.uri === undefined) continue;
    const groups = groupsOf.get(child.nativeId) ?? [];
    groupsOf.set(child.nativeId, groups);
    groups.push(parent.uri);
  }
  const acting = entities.filter(isPrincipal);
  const principals = acting.map((entity): Principal => ({
    entity,
    policies: heldBy(entity.nativeId, 'identity'),
    boundary: heldBy(entity.nativeId, 'boundary')[0] ?? null,
    groups: groupsOf.get(entity.nativeId) ?? [],
  }));
  const trusts = acting.flatMap((role) => heldBy(role.nativeId, 'trust').map(({ document }) => ({ role, document })));
  const resourcePolicies = [...byHolder].flatMap(([nativeId]) =>
    heldBy(nativeId, 'resource').map((policy) => ({ nativeId, policy: { ...policy, document: withAccounts(policy.document, canonicalUsers) } })),
  );
  return { accountId, entities, principals, trusts, resourcePolicies };
}

function isPrincipal({ cloudType, type, isIdentity }: Entity): boolean {
  return cloudType === 'AWS' && isIdentity && PRINCIPAL_TYPES.includes(type);
}

function withAccounts(document: PolicyDocument, canonicalUsers: ReadonlyMap<string, string>): PolicyDocument {
  const named = document.statements.some(({ principals }) => principals?.AWS?.some((name) => canonicalUsers.has(name)));
  if (!named) return document;
  const spelled = (name: string): string => (canonicalUsers.has(name) ? `arn:aws:iam::${canonicalUsers.get(name)}:root` : name);
  const statements = document.statements.map((statement) => ({
    ...statement,
    principals: statement.principals && { ...statement.principals, AWS: (statement.principals.AWS ?? []).map(spelled) },
  }));
  return { ...document, statements };
}

function toAttachment({ policyId, name, uri, document: text }: PolicyFact): Attachment | null {
  const document = PARSED_DOCUMENTS.of(text);
  return document ? { policyId, policyName: name, policyUri: uri, document } : null;
}
