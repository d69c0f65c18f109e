import type { CutElement, FoundWay } from '../../graph';
import { CutSearch, type Outcome } from './search';
import { CutSolver, type Candidate } from './solver';

const element = (id: string): CutElement => ({
  ...{ id, kind: 'ATTACHMENT', name: id, action: `Detach ${id}`, uri: '', reach: 1, sourceUid: 'aws', mayOpenWays: false },
  removal: { kind: 'ATTACHMENT', holder: 'h', policy: id },
});
const way = (ids: string, isPartial = false): FoundWay => ({ elements: [...ids].map(element), isPartial });

/** Searches one plan among ways of which one letter is an element. @param ends tells whether a choice ends the access */
async function plan(ways: FoundWay[], ends: (choice: string) => boolean): Promise<{ elements: string; fewest: number | null; tried: string[] }> {
  const search = new CutSearch<null>(new CutSolver(new Set()), { trials: 20, plans: 1, isLate: () => false });
  search.solver.add(ways);
  const tried: string[] = [];
  await search.run(async ({ elements }: Candidate): Promise<Outcome<null>> => {
    const choice = elements.map(({ id }) => id).join('');
    tried.push(choice);
    return ends(choice) ? { kind: 'ENDS', effect: null } : { kind: 'LEAVES', ways: { hasAccess: true, ways } };
  });
  return { elements: (search.endings[0]?.elements ?? []).map(({ id }) => id).join(''), fewest: search.solver.fewest(), tried };
}

it('leaves out a change that only a partial way seems to need, if the access ends without it', async () => {
  // The way by b also needs a, which the graph does not tell.
  expect(await plan([way('a'), way('b', true)], (choice) => choice.includes('a'))).toEqual({ elements: 'a', fewest: 1, tried: ['ab', 'a'] });
});

it('keeps a change that a partial way does need', async () => {
  expect(await plan([way('a'), way('b', true)], (choice) => choice === 'ab')).toEqual({ elements: 'ab', fewest: 1, tried: ['ab', 'a'] });
});

it('tries no plan twice whose ways are all whole', async () => {
  expect(await plan([way('a'), way('b')], (choice) => choice === 'ab')).toEqual({ elements: 'ab', fewest: 2, tried: ['ab'] });
});

it('goes on after a change that is too large to be tried, and tries no choice with it', async () => {
  const search = new CutSearch<null>(new CutSolver(new Set()), { trials: 20, plans: 3, isLate: () => false });
  search.solver.add([way('ab'), way('ac')]);
  const tried: string[] = [];
  await search.run(async ({ elements }): Promise<Outcome<null>> => {
    const choice = elements.map(({ id }) => id).join('');
    tried.push(choice);
    return choice.includes('a') ? { kind: 'TOO_LARGE' } : { kind: 'ENDS', effect: null };
  });
  expect({ tried, plans: search.endings.map(({ elements }) => elements.map(({ id }) => id).join('')), tooLarge: search.tooLarge }).toEqual({
    ...{ tried: ['a', 'bc'], plans: ['bc'], tooLarge: 1 },
  });
});
