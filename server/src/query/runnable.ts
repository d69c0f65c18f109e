import type { Clause, Privilege, Query } from './ast';
import { statementsOf } from './ast';

/** What of a query the store cannot answer, as it is written; null where everything can be run. It is refused, never guessed. */
export function unsupportedPart({ expression, changedSince }: Query): string | null {
  if (changedSince !== null) return 'changed-since';
  for (const { verb, clauses } of statementsOf(expression)) {
    if (verb?.kind === 'usage') return 'with-usage';
    if (asksGroupBeforeRole(clauses)) return 'via group … via role';
    for (const clause of clauses) {
      const part = unsupportedClause(clause);
      if (part) return part;
    }
  }
  return null;
}

function unsupportedClause(clause: Clause): string | null {
  if (clause.kind === 'usage') return 'with-usage';
  if (clause.kind === 'scope') return 'with-scope';
  return clause.kind === 'for' ? (clause.anyOf.flat().map(unsupportedPrivilege).find(Boolean) ?? null) : null;
}

function unsupportedPrivilege(privilege: Privilege): string | null {
  if (privilege.kind === 'actions') return 'for action';
  const type = privilege.kind === 'types' ? privilege.types.find((word) => !['read', 'write', 'admin'].includes(word)) : undefined;
  return type ? `for ${type}` : null;
}

/** By which group somebody may assume a role is not kept with the way: whether a group comes before the role cannot be told. */
function asksGroupBeforeRole(clauses: readonly Clause[]): boolean {
  const ways = clauses.flatMap((clause) => (clause.kind === 'via' && !clause.negated ? [clause.entity.types ?? []] : []));
  const group = ways.findIndex((types) => types.includes('group'));
  return group >= 0 && ways.slice(group + 1).some((types) => types.includes('role'));
}
