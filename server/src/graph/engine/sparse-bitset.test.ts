import { Bitset } from './bitset';
import { firstFrom, SparseBitset } from './sparse-bitset';

const SIZE = 2000;

/** Returns the same members as a sparse set and as an ordinary one. Every third stored word of the sparse one has no members. */
function both(members: readonly number[]): { sparse: SparseBitset; plain: Bitset } {
  const plain = Bitset.of(SIZE, members);
  const at: number[] = [];
  for (let word = 0; word < SIZE / 32; word += 1) if (plain.word(word) !== 0 || word % 3 === 0) at.push(word);
  return {
    sparse: new SparseBitset(
      Int32Array.from(at),
      Uint32Array.from(at, (word) => plain.word(word)),
    ),
    plain,
  };
}

const full = Array.from({ length: 32 }, (_none, bit) => 640 + bit);

describe.each([[[]], [[0]], [[31, 32, 63, 64, 1999]], [[5, 700, 701, 1500]], [full], [[3, ...full, 1998]]])('a sparse set of %j', (members) => {
  const { sparse, plain } = both(members);
  const other = Bitset.of(SIZE, [31, 64, 641, 650, 701, 1998]);

  it('has the same members as an ordinary one', () => {
    const found: number[] = [];
    sparse.forEach((member) => found.push(member));
    expect(found).toEqual(members);
    expect(sparse.isEmpty).toBe(plain.isEmpty);
    for (let member = 0; member < SIZE; member += 1) expect(sparse.has(member)).toBe(plain.has(member));
  });

  it('shares the same members with another one', () => {
    const found: number[] = [];
    sparse.forEachIn(other, (member) => found.push(member));
    expect(found).toEqual(members.filter((member) => other.has(member)));
    expect(sparse.intersects(other)).toBe(found.length > 0);
  });

  it('has the same weight', () => {
    const weights = Uint32Array.from({ length: SIZE }, (_none, member) => (member * 7) % 11);
    const ofWords = new Uint32Array(Math.ceil(SIZE / 32));
    for (const [member, weight] of weights.entries()) ofWords[member >>> 5] = (ofWords[member >>> 5] ?? 0) + weight;
    expect(sparse.weigh(weights, ofWords)).toBe(plain.weigh(weights, ofWords));
  });
});

it('finds the first number from another one on in a part of a list', () => {
  const list = Int32Array.of(2, 4, 4, 9, 12);
  expect([0, 3, 4, 5, 12, 13].map((least) => firstFrom(list, least))).toEqual([0, 1, 1, 3, 4, 5]);
  expect([0, 5, 13].map((least) => firstFrom(list, least, 1, 3))).toEqual([1, 3, 3]);
});

it('two sets that share their list of word numbers are equal if they have the same members', () => {
  const at = Int32Array.of(1, 4);
  const set = new SparseBitset(at, Uint32Array.of(3, 8));
  expect(set.equals(new SparseBitset(at, Uint32Array.of(3, 8)))).toBe(true);
  expect(set.equals(new SparseBitset(at, Uint32Array.of(3, 9)))).toBe(false);
  expect(() => set.equals(new SparseBitset(Int32Array.of(1, 4), Uint32Array.of(3, 8)))).toThrow('do not share');
});
