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
  if (!denied.isEmpty) return { decision: 'ExplicitlyDenied', conditions: [], because: sentences(denies(request, read), read.resource) };
  const deciding = sentences(
    allStatements(request).filter((held) => applies(held, read.resource)),
    read.resource,
  );
  if (!always.isEmpty) return { decision: 'Allowed', conditions: [], because: deciding };
  if (conditional.isEmpty) return { decision: 'ImplicitlyDenied', conditions: [], because: [...missing(request, read), ...deciding] };
  return { decision: 'Conditional', conditions: accessConditions(identity, limits, 0, read.resource) ?? [], because: deciding };
}

type Held = HeldStatement<CaseSource>;

/** Returns every statement that may decide the case. */
function allStatements({ identity, limits }: EvaluatedRequest): Held[] {
  const { boundary, session, scps = [], rcps = [], endpoint, resource } = limits;
  return [...scps.flat(), ...rcps.flat(), ...(resource?.statements ?? []), ...identity, ...(boundary ?? []), ...(session ?? []), ...(endpoint ?? [])];
}

function applies(held: Held, arn: string): boolean {
  return held.statement.actions.has(0) && conditionsOn(held, arn) !== null;
}

function denies(request: EvaluatedRequest, { resource }: AwsCase): Held[] {
  return allStatements(request).filter(
    (held) => held.statement.effect === 'Deny' && applies(held, resource) && conditionsOn(held, resource)?.length === 0,
  );
}

function sentences(statements: readonly Held[], arn: string): string[] {
  const all = statements.map((held) => {
    const { policy, statement } = held.source;
    const open = conditionsOn(held, arn)?.length ? ' The request decides whether it applies.' : '';
    return `Statement ${statement.index + 1} of ${policy}: ${statementInWords(statement)}${open}`;
  });
  return [...new Set(all)];
}

/** Returns a sentence for each policy that would have had to allow the request and does not. */
function missing({ identity, limits }: EvaluatedRequest, { resource: arn, requester }: AwsCase): string[] {
  const { boundary, session, scps = [], rcps = [], endpoint, resource } = limits;
  const allows = (statements: readonly Held[]): boolean => statements.some((held) => held.statement.effect === 'Allow' && applies(held, arn));
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
