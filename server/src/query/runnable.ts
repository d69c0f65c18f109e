import type { Clause, Privilege, Query } from './ast';
import { statementsOf } from './ast';

/** What of a query the store cannot answer, as it is written; null where everything can be run. It is refused, never guessed. */
export function unsupportedPart({ expression, changedSince }: Query): string | null {
  if (changedSince !== null) return 'changed-since';
  for (const { verb, clauses } of statementsOf(expression)) {
    if (verb?.kind === 'usage') return 'with-usage';
    for (const clause of clauses) {
      const part = unsupportedClause(clause);
      if (part) return part;
    }
  }
  return null;
}

function unsupportedClause(clause: Clause): string | null {
  if (clause.kind === 'scope') return 'with-scope';
  return clause.kind === 'for' ? (clause.anyOf.flat().map(unsupportedPrivilege).find(Boolean) ?? null) : null;
}

function unsupportedPrivilege(privilege: Privilege): string | null {
  if (privilege.kind === 'actions') return 'for action';
  const type = privilege.kind === 'types' ? privilege.types.find((word) => !['read', 'write', 'admin'].includes(word)) : undefined;
  return type ? `for ${type}` : null;
}
