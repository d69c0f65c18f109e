const NAMES = { R: 'read', W: 'write', A: 'administer' } as const;

/**
 * Returns a phrase for an action string: "read and write under certain conditions" for "RW-C".
 * @param actions three letters of RWA, with a dash for each missing action and an optional C for conditional access
 * @param object the object of the verbs: "read and write payroll under certain conditions"
 */
export function describeActions(actions: string, object = ''): string {
  const named = (['R', 'W', 'A'] as const).filter((letter) => actions.slice(0, 3).includes(letter)).map((letter) => NAMES[letter]);
  if (named.length === 0) return 'none';
  const words = named.length === 1 ? named[0] : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
  return `${words}${object === '' ? '' : ` ${object}`}${actions.endsWith('C') ? ' under certain conditions' : ''}`;
}
