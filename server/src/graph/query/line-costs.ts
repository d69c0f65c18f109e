import type { QueryScope } from './bind-scope';
import { comparesAccounts, readsGrants } from './path-conditions';
import { isBroadObject } from './paths-to';
import { isPattern } from './sql-conditions';
import type { LineThings, WordLine } from './words';

/** Returns why a part of a query may be slow; empty for a fast one. The reasons are those by which `plan.ts` chooses a plan. */
export function costOf({ things, statement, clause, text }: WordLine, scope: QueryScope): string {
  if (text.startsWith('changed-since ')) return 'Compares the access of each changed identity on both days. A page may take up to 10 seconds.';
  if (things && things.kind !== 'actions' && hasOpenBeginning(things))
    return 'Compares all names, as a name that begins with a wildcard has no index.';
  if (!clause || !statement) return '';
  if (comparesAccounts(clause)) return 'Compares the accounts of both ends for each identity, so one search cannot serve all of them.';
  const isBroad = statement.verb?.kind !== 'access' || isBroadObject(statement.verb.object, scope);
  if (isBroad && readsGrants([clause], scope)) return 'Reads the documents of the grants of many access paths. A named resource makes it fast.';
  return '';
}

function hasOpenBeginning({ pattern, filter }: Exclude<LineThings, { kind: 'actions' }>): boolean {
  return filter === null && pattern.names.some((name) => isPattern(name) && /^[*?]+[^*?]/.test(name.text));
}
