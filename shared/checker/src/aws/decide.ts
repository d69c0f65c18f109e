import { least, most, not, type Truth } from '../truth';
import { conditionsHold } from './conditions';
import { matches, patternTokens, relateArn, textTokens } from './pattern';
import type { Policy, Statement } from './policy';
import { NAMINGS, principalHit, type Naming } from './principals';
import { accountOf, type AwsRequest, type RequestKeys } from './request';
import { fill } from './variables';

/** All policies that decide a request. Null: there is no such limit. */
export interface PoliciesOfRequest {
  identity: readonly Policy[];
  boundary: readonly Policy[] | null;
  session: readonly Policy[] | null;
  /** One list for each level of the organization of the principal's account, from the root. */
  scps: readonly (readonly Policy[])[];
  /** The same for the resource's account. */
  rcps: readonly (readonly Policy[])[];
  endpoint: readonly Policy[] | null;
  resource: readonly Policy[];
}

/** A statement that applies to a request, or may apply. */
export interface Applied {
  policy: string;
  statement: number;
  effect: 'Allow' | 'Deny';
  holds: Truth;
}

/** The word of one layer of policies on a request. */
export interface Layer {
  layer: string;
  allow: Truth;
  deny: Truth;
  by: Applied[];
}

export type Decision = 'allowed' | 'conditional' | 'denied' | 'not allowed';

export interface Decided {
  decision: Decision;
  layers: Layer[];
  /** Request keys that decide a conditional request, sorted. */
  open: string[];
}

/** Services that resource control policies limit. @see https://docs.aws.amazon.com/organizations/latest/userguide/orgs_manage_policies_rcps.html#rcp-supported-services */
const WITH_RCPS = new Set('s3 sts kms sqs secretsmanager ecr aoss cognito-idp cognito-identity logs dynamodb'.split(' '));

const EVERYTHING: Policy = {
  id: 'everything',
  hasVariables: false,
  statements: [
    {
      index: 0,
      effect: 'Allow',
      actions: ['*'],
      notActions: null,
      resources: ['*'],
      notResources: null,
      principals: null,
      isNotPrincipal: false,
      conditions: [],
    },
  ],
};

/**
 * Decides a request by every policy that concerns it.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic-cross-account.html
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/access_policies_boundaries.html
 * @see https://docs.aws.amazon.com/organizations/latest/userguide/orgs_manage_policies_scps_evaluation.html
 * @see https://docs.aws.amazon.com/kms/latest/developerguide/key-policies.html
 */
export function decide(policies: PoliciesOfRequest, request: AwsRequest): Decided {
  const [service = '', operation = ''] = request.action.toLowerCase().split(':');
  const account = accountOf(request.principal);
  const isRoot = account !== null && request.principal.endsWith(':root');
  const isLimited = account !== null && !isRoot;
  const isServiceLinked = request.principal.includes(':role/aws-service-role/');
  const hasBoundary = isLimited && policies.boundary !== null;
  const open = new Set<string>();
  const told: Layer[] = [];
  const layer = (name: string, held: readonly Policy[], naming?: Naming): Layer => {
    const by = held.flatMap((policy) =>
      policy.statements.flatMap((statement): Applied[] => {
        const holds = applies({ policy, statement, request, hasBoundary, open, naming });
        return holds === 'no' ? [] : [{ policy: policy.id, statement: statement.index, effect: statement.effect, holds }];
      }),
    );
    const of = (effect: Applied['effect']): Truth => most(by.filter((one) => one.effect === effect).map(({ holds }) => holds));
    const made = { layer: name, allow: of('Allow'), deny: of('Deny'), by };
    told.push(made);
    return made;
  };

  const identity = account === null ? [] : isRoot ? [EVERYTHING] : policies.identity;
  const own = layer('identity', identity);
  const limits = [
    ...(hasBoundary && policies.boundary ? [layer('boundary', policies.boundary)] : []),
    ...(isLimited && policies.session ? [layer('session', policies.session)] : []),
  ];
  const levels = [
    ...(account === null || isServiceLinked ? [] : policies.scps.map((level, index) => layer(`scp:${index + 1}`, level))),
    ...(isServiceLinked || !WITH_RCPS.has(service) ? [] : policies.rcps.map((level, index) => layer(`rcp:${index + 1}`, level))),
  ];
  const endpoint = policies.endpoint === null ? [] : NAMINGS.map((naming) => layer(`endpoint:${naming}`, policies.endpoint ?? [], naming));
  const [itself, role, byAccount] = NAMINGS.map((naming) => layer(`resource:${naming}`, policies.resource, naming)) as [Layer, Layer, Layer];

  // The root user may delete a bucket policy that denies everyone. https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteBucketPolicy.html
  const unlocks = isRoot && account === request.resourceAccount && service === 's3' && operation === 'deletebucketpolicy';
  const denying = unlocks ? told.filter(({ layer: name }) => !name.startsWith('resource:')) : told;
  const denied = most(denying.map(({ deny }) => deny));

  const within = least(limits.map(({ allow }) => allow));
  const named = most([itself.allow, role.allow, byAccount.allow]);
  let granted: Truth;
  if (account === null) granted = itself.allow;
  else if (account !== request.resourceAccount) granted = least([own.allow, within, named]);
  else {
    const counting = requiresDelegation(service, request.resource) ? least([own.allow, byAccount.allow]) : own.allow;
    granted = most([itself.allow, least([within, most([role.allow, counting])])]);
  }
  const passing = endpoint.length === 0 ? 'yes' : most(endpoint.map(({ allow }) => allow));
  const allowed = least([granted, ...levels.map(({ allow }) => allow), passing]);
  const layers = told.filter(({ layer: name, by }) => by.length > 0 || !/^(?:endpoint|resource):/.test(name));
  const decision = denied === 'yes' ? 'denied' : allowed === 'no' ? 'not allowed' : allowed === 'yes' && denied === 'no' ? 'allowed' : 'conditional';
  return { decision, layers, open: decision === 'conditional' ? [...open].sort() : [] };
}

/** Reports whether a resource policy has to delegate to the account before identity policies count: those of keys and of roles. */
function requiresDelegation(service: string, arn: string): boolean {
  if (service === 'kms') return /^arn:[^:]+:kms:[^:]*:[^:]*:key\//.test(arn);
  return service === 'sts' && /^arn:[^:]+:iam::[^:]*:role\//.test(arn);
}

interface Application {
  policy: Policy;
  statement: Statement;
  request: AwsRequest;
  hasBoundary: boolean;
  open: Set<string>;
  /** Absent: the policy names no principals. */
  naming: Naming | undefined;
}

function applies({ policy, statement, request, hasBoundary, open, naming }: Application): Truth {
  if (!actionHit(statement, request.action)) return 'no';
  const keys = naming !== undefined && statement.effect === 'Allow' ? (request.keysOfAllows ?? request.keys) : request.keys;
  const principal = naming === undefined ? 'yes' : principalHit(statement, request.principal, naming, hasBoundary);
  if (principal === 'no') return 'no';
  const undecided = new Set<string>();
  if (principal === 'unknown') undecided.add('the name of the session');
  const resource = resourceHit(policy, statement, request, keys, undecided);
  if (resource === 'no') return 'no';
  const holds = least([principal, resource, conditionsHold(statement.conditions, keys, policy.hasVariables, undecided)]);
  if (holds === 'unknown') for (const key of undecided) open.add(key);
  return holds;
}

/** Actions ignore case. A pattern names a service and an operation, or is `*`. */
function actionHit({ actions, notActions }: Statement, action: string): boolean {
  const [service = '', operation = ''] = action.toLowerCase().split(':');
  const isIn = (patterns: readonly string[]): boolean =>
    patterns.some((pattern) => {
      const colon = pattern.indexOf(':');
      if (colon < 0) return pattern === '*';
      return matches(pattern.slice(0, colon).toLowerCase(), service) && matches(pattern.slice(colon + 1).toLowerCase(), operation);
    });
  return notActions ? !isIn(notActions) : isIn(actions);
}

function resourceHit(policy: Policy, { resources, notResources }: Statement, request: AwsRequest, keys: RequestKeys, open: Set<string>): Truth {
  const arn = request.form ?? textTokens(request.resource);
  const one = (pattern: string): Truth => {
    if (!policy.hasVariables || !pattern.includes('${')) return relateArn(patternTokens(pattern), arn);
    const filled = fill(pattern, keys);
    if (!filled) return 'no';
    const hit = relateArn(filled.tokens, arn);
    if (hit === 'no' || filled.open.length === 0) return hit;
    for (const key of filled.open) open.add(key);
    return 'unknown';
  };
  return notResources ? not(most(notResources.map(one))) : most(resources.map(one));
}
