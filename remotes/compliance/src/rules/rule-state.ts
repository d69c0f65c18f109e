import type { FailedObject, Rule, SuiteControl } from '@cam/contracts';

type Tone = 'ok' | 'high' | 'medium' | 'neutral' | 'accent';

const NEEDS_EVIDENCE = { text: 'Needs manual evidence', tone: 'neutral' } as const;

/** Returns the label and the tone for the state of a rule. */
export function ruleState({ manual, failed_count: failed, total_count: total }: Rule): { text: string; tone: Tone } {
  if (manual) return NEEDS_EVIDENCE;
  if (total === 0) return { text: 'Nothing to assess', tone: 'neutral' };
  return failed > 0 ? { text: 'Fails', tone: 'high' } : { text: 'Passes', tone: 'ok' };
}

/** Returns the display name of an alert type: `Guardrail` for `ALERT_TYPE_GUARDRAIL`. */
export function alertTypeName(type: string): string {
  const word = type.replace(/^ALERT_TYPE_/, '').toLowerCase();
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Returns the label and the tone for the state of a control. It fails if any rule fails, and passes if no rule fails and at least one passes. */
export function controlState({ manual, failing_tests: failing, passing_tests: passing }: SuiteControl): { text: string; tone: Tone } {
  if (manual) return NEEDS_EVIDENCE;
  if (failing > 0) return { text: 'Fails', tone: 'high' };
  return passing > 0 ? { text: 'Passes', tone: 'ok' } : { text: 'Not assessed', tone: 'neutral' };
}

/** The label and the tone for the status of a failed object. */
export const OBJECT_STATUS: Readonly<Record<FailedObject['status'], { text: string; tone: Tone }>> = {
  OPEN: { text: 'Open', tone: 'accent' },
  DISMISSED: { text: 'Dismissed', tone: 'neutral' },
  EXCLUDED: { text: 'Excluded', tone: 'neutral' },
  REMEDIATED: { text: 'Waiting for the next snapshot', tone: 'medium' },
};
