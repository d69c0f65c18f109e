export const INVALID_INPUT = 'INVALID INPUT';

/** The input with an option in the place of the word that is being typed, and a blank behind it for the next one. */
export function acceptOption(input: string, partialWord: string, option: string): string {
  const kept = partialWord === '' ? input : input.slice(0, input.length - partialWord.length);
  const gap = kept === '' || /[\s(|]$/.test(kept) ? '' : ' ';
  return `${kept}${gap}${option} `;
}

/** The focused option after an arrow key, wrapping around. */
export function moveFocus(current: number, step: 1 | -1, count: number): number {
  if (count === 0) return -1;
  if (current < 0) return step === 1 ? 0 : count - 1;
  return (current + step + count) % count;
}
