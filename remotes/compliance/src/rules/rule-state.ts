import type { FailedObject, Rule, SuiteControl } from '@cam/contracts';

type Tone = 'ok' | 'high' | 'medium' | 'neutral';

const NEEDS_EVIDENCE = { text: 'Needs manual evidence', tone: 'neutral' } as const;

/** How a rule stands, in words. */
export function stateOf({ manual, failed_count: failed, total_count: total }: Rule): { text: string; tone: Tone } {
  if (manual) return NEEDS_EVIDENCE;
  if (total === 0) return { text: 'Nothing to judge', tone: 'neutral' };
  return failed > 0 ? { text: 'Fails', tone: 'high' } : { text: 'Passes', tone: 'ok' };
}

/** `ALERT_TYPE_GUARDRAIL` -> Guardrail. */
export function alertTypeName(type: string): string {
  const word = type.replace(/^ALERT_TYPE_/, '').toLowerCase();
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** How a control stands by its rules: it fails with the first of them, and passes where one that is judged does and none fails. */
export function controlState({ manual, failing_tests: failing, passing_tests: passing }: SuiteControl): { text: string; tone: Tone } {
  if (manual) return NEEDS_EVIDENCE;
  if (failing > 0) return { text: 'Fails', tone: 'high' };
  return passing > 0 ? { text: 'Passes', tone: 'ok' } : { text: 'Not judged', tone: 'neutral' };
}

/** What somebody decided of an object that fails. */
export const DECISIONS: Readonly<Record<FailedObject['status'], { text: string; tone: Tone }>> = {
  OPEN: { text: 'Open', tone: 'high' },
  DISMISSED: { text: 'Dismissed', tone: 'neutral' },
  REMEDIATED: { text: 'Waits for a snapshot', tone: 'medium' },
};
