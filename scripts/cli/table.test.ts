import { table } from './table';

describe('table', () => {
  it('aligns its columns', () => {
    expect(
      table(
        ['ID', 'NAME'],
        [
          ['1', 'first'],
          ['200', 'x'],
        ],
      ),
    ).toBe(['ID   NAME', '---  -----', '1    first', '200  x'].join('\n'));
  });

  it('truncates long cells in the middle and keeps both ends', () => {
    expect(
      table(['A'], [['start-of-a-very-long-name-end']], 11)
        .split('\n')
        .at(-1),
    ).toBe('start…e-end');
  });

  it('returns only the header without rows', () => {
    expect(table(['A'], []).split('\n')).toEqual(['A', '-']);
  });
});
