import type { ProposalPart, ReplayProof } from '@cam/contracts';

/** What the proof says, in sentences. */
export function proofWords(proof: ReplayProof, days: number): string[] {
  const { calls, uses, allowed, conditional, decided_elsewhere: elsewhere } = proof;
  const tried =
    conditional === 0
      ? `${allowed} would be allowed.`
      : `${allowed} would be allowed as they are, ${conditional} under conditions that stand in the policies of today as well.`;
  return [
    ...(calls > 0 ? [`${counted(calls, 'call', 'calls')} used ${counted(uses, 'time', 'times')} within ${days} days were tried: ${tried}`] : []),
    ...(elsewhere > 0
      ? [
          `${counted(elsewhere, 'more call', 'more calls')} of the log ${elsewhere === 1 ? 'is' : 'are'} not allowed by its policies of today: nothing changes there.`,
        ]
      : []),
  ];
}

/** How much less it could do. */
export function takenAwayWords({ actions, held, sensitive }: ProposalPart['taken_away']): string {
  if (actions === 0) return 'All actions that it holds would stay.';
  const harmful = sensitive === 0 ? '' : `, ${sensitive.toLocaleString('en')} of them sensitive`;
  return `${actions.toLocaleString('en')} of ${counted(held, 'action', 'actions')} would be gone${harmful}.`;
}

function counted(n: number, one: string, many: string): string {
  return `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
}
