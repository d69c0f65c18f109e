import type { Entity } from '../../../engine/model';
import type { PolicyFact } from '../../../engine/source-facts';
import type { AwsAccount, ResourcePolicy } from '../account-model';
import { grantTogether, isPointKey, keysOf, permitting, THROUGH_A_POINT, together } from '../compile/access-points';
import { parsePolicyDocument, type PolicyStatement } from '../compile/policy-document';

/** Returns the access point of a policy fact, which is about the bucket of another account. */
function pointOf({ policyId }: PolicyFact): { arn: string; accountId: string } {
  const arn = policyId.replace(/\/[a-z]+$/, '');
  return { arn, accountId: arn.split(':')[4] ?? '' };
}

/** Returns the account of the access point that a policy fact describes. */
export function ownerOfPoint(fact: PolicyFact): string {
  return pointOf(fact).accountId;
}

/** Reports whether an entity is a bucket of S3, by its ARN. */
export function isBucket(nativeId: string): boolean {
  return /^arn:[^:]+:s3:::[^/]+$/.test(nativeId);
}

/**
 * Adds the policies of access points of other accounts to their buckets: "both the access point and the underlying bucket must permit the request". Where a
 * bucket delegates to an account whose access points are unknown, that account has conditional access.
 * @param points the policies of access points of connected accounts, with the bucket as holder
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-points-policies.html
 */
export function withForeignPoints(account: AwsAccount, points: readonly PolicyFact[]): AwsAccount {
  const buckets = new Map(account.entities.flatMap((one) => (one.type === 'OBJECT_STORE' ? [[one.nativeId, one] as const] : [])));
  const added: ResourcePolicy[] = account.resourcePolicies.flatMap(({ nativeId, policy }) => {
    const bucket = buckets.get(nativeId);
    if (!bucket || policy.policyId !== `${nativeId}/policy`) return [];
    const own = points.filter((point) => point.holder.nativeId === nativeId && ownerOfPoint(point) !== account.accountId);
    const known = new Set(own.map(ownerOfPoint));
    const delegating = policy.document.statements.filter(({ condition }) => keysOf(condition).some(isPointKey));
    const others = delegating.flatMap((statement) => accountsNamed(statement).map((accountId) => ({ accountId, statement })));
    const unknown = others.filter(({ accountId }) => accountId !== account.accountId && !known.has(accountId));
    return [...own.flatMap((point) => granted(point, policy.document.statements, bucket)), ...unknown.flatMap((one) => admitting(one, bucket))];
  });
  return added.length > 0 ? { ...account, resourcePolicies: [...account.resourcePolicies, ...added] } : account;
}

function granted(point: PolicyFact, ofBucket: readonly PolicyStatement[], { nativeId }: Entity): ResourcePolicy[] {
  const { arn, accountId } = pointOf(point);
  const admitted = parsePolicyDocument(point.document)?.statements ?? [];
  const statements = permitting(arn, accountId, ofBucket).flatMap((delegation) =>
    admitted.flatMap((one) => {
      const grant = grantTogether(one, withMembers(delegation, one), arn, nativeId);
      if (!grant) return [];
      const all = [one.condition, grant.ofBucket, ...(grant.isWhole ? [] : [THROUGH_A_POINT])].reduce(together, {});
      return [{ Effect: 'Allow', Principal: grant.principal, Action: grant.actions, Resource: grant.resources, Condition: all }];
    }),
  );
  return toPolicy(nativeId, { policyId: point.policyId, policyName: point.name, policyUri: point.uri }, statements);
}

/** Adds to a delegation the principals of a statement that belong to an account which the delegation names. */
function withMembers(delegation: PolicyStatement, { principals, condition }: PolicyStatement): PolicyStatement {
  const named = delegation.principals?.AWS ?? [];
  const accounts = named.flatMap((name) => /^(?:arn:[^:]+:iam::)?(\d{12})(?::root)?$/.exec(name)?.[1] ?? []);
  const ofAccount = condition.StringEquals?.['aws:PrincipalAccount'];
  const isMember = (name: string): boolean => accounts.includes(name === '*' ? String(ofAccount) : (name.split(':')[4] ?? ''));
  const members = (principals?.AWS ?? []).filter(isMember);
  return members.length > 0 ? { ...delegation, principals: { ...delegation.principals, AWS: [...named, ...members] } } : delegation;
}

/** Returns the access of an account whose access points are unknown: it can make one, and admit whom the delegation names. */
function admitting({ accountId, statement }: { accountId: string; statement: PolicyStatement }, { nativeId, uri }: Entity): ResourcePolicy[] {
  const [, partition = 'aws'] = nativeId.split(':');
  const arn = `arn:${partition}:s3:*:${accountId}:accesspoint/*`;
  const isForEveryone = statement.principals?.AWS?.includes('*') === true;
  const principals = isForEveryone ? { AWS: [`arn:${partition}:iam::${accountId}:root`] } : statement.principals;
  const admits: PolicyStatement = {
    ...statement,
    effect: 'Allow',
    principals,
    actions: ['s3:*'],
    notActions: null,
    resources: ['*'],
    notResources: null,
    condition: {},
  };
  const grant = statement.effect === 'Allow' && !statement.notPrincipals ? grantTogether(admits, statement, arn, nativeId) : null;
  if (!grant) return [];
  const Condition = together(THROUGH_A_POINT, grant.ofBucket);
  return toPolicy(nativeId, { policyId: `${nativeId}/accesspoints/${accountId}`, policyName: `Access points of ${accountId}`, policyUri: uri }, [
    { Effect: 'Allow', Principal: grant.principal, Action: grant.actions, Resource: grant.resources, Condition },
  ]);
}

function toPolicy(nativeId: string, policy: Omit<ResourcePolicy['policy'], 'document'>, statements: readonly object[]): ResourcePolicy[] {
  const document = statements.length > 0 ? parsePolicyDocument({ Version: '2012-10-17', Statement: statements }) : null;
  return document ? [{ nativeId, policy: { ...policy, document } }] : [];
}

/** Returns the accounts to whose access points a statement delegates by name. */
function accountsNamed({ condition }: PolicyStatement): string[] {
  const values = Object.values(condition).flatMap((keys) =>
    Object.entries(keys).flatMap(([key, value]) => (isPointKey(key) ? (Array.isArray(value) ? value : [value]).map(String) : [])),
  );
  const accounts = values.map((value) => (value.startsWith('arn:') ? (value.split(':')[4] ?? '') : value));
  return [...new Set(accounts)].filter((account) => /^\d{12}$/.test(account));
}
