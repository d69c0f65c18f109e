import { Bitset } from './bitset';

const SIZE = 1000;
const members = (set: Bitset): number[] => [...set];
const everyNth = (step: number, from = 0, to = SIZE): number[] =>
  Array.from({ length: SIZE }, (_none, index) => index).filter((index) => index >= from && index < to && index % step === 0);

describe('Bitset', () => {
  it('contains its members in ascending order', () => {
    expect(members(Bitset.of(SIZE, [999, 0, 31, 32, 640]))).toEqual([0, 31, 32, 640, 999]);
    expect(Bitset.of(SIZE, [700]).has(700)).toBe(true);
    expect(Bitset.of(SIZE, [700]).has(3)).toBe(false);
    expect(Bitset.of(SIZE, []).isEmpty).toBe(true);
  });

  it('computes intersections, unions and differences of sets with different ranges', () => {
    const threes = everyNth(3);
    const some = everyNth(2, 200, 400);
    const [wide, narrow] = [Bitset.of(SIZE, threes), Bitset.of(SIZE, some)];
    expect(members(wide.copy().and(narrow))).toEqual(threes.filter((index) => some.includes(index)));
    expect(members(narrow.copy().and(wide))).toEqual(some.filter((index) => threes.includes(index)));
    expect(members(wide.copy().andNot(narrow))).toEqual(threes.filter((index) => !some.includes(index)));
    expect(members(wide.copy().or(narrow))).toEqual(everyNth(1).filter((index) => threes.includes(index) || some.includes(index)));
    expect(members(narrow.complement())).toEqual(everyNth(1).filter((index) => !some.includes(index)));
    expect([wide.intersects(narrow), narrow.intersects(wide), narrow.intersects(Bitset.of(SIZE, [5, 800]))]).toEqual([true, true, false]);
  });

  it('holds only members within the range that it is allocated for', () => {
    const narrow = Bitset.of(SIZE, [320, 330]);
    expect(members(narrow.emptyLike().or(Bitset.of(SIZE, [0, 325, 999])))).toEqual([325]);
    const room = Bitset.emptyLikeAll([narrow, Bitset.of(SIZE, [900])]);
    expect(members(room.or(Bitset.of(SIZE, [0, 600, 999])))).toEqual([600]);
    expect(members(Bitset.empty(SIZE).or(narrow))).toEqual([320, 330]);
  });

  it('visits the members that another set has, and adds up weights', () => {
    const [threes, some] = [Bitset.of(SIZE, everyNth(3)), Bitset.of(SIZE, everyNth(2, 200, 400))];
    const visited: number[] = [];
    threes.forEachIn(some, (member) => visited.push(member));
    expect(visited).toEqual(everyNth(6, 200, 400));
    const weights = Uint32Array.from({ length: SIZE }, (_none, index) => index % 7);
    const ofWords = Uint32Array.from({ length: Math.ceil(SIZE / 32) }, (_none, word) =>
      weights.slice(word * 32, word * 32 + 32).reduce((sum, one) => sum + one, 0),
    );
    for (const numbers of [everyNth(3), everyNth(1, 30, 500), everyNth(1), []])
      expect(Bitset.of(SIZE, numbers).weigh(weights, ofWords)).toBe(numbers.reduce((sum, number) => sum + (weights[number] ?? 0), 0));
  });
});
