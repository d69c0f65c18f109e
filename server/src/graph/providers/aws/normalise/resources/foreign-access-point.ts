import { keysOf, pointActions, THROUGH_A_POINT, together } from '../../compile/access-points';
import { NARROWING } from '../../compile/narrowing-keys';
import type { PolicyDocument, PolicyStatement } from '../../compile/policy-document';
import type { Origin } from '../../read/common-shapes';
import type { AwsAccessPoint } from '../../read/data-shapes';
import type { AccountDraft } from '../account-draft';
import { identityStatementsOn } from './access-point-identities';

/** An access point with its policy. */
export interface Point extends AwsAccessPoint {
  arn: string;
  /** Null: it has none, so that only identity policies of its account allow requests through it. */
  policy: PolicyDocument | null;
}

type Conditions = PolicyStatement['condition'];

/** A statement about an access point, as a policy document has it. */
interface Admitted {
  Effect: 'Allow';
  Principal: { AWS: string[] };
  Action: string[];
  Resource: string[];
  Condition: Conditions;
}

/** Reports whether the policy of an access point also denies something, which limits only requests through it. */
export function hasDeny({ policy }: Point): boolean {
  return policy?.statements.some(({ effect }) => effect === 'Deny') === true;
}

/** Returns the condition that requests come from the virtual network of an access point, if it has one. */
export function networkOf({ VpcConfiguration: network }: Point): Conditions[] {
  return network?.VpcId ? [{ StringEquals: { 'aws:SourceVpc': network.VpcId } }] : [];
}

/**
 * Attaches to a bucket of another account what an access point of this account admits: the statements of its own policy, and those of identity
 * policies of the account. The bucket policy must allow the same, so the evaluation of the bucket's account decides. The documentation does not
 * say whether a principal needs an identity policy beside the policy of the access point, so access by that policy alone is conditional.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-points-policies.html
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/creating-access-points.html
 */
export function attachForeignPoint(draft: AccountDraft, point: Point, origin: Origin): void {
  const { arn, Name: name = '', Bucket: bucketName = '' } = point;
  const bucket = `arn:${arn.split(':')[1]}:s3:::${bucketName}`;
  const statements = [
    ...(point.policy?.statements ?? []).map((statement) => ({ statement, isSure: false })),
    ...identityStatementsOn(arn, bucket, draft, { alsoInBucket: true }),
  ].flatMap(({ statement, isSure }) => admitted(statement, isSure && !hasDeny(point), point));
  const isOwn = (name: string): boolean => new RegExp(`^arn:[^:]+:iam::${draft.accountId}:(?:user|role)/`).test(name);
  // Principals that the policy names by their account need an identity policy, and these policies are among the statements.
  const isAccount = (name: string): boolean => name === draft.accountId || name.endsWith(`:iam::${draft.accountId}:root`);
  const attach = (id: string, part: (statement: Admitted) => Admitted[]): void => {
    const parts = statements.flatMap(part).filter(({ Principal }) => Principal.AWS.length > 0);
    const document = parts.length > 0 || id === 'policy' ? draft.document({ Version: '2012-10-17', Statement: parts }, origin, '') : null;
    if (document)
      draft.attach({ policyId: `${arn}/${id}`, policyName: `Access point ${name}`, policyUri: '', document }, { nativeId: bucket }, 'access_point');
  };
  const naming = (statement: Admitted, wanted: (name: string) => boolean): Admitted => ({
    ...statement,
    Principal: { AWS: statement.Principal.AWS.filter(wanted) },
  });
  // Evaluation knows grants by this id: they name users and roles that need no policy about the bucket itself.
  attach('grants', (statement) => [
    naming(statement, isOwn),
    {
      ...naming(statement, (one) => one === '*'),
      Condition: together(statement.Condition, { StringEquals: { 'aws:PrincipalAccount': draft.accountId } }),
    },
  ]);
  // An access point that admits nobody is known, too.
  attach('policy', (statement) => [naming(statement, (one) => !isOwn(one) && !isAccount(one))]);
}

function admitted(one: PolicyStatement, isSure: boolean, point: Point): Admitted[] {
  const { arn } = point;
  const Action = pointActions(one.actions ?? ['s3:*'], ['s3:*']);
  const Principal = one.principals?.AWS ?? [];
  if (one.effect !== 'Allow' || one.notPrincipals || Action.length === 0 || Principal.length === 0) return [];
  const isWhole = !one.notActions && !one.notResources;
  const isOpen = Principal.includes('*') && !keysOf(one.condition).some((key) => NARROWING.test(key.toLowerCase()));
  const all = [
    one.condition,
    ...(isWhole && isSure ? [] : [THROUGH_A_POINT]),
    ...networkOf(point),
    ...(isOpen && point.PublicAccessBlockConfiguration?.RestrictPublicBuckets
      ? [{ StringEquals: { 'aws:PrincipalAccount': arn.split(':')[4] } }]
      : []),
  ].reduce(together, {});
  const Resource = one.resources ?? [arn, `${arn}/object/*`];
  return [{ Effect: 'Allow', Principal: { AWS: Principal }, Action, Resource, Condition: all }];
}
