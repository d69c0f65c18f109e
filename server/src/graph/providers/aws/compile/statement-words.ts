import { conditionsInWords } from './condition-words';
import type { PolicyStatement } from './policy-document';

/** Longest list that a sentence spells out. */
const SHOWN = 4;

/** Returns a statement as one English sentence. */
export function statementInWords(statement: PolicyStatement): string {
  const verb = statement.effect === 'Allow' ? 'Allows' : 'Denies';
  const what = statement.notActions ? `every action but ${list(statement.notActions)}` : actions(statement.actions ?? []);
  const where = statement.notResources ? `everything but ${list(statement.notResources)}` : resources(statement.resources);
  const conditions = conditionsInWords(statement.condition);
  return `${verb} ${what}${where === '' ? '' : ` on ${where}`}${conditions.length > 0 ? `, if ${conditions.join(' and ')}` : ''}.`;
}

function actions(names: readonly string[]): string {
  return names.includes('*') ? 'every action' : list(names);
}

function resources(names: readonly string[] | null): string {
  if (names === null) return '';
  return names.includes('*') ? 'every resource' : list(names);
}

function list(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).join(', ');
  return names.length > SHOWN ? `${shown} and ${names.length - SHOWN} more` : shown;
}
