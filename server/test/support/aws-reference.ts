import { arnMatches, conditionHolds, fill, least, most, wild, type ReferenceContext, type Sure } from './aws-reference-conditions';

/**
 * A slow, obvious evaluator of AWS policies, written from "Policy evaluation logic" and "Cross-account policy evaluation logic" of the IAM User
 * Guide, "SCP evaluation" and "RCP evaluation" of the Organizations User Guide and "Key policies" of the KMS Developer Guide. It answers for
 * one request at a time and shares nothing with the engine that it checks.
 */
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

const SERVICES_WITH_RCPS = 's3 sts kms sqs secretsmanager ecr aoss cognito-idp cognito-identity logs dynamodb'.split(' ');

/** How a statement names a principal: itself or everyone, its role, or its account. */
type Naming = 'itself' | 'role' | 'account';

export function referenceDecision(given: ReferenceCase): 'Allowed' | 'ImplicitlyDenied' | 'ExplicitlyDenied' | 'Conditional' {
  const { request } = given;
  const [service = '', operation = ''] = request.action.split(':');
  // Users of an identity provider call STS without credentials of an account.
  const account = /^arn:aws:(?:iam|sts)::(\d{12}):(?!saml-provider|oidc-provider)/.exec(request.principal)?.[1] ?? null;
  const isRoot = request.principal.endsWith(':root');
  const isServiceLinked = request.principal.includes(':role/aws-service-role/');
  const says = (effect: 'Allow' | 'Deny', policies: ReferencePolicy[], naming?: Naming): Sure =>
    most(
      policies.flatMap((policy) =>
        policy.Statement.map((statement) => (statement.Effect === effect ? applies(policy, statement, request, boundary !== null, naming) : 0)),
      ),
    );

  // Operations without permissions: https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html
  if (request.action === 'sts:GetCallerIdentity' && account !== null) return 'Allowed';

  // The policies that apply at all.
  const full: ReferencePolicy = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: '*', Resource: '*' }] };
  const identity = account === null ? [] : isRoot ? [full] : given.identity;
  const limited = account !== null && !isRoot;
  const boundary = limited && given.boundary ? [given.boundary] : null;
  const session = limited && given.session ? [given.session] : null;
  const scps = account === null || isServiceLinked ? [] : given.scps;
  // https://docs.aws.amazon.com/organizations/latest/userguide/orgs_manage_policies_rcps.html#rcp-supported-services
  const rcps = isServiceLinked || !SERVICES_WITH_RCPS.includes(service) ? [] : given.rcps;
  const resource = given.resource ? [given.resource] : [];
  const namings: Naming[] = ['itself', 'role', 'account'];

  // The root user can delete a bucket policy that denies everyone: https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteBucketPolicy.html
  const unlocks = isRoot && account === request.resourceAccount && service === 's3' && operation === 'DeleteBucketPolicy';

  // 1. An explicit deny in any policy.
  const denied = most([
    says('Deny', [...identity, ...(boundary ?? []), ...(session ?? []), ...scps.flat(), ...rcps.flat()]),
    ...namings.flatMap((naming) => [unlocks ? 0 : says('Deny', resource, naming), says('Deny', given.endpoint, naming)]),
  ]);
  if (denied === 2) return 'ExplicitlyDenied';

  // 2. Every level of the organization, for the principal and for the resource, and the endpoint.
  const levels = least([...scps, ...rcps].map((level) => says('Allow', level)));
  const endpoint = given.endpoint.length === 0 ? 2 : most(namings.map((naming) => says('Allow', given.endpoint, naming)));

  // 3. Identity and resource policies within boundary and session policy.
  const own = says('Allow', identity);
  const within = least([boundary ? says('Allow', boundary) : 2, session ? says('Allow', session) : 2]);
  const [itself, role, byAccount] = [says('Allow', resource, 'itself'), says('Allow', resource, 'role'), says('Allow', resource, 'account')];
  let granted: Sure;
  if (account === null) granted = itself;
  else if (account !== request.resourceAccount) granted = least([own, within, most([itself, role, byAccount])]);
  else {
    const isKey = service === 'kms' && request.resource.includes(':key/');
    const isRole = service === 'sts' && request.resource.includes(':role/');
    const ownCounts = isKey || isRole ? least([own, byAccount]) : own;
    granted = most([itself, least([within, most([role, ownCounts])])]);
  }
  const allowed = least([granted, levels, endpoint]);
  if (allowed === 0) return 'ImplicitlyDenied';
  return allowed === 2 && denied === 0 ? 'Allowed' : 'Conditional';
}

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

/** @param naming only as far as the statement names the principal in this way; left out: principals do not matter */
function applies(policy: ReferencePolicy, statement: ReferenceStatement, request: ReferenceRequest, hasBoundary: boolean, naming?: Naming): Sure {
  const variables = policy.Version === '2012-10-17';
  const hitsAction = (patterns: string | string[]): boolean =>
    [patterns].flat().some((pattern) => pattern === '*' || wild(pattern, 'i').test(request.action));
  const action = statement.Action ? hitsAction(statement.Action) : !hitsAction(statement.NotAction ?? []);
  if (!action) return 0;
  const hitsResource = (patterns: string | string[]): Sure => most([patterns].flat().map((pattern) => resourceHit(pattern, request, variables)));
  const resource = statement.NotResource ? ((2 - hitsResource(statement.NotResource)) as Sure) : hitsResource(statement.Resource ?? '*');
  const principal = naming ? principalHit(statement, request.principal, naming, hasBoundary) : 2;
  return least([resource, principal, conditionHolds(statement.Condition, request.context, variables)]);
}

function resourceHit(pattern: string, request: ReferenceRequest, variables: boolean): Sure {
  if (!variables || !pattern.includes('${')) return arnMatches(pattern, request.resource) ? 2 : 0;
  const filled = fill(pattern, request.context, true);
  if (!filled || !arnMatches(filled.text, request.resource)) return 0;
  return filled.open ? 1 : 2;
}

function principalHit(statement: ReferenceStatement, principal: string, naming: Naming, hasBoundary: boolean): Sure {
  if (statement.NotPrincipal) {
    const hits = (wanted: Naming): Sure => nameHit(statement.NotPrincipal ?? {}, principal, wanted);
    if (naming !== 'itself') return 0;
    if (statement.Effect === 'Allow') return hits('itself') + hits('role') + hits('account') > 0 ? 0 : 2;
    // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_notprincipal.html: a boundary voids the exemption, and without the
    // account the policy might deny the named principal too.
    if (hasBoundary) return 2;
    const isRole = /:iam::\d{12}:role\//.test(principal);
    const spared = most([hits('itself'), isRole ? hits('role') : 0, principal.endsWith(':root') ? hits('account') : 0]);
    const isInAccount = /::\d{12}:/.test(principal);
    return (2 - (isInAccount && hits('account') === 0 ? Math.min(spared, 1) : spared)) as Sure;
  }
  if (statement.Principal === undefined) return 0;
  return nameHit(statement.Principal === '*' ? { AWS: '*' } : statement.Principal, principal, naming);
}

function nameHit(names: Record<string, string | string[]>, principal: string, naming: Naming): Sure {
  return most(
    Object.entries(names).flatMap(([kind, list]) =>
      [list].flat().map((name): Sure => {
        if (kind === 'Service' || kind === 'Federated') return naming === 'itself' && name === principal ? 2 : 0;
        if (kind !== 'AWS') return 0;
        if (name === '*') return naming === 'itself' ? 2 : 0;
        const [, account, type, rest = ''] = /^arn:aws:(?:iam|sts)::(\d{12}):([a-z-]+)\/?(.*)$/.exec(principal) ?? [];
        if (account === undefined) return 0;
        if (name === account || name === `arn:aws:iam::${account}:root`) return naming === 'account' ? 2 : 0;
        if (type === 'user') return naming === 'itself' && name === principal ? 2 : 0;
        const roleName = type === 'role' ? rest.split('/').at(-1) : rest.split('/')[0];
        if (type === 'assumed-role') {
          if (name === principal) return naming === 'itself' ? 2 : 0;
          const isRole = name.startsWith(`arn:aws:iam::${account}:role/`) && name.split('/').at(-1) === roleName;
          return isRole && naming === 'role' ? 2 : 0;
        }
        if (type !== 'role') return 0;
        if (name === principal) return naming === 'role' ? 2 : 0;
        // The statement names one session of the role; it is unknown whether that session makes the request.
        return naming === 'itself' && name.startsWith(`arn:aws:sts::${account}:assumed-role/${roleName}/`) ? 1 : 0;
      }),
    ),
  );
}
