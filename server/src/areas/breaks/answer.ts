import type { BreakAnswer, BreakElement, BreakPlan, WhatIfVerdict } from '@cam/contracts/server';
import { editsOf, type CutElement } from '../../graph';
import type { CutSearch, Ending } from './search';

/** Returns what a search found, with its limits in sentences. @param keep ids of elements that had to stay */
export function answerOf(search: CutSearch<WhatIfVerdict>, keep: readonly string[]): Omit<BreakAnswer, 'identity' | 'resource'> {
  const { solver, endings, isCutShort, tooLarge } = search;
  const fewest = solver.fewest();
  const isComplete = !isCutShort && tooLarge === 0 && solver.isExact;
  return {
    ways: solver.size,
    fewest: fewest ?? 0,
    plans: endings.toSorted(inOrder).map(toPlan),
    kept: solver.known(keep).map(toElement),
    is_complete: isComplete,
    notes: notesOf(search, { hasFewest: fewest !== null, isComplete, isKeeping: keep.length > 0 }),
  };
}

/** Says what the answer does not cover, and why there is no plan. */
function notesOf(
  { solver, endings, gaining, tooLarge, refusal, trials }: CutSearch<WhatIfVerdict>,
  { hasFewest, isComplete, isKeeping }: { hasFewest: boolean; isComplete: boolean; isKeeping: boolean },
): string[] {
  const hasPlan = endings.length > 0;
  const isUnsure = endings.some(({ effect }) => !effect.is_complete);
  const isDemoting = endings.some(({ effect }) => effect.gained > 0);
  const several = solver.overall();
  const sources = new Set(several.map(({ sourceUid }) => sourceUid)).size;
  const actions = several.map(({ action }) => action).join('; ');
  const kept = isKeeping ? ' with what has to stay' : '';
  const choices = gaining === 1 ? 'A choice was' : `${gaining} choices were`;
  return [
    ...(hasFewest ? [] : [`A part of this access comes from things that CAM cannot try to change yet${kept}, so no plan ends all of it.`]),
    ...(hasPlan || sources < 2
      ? []
      : [
          `Only changes in ${sources} accounts together end this access: ${actions}. A plan changes one account, so try these changes together with what-if.`,
        ]),
    ...(gaining > 0 ? [`${choices} left out, because somebody would gain access by it.`] : []),
    ...(tooLarge > 0
      ? [
          `${tooLarge === 1 ? 'A choice was' : `${tooLarge} choices were`} left out, because ${tooLarge === 1 ? 'it concerns' : 'they concern'} more accounts than a search can evaluate. Try such a change with what-if.`,
        ]
      : []),
    ...(isDemoting ? ['Without the role, the identity is a user like others, so whoever administers users may change it.'] : []),
    ...(isUnsure
      ? [
          'Not all access was compared for plans whose numbers say "at least", so somebody may gain access by one of them. Try its changes one by one.',
        ]
      : []),
    ...(refusal !== null && !hasPlan ? [`A change could not be tried. ${refusal}`] : []),
    ...(isComplete ? [] : [`The search ended after ${trials} tried changes, so a better plan may exist.`]),
  ];
}

function inOrder(a: Ending<WhatIfVerdict>, b: Ending<WhatIfVerdict>): number {
  // Numbers that are lower bounds do not compare with others.
  const keys = ({ elements, effect: { is_complete: isWhole, broken, unknown, lost } }: Ending<WhatIfVerdict>): number[] => [
    ...[isWhole ? 0 : 1, broken, unknown, elements.length, lost],
  ];
  const [one, other] = [keys(a), keys(b)];
  const index = one.findIndex((value, place) => value !== other[place]);
  return index < 0 ? 0 : (one[index] ?? 0) - (other[index] ?? 0);
}

function toPlan({ elements, effect: verdict }: Ending<WhatIfVerdict>): BreakPlan {
  return { elements: elements.map(toElement), edits: editsOf(elements.map(({ removal }) => removal)), verdict };
}

function toElement({ id, kind, name, action, uri, reach }: CutElement): BreakElement {
  return { id, kind, name, action, uri, reach };
}
