/** The only option that the server returns for an invalid input. */
export const INVALID_INPUT = 'INVALID INPUT';

/**
 * Returns the input with the accepted option and a trailing blank.
 * @param partialWord the word at the end of the input that the option replaces
 */
export function acceptOption(input: string, partialWord: string, option: string): string {
  const prefix = partialWord === '' ? input : input.slice(0, input.length - partialWord.length);
  const gap = prefix === '' || /[\s(|]$/.test(prefix) ? '' : ' ';
  return `${prefix}${gap}${option} `;
}

/**
 * Returns the input with the option accepted at the caret, and the new position of the caret. The rest of the word behind the caret goes.
 * @param partialWord the word before the caret that the option replaces
 */
export function acceptAtCaret(input: string, caret: number, partialWord: string, option: string): { input: string; caret: number } {
  const accepted = acceptOption(input.slice(0, caret), partialWord, option);
  const isInWord = partialWord !== '';
  const rest = input
    .slice(caret)
    .replace(isInWord ? /^[^\s()]*/ : '', '')
    .trimStart();
  return { input: accepted + rest, caret: accepted.length };
}

/**
 * Returns the index of the focused option after an arrow key, wrapping around.
 * @param current -1 without a focused option
 */
export function moveFocus(current: number, step: 1 | -1, count: number): number {
  if (count === 0) return -1;
  if (current < 0) return step === 1 ? 0 : count - 1;
  return (current + step + count) % count;
}
