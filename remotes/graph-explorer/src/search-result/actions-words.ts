const NAMES = { R: 'read', W: 'write', A: 'administer' } as const;

/** "RW-C" -> "read and write, under conditions". @param object what it is done to: "read and write payroll, under conditions" */
export function actionsInWords(actions: string, object = ''): string {
  const named = (['R', 'W', 'A'] as const).filter((letter) => actions.slice(0, 3).includes(letter)).map((letter) => NAMES[letter]);
  if (named.length === 0) return 'none';
  const words = named.length === 1 ? named[0] : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
  return `${words}${object === '' ? '' : ` ${object}`}${actions.endsWith('C') ? ', under conditions' : ''}`;
}
