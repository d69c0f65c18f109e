import { REACH_OF_EVERYBODY, type BreakAnswer, type BreakElement, type BreakPlan, type QueryBreakAnswer } from '@cam/contracts';

/** Returns the result of a search in a sentence or two. */
export function summaryOf({ plans, ways, fewest, is_complete: isComplete, ...of }: BreakAnswer | QueryBreakAnswer): string {
  const several = 'accesses' in of && of.accesses > 1;
  const access = several ? `all ${of.accesses} accesses` : 'this access';
  const all = ways === 1 ? access : `${access}, which ${several ? 'have' : 'has'} ${ways} ways`;
  if (plans.length === 0) return `No plan ends ${all}.`;
  const found = plans.length === 1 ? '1 plan ends' : `${plans.length} plans end`;
  const least = fewest > 1 && (isComplete || several) ? ` Fewer than ${fewest} changes cannot end ${several ? 'them' : 'it'}.` : '';
  const isWhole = plans.every(({ verdict }) => verdict.is_complete);
  return `${found} ${all}. Each was tried${isWhole ? ': nobody gains access by it' : ''}.${least}`;
}

/** Says whom an element concerns. */
export function reachOf({ reach }: BreakElement): string {
  if (reach >= REACH_OF_EVERYBODY) return 'Concerns a whole account or everybody';
  return reach === 1 ? 'Concerns one identity' : `Concerns up to ${reach} identities`;
}

/** Returns the costs of a plan, in the order in which plans are compared. */
export function costsOf({ elements, verdict: { broken, unknown, lost } }: BreakPlan): { label: string; count: number; isBad: boolean }[] {
  return [
    { label: 'Lost and in use', count: broken, isBad: broken > 0 },
    { label: 'Use unknown', count: unknown, isBad: false },
    { label: 'Changes', count: elements.length, isBad: false },
    { label: 'Lost in all', count: lost, isBad: false },
  ];
}
