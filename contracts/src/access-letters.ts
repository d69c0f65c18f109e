/**
 * Returns kinds of access for tables without badges: "R W? A" where writing is conditional.
 * @param actions letters of RWA with a dash for each missing one
 * @param conditional the conditional ones of them, in the same places
 */
export function accessLetters(actions: string, conditional: string): string {
  const letters = [...actions].flatMap((letter, index) => (letter === '-' ? [] : [conditional[index] === letter ? `${letter}?` : letter]));
  return letters.length === 0 && actions !== '' ? 'none' : letters.join(' ');
}
