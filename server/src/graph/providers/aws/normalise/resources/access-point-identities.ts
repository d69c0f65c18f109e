import { inBucket } from '../../compile/access-points';
import { parsePolicyDocument, type PolicyStatement } from '../../compile/policy-document';
import { matchesWildcard } from '../../../../engine/wildcard';
import type { AccountDraft } from '../account-draft';

/** A statement that allows requests through an access point, with its principals. */
export interface IdentityStatement {
  statement: PolicyStatement;
  /** False: a permissions boundary or a deny of the principal may limit requests through the access point. */
  isSure: boolean;
}

/**
 * Returns the statements of the account's identity policies that allow an access point but not its bucket. A principal of the account of the access
 * point needs only one of both policies: its own or that of the access point. Statements that cover the bucket as well allow it without access point.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-points-policies.html
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html
 */
export function identityStatementsOn(
  point: string,
  bucket: string,
  draft: AccountDraft,
  { alsoInBucket = false }: { alsoInBucket?: boolean } = {},
): IdentityStatement[] {
  const held = [...draft.attached].filter(({ kind }) => kind === 'identity');
  const statementsOf = held.map((policy) => ({
    holder: policy.holder.nativeId,
    statements: parsePolicyDocument(policy.document)?.statements ?? [],
  }));
  return statementsOf.flatMap(({ holder, statements }) =>
    statements.flatMap((statement) => {
      if (statement.effect !== 'Allow') return [];
      const resources = alsoInBucket ? onPoint(statement, point, bucket) : onPointOnly(statement, point, bucket);
      if (resources !== null && resources.length === 0) return [];
      return actingAs(holder, draft).map((principal) => {
        const own = new Set([principal, ...groupsOf(principal, draft)]);
        const denies = statementsOf.filter((one) => own.has(one.holder)).flatMap((one) => one.statements.filter(({ effect }) => effect === 'Deny'));
        const isSure = draft.find(principal)?.attributes.boundary !== true && !denies.some((deny) => onPointOnly(deny, point, bucket)?.length !== 0);
        return { statement: { ...statement, resources, principals: { AWS: [principal] } }, isSure };
      });
    }),
  );
}

/** Returns the resources of a statement that cover an access point. Null: the statement leaves other resources out. */
function onPoint({ resources, notResources }: PolicyStatement, point: string, bucket: string): string[] | null {
  const covers = (pattern: string): boolean => inBucket(pattern, point, bucket).length > 0;
  if (notResources) return notResources.some(covers) ? [] : null;
  return (resources ?? []).filter(covers);
}

/** Returns the resources of a statement that cover an access point and not its bucket. Null: the statement leaves other resources out. */
function onPointOnly({ resources, notResources }: PolicyStatement, point: string, bucket: string): string[] | null {
  const onPoint = (pattern: string): boolean => inBucket(pattern, point, bucket).length > 0;
  const onBucket = (pattern: string): boolean =>
    matchesWildcard(pattern, bucket) || pattern.startsWith(`${bucket}/`) || (pattern.endsWith('*') && matchesWildcard(pattern, `${bucket}/x`));
  if (notResources) return notResources.some(onBucket) && !notResources.some(onPoint) ? null : [];
  return (resources ?? []).filter((pattern) => onPoint(pattern) && !onBucket(pattern));
}

/** Returns the principals that hold a policy: the members of a group, or the holder. */
function actingAs(holder: string, draft: AccountDraft): string[] {
  const type = draft.find(holder)?.type;
  if (type === 'USER' || type === 'ROLE') return [holder];
  return type === 'GROUP' ? memberships(draft).flatMap(({ child, parent }) => (parent.nativeId === holder ? [child.nativeId] : [])) : [];
}

function groupsOf(principal: string, draft: AccountDraft): string[] {
  return memberships(draft).flatMap(({ child, parent }) => (child.nativeId === principal ? [parent.nativeId] : []));
}

function memberships({ relations }: AccountDraft): { child: { nativeId: string }; parent: { nativeId: string } }[] {
  return [...relations].filter(({ kind }) => kind === 'member_of');
}
