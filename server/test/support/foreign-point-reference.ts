import { referenceDecision, type ReferenceCase, type ReferencePoint, type ReferencePolicy, type ReferenceContext } from './aws-reference';

type Decision = ReturnType<typeof referenceDecision>;

const SURENESS: Readonly<Record<Decision, number>> = { ExplicitlyDenied: 0, ImplicitlyDenied: 0, Conditional: 1, Allowed: 2 };

/** The operations of the tests that access points support: https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-points-service-api-support.html */
const THROUGH_POINTS = ['s3:GetObject', 's3:PutObject', 's3:PutObjectAcl', 's3:ListBucket'];

const EVERYTHING: ReferencePolicy = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: '*', Resource: '*' }] };

/**
 * Returns how sure a principal may use a bucket of another account through an access point of its own account: 0 not, 1 under conditions, 2 always.
 * "Both the access point and the underlying bucket must permit the request." Within the account of the access point, its policy or an identity policy
 * suffices; the bucket policy must allow the request from this access point. The documentation does not say whether the policy of the access point
 * suffices without an identity policy where the bucket belongs to another account, so that is 1.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-points-policies.html
 */
export function referenceForeignAccess(given: ReferenceCase, { arn, account, policy }: ReferencePoint): number {
  const { request } = given;
  if (!THROUGH_POINTS.includes(request.action)) return 0;
  const slash = request.resource.indexOf('/');
  const asked = slash < 0 ? arn : `${arn}/object${request.resource.slice(slash)}`;
  const onPoint = { ...given, request: { ...request, resource: asked, resourceAccount: account } };
  const [byBoth, byIdentity] = [
    { ...onPoint, resource: policy },
    { ...onPoint, resource: null },
  ].map((one) => SURENESS[referenceDecision(one)]);
  const keys: ReferenceContext = new Map([...request.context, ['s3:dataaccesspointarn', [arn]], ['s3:dataaccesspointaccount', [account]]]);
  // Identity policies are about the access point. Their denies count for the bucket too.
  const open = { ...given, identity: [...given.identity, EVERYTHING], request: { ...request, context: keys } };
  const onBucket = SURENESS[referenceDecision(open)];
  return Math.min(byBoth ?? 0, onBucket, byIdentity === 2 ? 2 : 1);
}
