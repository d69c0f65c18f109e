import type { EntityRisk } from '@cam/contracts';

/** Of a long list so many are named. */
const NAMED = 6;

/** Sensitive privileges that are held and used; of a resource, by whoever reaches it. */
export function sensitiveWords({ sensitive_held: held, sensitive_used: used, sensitive_unlogged: unlogged }: EntityRisk): string {
  if (held === 0) return 'No sensitive privileges.';
  const all = counted(held, 'sensitive privilege', 'sensitive privileges');
  if (unlogged === held) return `${all}; whether they are used is not known.`;
  const untold = unlogged === 0 ? '' : ` Of ${number(unlogged)} of the others no log tells.`;
  if (used.length === 0) return `${all}, none of which a log saw used within 90 days.${untold.replace(' of the others', '')}`;
  return `${all}, used within 90 days: ${used.slice(0, NAMED).join(', ')}${used.length > NAMED ? ' and more' : ''}.${untold}`;
}

/** How much of the access hangs on conditions. */
export function conditionalWords({ reached, conditional }: EntityRisk, what: 'resources' | 'identities'): string | null {
  if (reached === 0 || conditional === 0) return null;
  const all = what === 'resources' ? `of ${number(reached)} resources are reached` : `of ${number(reached)} identities reach it`;
  return `${number(conditional)} ${all} under conditions only.`;
}

/** Who reaches a resource only by becoming something else. */
export function becomingWords({ becoming, reached }: EntityRisk): string | null {
  return becoming === 0 ? null : `${number(becoming)} of ${number(reached)} identities reach it only by becoming something else.`;
}

/** Age and coverage of the evidence. */
export function evidenceWords({ evidence: { since, days, silent } }: EntityRisk): string {
  if (since === null) return 'No log of its source is known: nothing can be said of use.';
  const kinds = [...new Set(silent.map((one) => one.split(' ')[0]?.toLowerCase() ?? ''))].map((kind) => VERBS[kind] ?? kind);
  const gaps = silent.length === 0 ? '' : ` It does not tell of all ${kinds.join(' and ')}.`;
  return `Logs of its source are known since ${since}, for ${counted(days ?? 0, 'day', 'days')}.${gaps}`;
}

const VERBS: Record<string, string> = { read: 'reads', write: 'writes', admin: 'changes of access' };

function number(n: number): string {
  return n.toLocaleString('en');
}

function counted(n: number, one: string, many: string): string {
  return `${number(n)} ${n === 1 ? one : many}`;
}
