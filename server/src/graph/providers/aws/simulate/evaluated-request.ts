import { Catalogue } from '../../../engine/catalogue/catalogue';
import { Bitset } from '../../../engine/bitset';
import { StatementCompiler } from '../compile/compiled-statement';
import type { PolicyStatement } from '../compile/policy-document';
import { contextOf, type RequestContext } from '../compile/request-context';
import { reduceStatement } from '../compile/reduce-statement';
import type { HeldStatement, Limits, MatchedStatement, ResourceSide } from '../evaluate/access-rule';
import { requiresDelegation } from '../evaluate/delegated-actions';
import { isLimitedByRcps } from '../evaluate/control-policy-services';
import { ALLOW_ALL } from '../evaluate/principal-classes';
import { principalMatches } from '../evaluate/principal-match';
import { isServiceLinked, type Requester } from '../evaluate/requester';
import { requesterKeys } from '../evaluate/requester-keys';
import { resourceKeys } from '../evaluate/resource-keys';
import type { AwsCase, NamedPolicy } from './read-case';

/** The policy and statement of a case. */
export interface CaseSource {
  policy: string;
  statement: PolicyStatement;
}

/** A case in the evaluator's form. Its one action has the number 0. */
export interface EvaluatedRequest {
  identity: HeldStatement<CaseSource>[];
  limits: Limits<CaseSource>;
  applicable: Bitset;
}

/** Compiles the policies of a case for its one action, and decides their conditions from its context. */
export function evaluateRequest(given: AwsCase): EvaluatedRequest {
  const { requester, action, resource } = given;
  const [service = '', name = ''] = action.split(':');
  const compiler = new StatementCompiler(new Catalogue({ services: { [service.toLowerCase()]: { actions: [[name, 'Read', []]], resources: [] } } }));
  const context = contextOfCase(given);
  const hold = (policies: readonly NamedPolicy[]): HeldStatement<CaseSource>[] =>
    policies.flatMap(({ name: policy, document }) =>
      document.statements.flatMap((statement) => {
        if (compiler.actionsOf(statement).isEmpty) return [];
        const left = reduceStatement(compiler.compile(statement, document.allowsVariables), context);
        return left ? [{ statement: left, source: { policy, statement } }] : [];
      }),
    );
  const holdOrNull = (policies: readonly NamedPolicy[] | null): HeldStatement<CaseSource>[] | null => policies && hold(policies);
  const exempt = isServiceLinked(requester);
  const isLimited = requester.accountId !== null && requester.kind !== 'root';
  const hasBoundary = isLimited && given.boundary !== null;
  const applicable = Bitset.of(1, [0]);
  return {
    identity: requester.accountId === null ? [] : hold(requester.kind === 'root' ? [ROOT_USER] : given.identity),
    limits: {
      boundary: isLimited ? holdOrNull(given.boundary) : null,
      session: isLimited ? holdOrNull(given.session) : null,
      scps: exempt || requester.accountId === null ? [] : given.scps.map(hold),
      rcps: exempt || !isLimitedByRcps(service.toLowerCase()) ? [] : given.rcps.map(hold),
      endpoint: given.endpoint && applicableTo(hold(given.endpoint), requester, hasBoundary),
      resource: {
        relation: relationOf(given),
        statements: withoutDeniesForRoot(applicableTo(hold(given.resourcePolicy), requester, hasBoundary), given),
        delegatedActions: requiresDelegation(service.toLowerCase(), resource) ? applicable : null,
      },
    },
    applicable,
  };
}

/** The root user of an account needs no policy. */
const ROOT_USER: NamedPolicy = {
  name: 'the permissions of the root user',
  document: { allowsVariables: false, faults: [], statements: [ALLOW_ALL] },
};

/** Actions with which the root user restores a bucket or queue whose policy denies everyone. */
const UNLOCKING: ReadonlySet<string> = new Set([
  's3:getbucketpolicy',
  's3:putbucketpolicy',
  's3:deletebucketpolicy',
  'sqs:getqueueattributes',
  'sqs:setqueueattributes',
]);

/**
 * Removes denies of the resource policy that the root user of the same account may override.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteBucketPolicy.html
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/id_root-user-privileged-task.html
 */
function withoutDeniesForRoot(
  statements: MatchedStatement<CaseSource>[],
  { requester, action, resourceAccount }: AwsCase,
): MatchedStatement<CaseSource>[] {
  const unlocks = requester.kind === 'root' && requester.accountId === resourceAccount && UNLOCKING.has(action.toLowerCase());
  return unlocks ? statements.filter(({ statement }) => statement.effect === 'Allow') : statements;
}

function contextOfCase({ requester, resource, resourceAccount, context, contextIsComplete }: AwsCase): RequestContext {
  // Many cases have no condition on their action, so the keys wait for the first one.
  let derived: RequestContext | null = null;
  const derive = (): RequestContext =>
    contextOf(Object.assign(requesterKeys(requester), resourceKeys(resource, resourceAccount)), () => (contextIsComplete ? null : undefined));
  return contextOf(context, (key) => (derived ??= derive()).valuesOf(key));
}

function relationOf({ requester, resourceAccount }: AwsCase): ResourceSide<CaseSource>['relation'] {
  if (requester.accountId === null) return 'outside';
  return requester.accountId === resourceAccount ? 'same-account' : 'cross-account';
}

/** Returns the statements that apply to the requester, one per matching principal element. */
function applicableTo(held: readonly HeldStatement<CaseSource>[], requester: Requester, hasBoundary: boolean): MatchedStatement<CaseSource>[] {
  return held.flatMap((one) => principalMatches(one.statement, requester, hasBoundary).map((match) => ({ ...one, match })));
}
