import type { BreakAnswer, BreakPlan, QueryBreakAnswer } from '@cam/contracts';

/** Returns the answer as text, one paragraph for each plan. */
export function answerText(answer: BreakAnswer | QueryBreakAnswer): string {
  const { ways, fewest, plans, notes } = answer;
  const what =
    'identity' in answer
      ? `${answer.identity.name} -> ${answer.resource.name}`
      : `${answer.accesses} ${answer.accesses === 1 ? 'access' : 'accesses'}`;
  const head = `${what}: ${ways} ${ways === 1 ? 'way' : 'ways'}`;
  const least = plans.length > 0 && fewest > 1 ? [`Fewer than ${fewest} changes cannot end this access.`] : [];
  return [[head, ...least].join('\n'), ...plans.map(planText), ...(notes.length > 0 ? [notes.join('\n')] : [])].join('\n\n');
}

function planText({ elements, verdict }: BreakPlan, index: number): string {
  const { account_name: account, lost, broken, unknown, is_complete: isComplete } = verdict;
  const least = isComplete ? '' : 'at least ';
  return [
    `${index + 1}. In ${account}:`,
    ...elements.map(({ action }) => `   ${action}`),
    `   Ends ${least}${lost} ${lost === 1 ? 'access' : 'accesses'} in all, of these in use ${broken}, use unknown ${unknown}.`,
  ].join('\n');
}
