import type { CompiledStatement } from './compiled-statement';

/** Values of the variables that a snapshot decides, by lower-case name. */
export type KnownVariables = Readonly<Record<string, string>>;

/** Whether a variable that has no value here has none in any request either: it then matches nothing. */
function isNeverThere(name: string, known: KnownVariables): boolean {
  const type = known['aws:principaltype'];
  // Sessions of a role have no user name, but may bring tags of their own.
  return (name === 'aws:username' && type === 'AssumedRole') || (name.startsWith('aws:principaltag/') && type === 'User');
}

/**
 * The statement with its policy variables filled in for one principal. A variable that only a request decides (a source address, an
 * external identity) may have any value: the statement then holds under conditions.
 * Source: IAM User Guide, "IAM policy elements: Variables and tags".
 */
export function withVariables(statement: CompiledStatement, known: KnownVariables): CompiledStatement {
  if (!statement.hasVariables) return statement;
  const undecided = new Set<string>();
  const patterns = statement.patterns.flatMap((pattern) => filled(pattern, known, undecided) ?? []);
  const conditions = [...undecided].map((name) => `the value of ${name} fits`);
  return { ...statement, patterns, conditions: [...statement.conditions, ...conditions] };
}

/** Null where the pattern can match nothing. */
function filled(pattern: string, known: KnownVariables, undecided: Set<string>): string | null {
  let matchesNothing = false;
  const text = pattern.replace(/\$\{([^}]+)\}/g, (_whole, inner: string) => {
    if (inner === '$') return '$';
    const [, name = inner, fallback] = /^([^,]+?)\s*(?:,\s*'(.*)')?$/.exec(inner) ?? [];
    const value = known[name.toLowerCase()] ?? fallback;
    if (value !== undefined) return value;
    // `${*}` and `${?}` stand for the characters themselves, which no name of a resource in the graph has in it.
    if (inner === '*' || inner === '?' || isNeverThere(name.toLowerCase(), known)) matchesNothing = true;
    else undecided.add(name);
    return '*';
  });
  return matchesNothing ? null : text;
}
