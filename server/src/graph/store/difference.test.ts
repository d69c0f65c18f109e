import { difference } from './difference';

describe('what a new snapshot writes', () => {
  it('is nothing when nothing changed, whatever the order of keys in JSON', () => {
    expect(difference([{ id: 'a', tags: { x: 1, y: [2] }, valid_from: 3 }], [{ id: 'a', tags: { y: [2], x: 1 } }], ['id'])).toEqual({
      added: [],
      gone: [],
    });
  });

  it('is the new, the changed as ended and new, and the gone as ended', () => {
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
