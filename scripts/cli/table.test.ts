import { table } from './table';

describe('a table', () => {
  it('lines its columns up', () => {
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

  it('cuts long cells in the middle, and keeps both ends', () => {
    expect(
      table(['A'], [['start-of-a-very-long-name-end']], 11)
        .split('\n')
        .at(-1),
    ).toBe('start…e-end');
  });

  it('is only its head where there are no rows', () => {
    expect(table(['A'], []).split('\n')).toEqual(['A', '-']);
  });
});
