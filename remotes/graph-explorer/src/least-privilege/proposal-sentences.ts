import type { ProposalPart, ReplayProof } from '@cam/contracts';

/**
 * Returns the sentences that describe how logged calls fare under the proposed policies.
 * @param days the usage window
 */
export function replaySentences(proof: ReplayProof, days: number): string[] {
  const { calls, uses, allowed, conditional, decided_elsewhere: elsewhere } = proof;
  const outcome =
    conditional === 0 ? `${allowed} allowed.` : `${allowed} allowed, ${conditional} allowed under conditions that the current policies have as well.`;
  return [
    ...(calls > 0 ? [`Replayed ${counted(calls, 'call', 'calls')}, used ${counted(uses, 'time', 'times')} in ${days} days: ${outcome}`] : []),
    ...(elsewhere > 0
      ? [
          `${counted(elsewhere, 'more logged call is', 'more logged calls are')} not allowed by the current policies. The proposal does not change that.`,
        ]
      : []),
  ];
}

/** Returns the sentence that counts the actions that the proposed policies remove. */
export function removalSentence({ actions, held, sensitive }: ProposalPart['taken_away']): string {
  if (actions === 0) return 'Removes no actions.';
  const ofSensitive = sensitive === 0 ? '' : `, ${sensitive.toLocaleString('en')} of them sensitive`;
  return `Removes ${actions.toLocaleString('en')} of ${counted(held, 'action', 'actions')}${ofSensitive}.`;
}

function counted(n: number, one: string, many: string): string {
  return `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
}
