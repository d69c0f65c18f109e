const NAMES = { R: 'read', W: 'write', A: 'administer' } as const;

/**
 * Returns a phrase for an action string: "read, and write under certain conditions" for "RW-" with "-W-".
 * @param actions three letters of RWA, with a dash for each missing action
 * @param conditional the letters of conditional access, in the same places
 * @param object the object of the verbs: "read and write payroll under certain conditions"
 */
export function describeActions(actions: string, conditional: string, object = ''): string {
  const letters = (['R', 'W', 'A'] as const).filter((letter) => actions.includes(letter));
  const [sure, open] = [letters.filter((letter) => !conditional.includes(letter)), letters.filter((letter) => conditional.includes(letter))];
  const phrase = (list: readonly (keyof typeof NAMES)[]): string =>
    `${together(list.map((letter) => NAMES[letter]))}${object === '' ? '' : ` ${object}`}`;
  const parts = [...(sure.length > 0 ? [phrase(sure)] : []), ...(open.length > 0 ? [`${phrase(open)} under certain conditions`] : [])];
  return parts.length === 0 ? 'none' : parts.join(', and ');
}

function together(words: readonly string[]): string {
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? '');
}
