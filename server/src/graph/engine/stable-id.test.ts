import { stableId, stableIdOfPieces } from './stable-id';

it('returns the same id for a text and for its pieces', () => {
  const pieces = ['[', '"a"', ',"ünïcödé 🙂"', ',', 'x'.repeat(70_000), 'y'.repeat(200_000), ']'];
  expect(stableIdOfPieces('profile', pieces)).toBe(stableId('profile', pieces.join('')));
  expect(stableIdOfPieces('profile', [])).toBe(stableId('profile', ''));
});

it('does not depend on where a text is divided, but on where the part before it ends', () => {
  expect(stableIdOfPieces('profile', ['ab', 'c'])).toBe(stableIdOfPieces('profile', ['a', 'bc']));
  expect(stableIdOfPieces('profile', ['ab'])).not.toBe(stableIdOfPieces('profilea', ['b']));
});
