/** Computes SHA-256 of bytes. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const K = new Uint32Array(64);
/** The first 32 bits of the fractional parts of the square roots of the first 8 primes. */
const START = new Uint32Array(8);
/** The words of the block that is mixed. Each digest fills it anew. */
const WORDS = new Uint32Array(64);

for (let candidate = 2, found = 0; found < 64; candidate += 1) {
  let isPrime = true;
  for (let divisor = 2; divisor * divisor <= candidate; divisor += 1) if (candidate % divisor === 0) isPrime = false;
  if (!isPrime) continue;
  K[found] = fraction(Math.cbrt(candidate));
  if (found < 8) START[found] = fraction(Math.sqrt(candidate));
  found += 1;
}

function fraction(root: number): number {
  return (root - Math.floor(root)) * 2 ** 32;
}

/**
 * Computes SHA-256 without a platform: browsers offer it asynchronously only, and the replay of a proof needs thousands of small digests.
 * @see https://csrc.nist.gov/pubs/fips/180-4/upd1/final
 */
export const sha256: Sha256 = (bytes) => {
  const blocks = Math.ceil((bytes.length + 9) / 64);
  const padded = new Uint8Array(blocks * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
  const state = START.slice();
  for (let block = 0; block < blocks; block += 1) {
    for (let index = 0; index < 16; index += 1) WORDS[index] = view.getUint32(block * 64 + index * 4);
    mix(state, WORDS);
  }
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  for (let index = 0; index < 8; index += 1) out.setUint32(index * 4, at(state, index));
  return digest;
};

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function at(list: Uint32Array, index: number): number {
  return list[index] as number;
}

/** Mixes a block into the state. Its variables turn one by one: as lists they would cost more than the sums. */
function mix(state: Uint32Array, words: Uint32Array): void {
  for (let index = 16; index < 64; index += 1) {
    const early = at(words, index - 15);
    const late = at(words, index - 2);
    const small = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const large = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[index] = at(words, index - 16) + small + at(words, index - 7) + large;
  }
  let a = at(state, 0) | 0;
  let b = at(state, 1) | 0;
  let c = at(state, 2) | 0;
  let d = at(state, 3) | 0;
  let e = at(state, 4) | 0;
  let f = at(state, 5) | 0;
  let g = at(state, 6) | 0;
  let h = at(state, 7) | 0;
  for (let index = 0; index < 64; index += 1) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + at(K, index) + at(words, index)) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  const mixed = [a, b, c, d, e, f, g, h];
  for (let index = 0; index < 8; index += 1) state[index] = at(state, index) + (mixed[index] as number);
}
