/** The granted letters of "RWA", and those of them that are conditional. Both are empty without access. */
export interface ActionLetters {
  actions_str: string;
  conditional_actions_str: string;
}

const LETTERS = ['R', 'W', 'A'] as const;

/** @param modes of READ, WRITE and ADMIN: 0 none, 1 conditional, 2 unconditional */
export function actionsOfModes(modes: readonly number[]): ActionLetters {
  if (modes.every((granted) => granted === 0)) return { actions_str: '', conditional_actions_str: '' };
  const letters = (test: (mode: number) => boolean): string => LETTERS.map((letter, index) => (test(modes[index] ?? 0) ? letter : '-')).join('');
  return { actions_str: letters((mode) => mode > 0), conditional_actions_str: letters((mode) => mode === 1) };
}
