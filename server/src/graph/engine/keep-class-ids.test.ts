import type { AccessRowRecord } from './graph-rows';
import type { Evaluation } from './evaluation';
import { keepClassIds } from './keep-class-ids';

/** Classes by id, with their members. */
type Classes = Record<string, string[]>;

const members = (classes: Classes): Map<string, string> => new Map(Object.entries(classes).flatMap(([id, uris]) => uris.map((uri) => [uri, id])));

/** Returns the ids of the members of each class of principals, and the rows of access as "principals resources". */
function kept(now: Classes, before: Classes, rows: [string, string][] = []): { ids: Record<string, string>; rows: string[] } {
  const evaluation: Evaluation = {
    access: rows.map(([pclassId, classId]) => ({ pclassId, classId }) as AccessRowRecord),
    classOf: new Map(),
    pclassOf: members(now),
    steps: [],
    externalPrincipals: [],
    attributes: new Map(),
  };
  const { access, pclassOf } = keepClassIds(evaluation, { classOf: new Map(), pclassOf: members(before) });
  return { ids: Object.fromEntries(pclassOf), rows: access.map(({ pclassId, classId }) => `${pclassId} ${classId}`) };
}

describe('a class of principals or resources', () => {
  it('keeps its id where only the policies around it changed', () => {
    expect(kept({ y: ['ann', 'bob'] }, { x: ['ann', 'bob'] }, [['y', 'buckets']])).toEqual({ ids: { ann: 'x', bob: 'x' }, rows: ['x buckets'] });
  });

  it('leaves its id to the larger part where it is divided', () => {
    const { ids } = kept({ x: ['ann'], y: ['bob', 'cleo'] }, { x: ['ann', 'bob', 'cleo'] });
    expect(ids).toMatchObject({ bob: 'x', cleo: 'x' });
    expect(ids.ann).not.toMatch(/^[xy]$/);
  });

  it('takes the id of the larger one where two become one, and a new member joins it', () => {
    expect(kept({ z: ['ann', 'bob', 'cleo', 'dora'] }, { x: ['ann'], y: ['bob', 'cleo'] }).ids).toEqual({ ann: 'y', bob: 'y', cleo: 'y', dora: 'y' });
  });

  it('never gets the id of others, whose access is older', () => {
    const { ids } = kept({ x: ['eve'], y: ['ann'] }, { x: ['ann'] });
    expect(ids.ann).toBe('x');
    expect(ids.eve).not.toMatch(/^[xy]$/);
    expect(kept({ x: ['eve'] }, { x: ['ann'] }).ids.eve).not.toBe('x');
  });

  it('has the id that follows from its policies the first time', () => {
    expect(kept({ x: ['ann'] }, {}, [['x', 'buckets'], ['of nobody', 'buckets']])).toEqual({ ids: { ann: 'x' }, rows: ['x buckets', 'of nobody buckets'] }); // prettier-ignore
  });

  it('has the same id whatever the order of the members', () => {
    const [now, before] = [
      { p: ['ann', 'bob'], q: ['cleo', 'dora'] },
      { x: ['ann', 'cleo'], y: ['bob', 'dora'] },
    ];
    const reversed = (classes: Classes): Classes => Object.fromEntries(Object.entries(classes).reverse().map(([id, uris]) => [id, [...uris].reverse()])); // prettier-ignore
    expect(kept(reversed(now), reversed(before)).ids).toEqual(kept(now, before).ids);
  });
});
