import { rolledBack, type StableMove } from './rollbacks';

const releases = new Map([['alerts' as const, [4, 3, 2, 1].map((number) => ({ version: `${number}.0.0`, number }))]]);

/** Returns the releases that are rolled back after the stable channel pointed at these releases, one after the other. */
const after = (...numbers: number[]): string[] =>
  [
    ...rolledBack(
      numbers.map((number, index): StableMove => {
        const from = numbers[index - 1];
        return { id: 'alerts', version: `${number}.0.0`, from: from === undefined ? null : `${from}.0.0` };
      }),
      releases,
    ),
  ].map((key) => key.replace('alerts@', '').replace('.0.0', ''));

describe('rolledBack', () => {
  it('contains a release that stable left for an earlier one, also after the next release', () => {
    expect(after(1, 2)).toEqual([]);
    expect(after(1, 2, 1)).toEqual(['2']);
    expect(after(1, 2, 1, 3)).toEqual(['2']);
  });

  it('contains every release that the rollback passed over', () => {
    expect(after(1, 2, 3, 1).sort()).toEqual(['2', '3']);
  });

  it('contains no release that stable returned to', () => {
    expect(after(1, 2, 1, 2)).toEqual([]);
    expect(after(1, 2, 3, 1, 2)).toEqual(['3']);
  });
});
