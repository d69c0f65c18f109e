import { decide, type Policy, readPolicy } from '@cam/checker';

/** Values of request keys, by key in lower case. Null: known to be absent. A key without an entry: unknown. */
export type ReferenceContext = Map<string, string[] | null>;

export interface ReferenceStatement {
  Effect: 'Allow' | 'Deny';
  Action?: string | string[];
  NotAction?: string | string[];
  Resource?: string | string[];
  NotResource?: string | string[];
  Principal?: '*' | Record<string, string | string[]>;
  NotPrincipal?: Record<string, string | string[]>;
  Condition?: Record<string, Record<string, unknown>>;
}

export interface ReferencePolicy {
  Version: string;
  Statement: ReferenceStatement[];
}

export interface ReferenceRequest {
  /** The ARN of a user, role or session, a service principal, an identity provider as a trust policy names it, or "*anonymous*". */
  principal: string;
  action: string;
  resource: string;
  resourceAccount: string;
  context: ReferenceContext;
}

export interface ReferenceCase {
  identity: ReferencePolicy[];
  boundary: ReferencePolicy | null;
  session: ReferencePolicy | null;
  scps: ReferencePolicy[][];
  rcps: ReferencePolicy[][];
  endpoint: ReferencePolicy[];
  resource: ReferencePolicy | null;
  request: ReferenceRequest;
}

/**
 * Decides a request by the checker of proofs, which shares nothing with the engine.
 * @param checker another checker than that of the product
 */
export function referenceDecision(
  given: ReferenceCase,
  checker = { decide, readPolicy },
): 'Allowed' | 'ImplicitlyDenied' | 'ExplicitlyDenied' | 'Conditional' {
  const { request } = given;
  // Operations without permissions: https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html
  if (request.action === 'sts:GetCallerIdentity' && /:(?:iam|sts)::\d{12}:(?!saml-provider|oidc-provider)/.test(request.principal)) return 'Allowed';
  const of = (policies: readonly ReferencePolicy[]): Policy[] =>
    policies.map((policy, index) => checker.readPolicy(`policy ${index}`, JSON.stringify(policy)) as Policy);
  const limit = (policy: ReferencePolicy | null): Policy[] | null => policy && of([policy]);
  const { decision } = checker.decide(
    {
      identity: of(given.identity),
      boundary: limit(given.boundary),
      session: limit(given.session),
      scps: given.scps.map(of),
      rcps: given.rcps.map(of),
      endpoint: given.endpoint.length > 0 ? of(given.endpoint) : null,
      resource: given.resource ? of([given.resource]) : [],
    },
    { ...request, keys: { valuesOf: (key) => request.context.get(key) } },
  );
  return DECISIONS[decision];
}

const DECISIONS = { allowed: 'Allowed', conditional: 'Conditional', denied: 'ExplicitlyDenied', 'not allowed': 'ImplicitlyDenied' } as const;

export interface ReferencePoint {
  arn: string;
  account: string;
  policy: ReferencePolicy | null;
}

/** The operations of the tests that access points support: https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-points-service-api-support.html */
const THROUGH_POINTS = ['s3:GetObject', 's3:PutObject', 's3:PutObjectAcl', 's3:ListBucket'];

const BY_SURENESS = ['ExplicitlyDenied', 'ImplicitlyDenied', 'Conditional', 'Allowed'] as const;

/**
 * Decides a request to a bucket, or to an object in it, that goes through an access point. "Both the access point and the underlying bucket must permit
 * the request": the access point is the resource for its own policy and for identity policies, and the bucket policy sees which one it is.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-points-policies.html
 */
export function referenceDecisionThrough(given: ReferenceCase, { arn, account, policy }: ReferencePoint): (typeof BY_SURENESS)[number] {
  const { request } = given;
  if (!THROUGH_POINTS.includes(request.action)) return 'ImplicitlyDenied';
  const slash = request.resource.indexOf('/');
  const asked = slash < 0 ? arn : `${arn}/object${request.resource.slice(slash)}`;
  const onPoint = referenceDecision({ ...given, resource: policy, request: { ...request, resource: asked } });
  const keys: ReferenceContext = new Map([...request.context, ['s3:dataaccesspointarn', [arn]], ['s3:dataaccesspointaccount', [account]]]);
  const onBucket = referenceDecision({ ...given, request: { ...request, context: keys } });
  return BY_SURENESS[Math.min(BY_SURENESS.indexOf(onPoint), BY_SURENESS.indexOf(onBucket))] ?? 'ImplicitlyDenied';
}
