import { difference } from './difference';

describe('the row changes of a new snapshot', () => {
  it('are empty if nothing changed, regardless of the key order in JSON', () => {
    expect(difference([{ id: 'a', tags: { x: 1, y: [2] }, valid_from: 3 }], [{ id: 'a', tags: { y: [2], x: 1 } }], ['id'])).toEqual({
      added: [],
      gone: [],
    });
  });

  it('add new and changed rows, and end changed and removed rows', () => {
    const current = [
      { id: 'same', v: 1 },
      { id: 'changed', v: 1 },
      { id: 'gone', v: 1 },
    ];
    const wanted = [
      { id: 'same', v: 1 },
      { id: 'changed', v: 2 },
      { id: 'new', v: 1 },
    ];
    const { added, gone } = difference(current, wanted, ['id']);
    expect(added.map(({ id }) => id)).toEqual(['changed', 'new']);
    expect(gone.map(({ id }) => id)).toEqual(['changed', 'gone']);
  });
});
