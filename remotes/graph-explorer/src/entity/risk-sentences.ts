import type { EntityRisk } from '@cam/contracts';

/** The maximum number of privileges that a sentence names. */
const NAMED = 6;

/** Returns the sentence about held and used sensitive privileges. For a resource, it covers all identities with access. */
export function sensitivePrivilegesSentence({ sensitive_held: held, sensitive_used: used, sensitive_unlogged: unlogged }: EntityRisk): string {
  if (held === 0) return 'No sensitive privileges.';
  const all = counted(held, 'sensitive privilege', 'sensitive privileges');
  if (unlogged === held) return `${all}. Their usage is not logged.`;
  const gap = unlogged === 0 ? '' : ` Usage of ${number(unlogged)} is not logged.`;
  if (used.length === 0) return `${all}, none with logged usage in the last 90 days.${gap}`;
  return `${all}. Used in the last 90 days: ${used.slice(0, NAMED).join(', ')}${used.length > NAMED ? ' and more' : ''}.${gap}`;
}

/** Returns the sentence about conditional access, or null without any. */
export function conditionalAccessSentence({ reached, conditional }: EntityRisk, what: 'resources' | 'identities'): string | null {
  if (reached === 0 || conditional === 0) return null;
  const share = `${number(conditional)} of ${number(reached)} ${what}`;
  return what === 'resources' ? `Access to ${share} is conditional.` : `Access of ${share} is conditional.`;
}

/** Returns the sentence about identities with access only by assuming another identity, or null without any. */
export function roleAssumptionSentence({ becoming, reached }: EntityRisk): string | null {
  return becoming === 0 ? null : `${number(becoming)} of ${number(reached)} identities have access only by assuming another identity.`;
}

/** Returns the sentence about the start and the coverage of the usage logs. */
export function logCoverageSentence({ evidence: { since, days, silent } }: EntityRisk): string {
  if (since === null) return 'Its source has no usage logs, so usage is unknown.';
  const kinds = [...new Set(silent.map((one) => one.split(' ')[0]?.toLowerCase() ?? ''))].map((kind) => VERBS[kind] ?? kind);
  const gaps = silent.length === 0 ? '' : ` They do not cover all ${kinds.join(' and ')}.`;
  return `The logs of its source start on ${since} and cover ${counted(days ?? 0, 'day', 'days')}.${gaps}`;
}

const VERBS: Record<string, string> = { read: 'reads', write: 'writes', admin: 'permission changes' };

function number(n: number): string {
  return n.toLocaleString('en');
}

function counted(n: number, one: string, many: string): string {
  return `${number(n)} ${n === 1 ? one : many}`;
}
