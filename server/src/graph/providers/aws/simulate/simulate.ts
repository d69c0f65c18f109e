import { statementInWords } from '../compile/statement-words';
import { accessConditions } from '../evaluate/access-conditions';
import { needsNoPermission } from '../evaluate/provider-owned';
import type { HeldStatement } from '../evaluate/access-rule';
import { conditionsOn, effectiveActions } from '../evaluate/effective-access';
import type { CaseDecision } from '../../../engine/case-answer';
import type { Fields } from '../../../engine/read-case';
import { readAwsCase, type AwsCase } from './read-case';
import { evaluateRequest, type CaseSource, type EvaluatedRequest } from './evaluated-request';

/**
 * Decides an AWS case with the evaluator that builds the graph.
 * @throws CaseFault where the case is not complete
 */
export function decideAwsCase(given: Fields): CaseDecision {
  const read = readAwsCase(given);
  if (needsNoPermission(read.action.toLowerCase(), read.requester.kind))
    return { decision: 'Allowed', conditions: [], because: [`${read.action} needs no permission.`] };
  const request = evaluateRequest(read);
  const { identity, limits, applicable } = request;
  const { always, conditional, denied } = effectiveActions(identity, limits, applicable, read.resource);
  const deciding = decidingOf(request, read.resource);
  if (!denied.isEmpty) {
    const denies = deciding.filter(({ held: { statement }, conditions }) => statement.effect === 'Deny' && conditions.length === 0);
    return { decision: 'ExplicitlyDenied', conditions: [], because: sentences(denies) };
  }
  const because = sentences(deciding);
  if (!always.isEmpty) return { decision: 'Allowed', conditions: [], because };
  if (conditional.isEmpty) return { decision: 'ImplicitlyDenied', conditions: [], because: [...missing(request, read), ...because] };
  return { decision: 'Conditional', conditions: accessConditions(identity, limits, 0, read.resource) ?? [], because };
}

type Held = HeldStatement<CaseSource>;

/** A statement that applies to the resource, with the conditions under which it does. */
interface Deciding {
  held: Held;
  conditions: readonly string[];
}

/** Returns every statement that may decide the case. All of them are about its action. */
function decidingOf({ identity, limits }: EvaluatedRequest, arn: string): Deciding[] {
  const { boundary, session, scps = [], rcps = [], endpoint, resource } = limits;
  const deciding: Deciding[] = [];
  for (const policies of [...scps, ...rcps, resource?.statements, identity, boundary, session, endpoint])
    for (const held of policies ?? []) {
      const conditions = conditionsOn(held, arn);
      if (conditions !== null) deciding.push({ held, conditions });
    }
  return deciding;
}

function sentences(statements: readonly Deciding[]): string[] {
  const all = statements.map(({ held, conditions }) => {
    const { policy, statement } = held.source;
    const open = conditions.length > 0 ? ' The request decides whether it applies.' : '';
    return `Statement ${statement.index + 1} of ${policy}: ${statementInWords(statement)}${open}`;
  });
  return [...new Set(all)];
}

/** Returns a sentence for each policy that would have had to allow the request and does not. */
function missing({ identity, limits }: EvaluatedRequest, { resource: arn, requester }: AwsCase): string[] {
  const { boundary, session, scps = [], rcps = [], endpoint, resource } = limits;
  const allows = (statements: readonly Held[]): boolean =>
    statements.some((held) => held.statement.effect === 'Allow' && conditionsOn(held, arn) !== null);
  const silent = (statements: readonly Held[] | null | undefined, who: string): string[] => (statements && !allows(statements) ? [who] : []);
  const byResource = silent(resource?.statements, 'The policy of the resource does not allow it.');
  return [
    ...(requester.accountId === null ? [] : silent(identity, 'No identity policy allows it.')),
    ...(resource?.relation === 'same-account' && !resource.delegatedActions ? [] : byResource),
    ...silent(boundary, 'The permissions boundary does not allow it.'),
    ...silent(session, 'The session policy does not allow it.'),
    ...scps.flatMap((level, index) => silent(level, `Level ${index + 1} of the service control policies does not allow it.`)),
    ...rcps.flatMap((level, index) => silent(level, `Level ${index + 1} of the resource control policies does not allow it.`)),
    ...silent(endpoint, 'The VPC endpoint policy does not allow it.'),
  ];
}
