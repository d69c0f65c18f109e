import type { AccessPath } from '@cam/contracts';

/** The privileges that a query asks about. */
export interface AskedPrivileges {
  /** Letters of action strings: R, W or A. */
  letters: ReadonlySet<string>;
  /** Patterns of actions. */
  actions: readonly RegExp[];
}

/** The letter of each type of action that an action string shows. */
const LETTERS: Readonly<Record<string, string>> = { read: 'R', list: 'R', write: 'W', tagging: 'W', admin: 'A', permissions: 'A' };

/** Words that end the privileges of a `for`. */
const BEHIND = 'not|via|with-access|with-usage|with-attribute|with-role|with-scope|as-of|changed-since';

/** Returns the privileges that a query asks for. A privilege that it excludes is not asked about. */
export function askedPrivileges(query: string): AskedPrivileges {
  // A quoted name may hold any word.
  const text = query.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  const clauses = [...text.matchAll(new RegExp(`(\\bnot\\s+)?\\bfor\\s+(.*?)(?=\\s+(?:${BEHIND})\\b|$)`, 'gi'))].filter(
    ([, not]) => not === undefined,
  );
  const asked = clauses.map(([, , privileges = '']) => privileges).join(' and ');
  const actions = [...asked.matchAll(/\baction\s+(\S+)/gi)].flatMap(([, list = '']) => list.split('|'));
  const types =
    asked
      .replace(/\baction\s+\S+/gi, '')
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  return { letters: new Set(types.flatMap((type) => LETTERS[type] ?? [])), actions: actions.map(patternOf) };
}

/** Returns how well a path answers what was asked: 0 it grants a privilege, 1 it grants it under conditions, 2 it grants others only. */
export function rankOf(path: AccessPath, { letters, actions }: AskedPrivileges): 0 | 1 | 2 {
  const { actions_str: granted, conditional_actions_str: conditional } = path;
  const own = [...letters].filter((letter) => granted.includes(letter));
  if (own.some((letter) => !conditional.includes(letter))) return 0;
  const hasAction = path.privileges.some((privilege) => actions.some((pattern) => pattern.test(privilege)));
  if (hasAction) return path.conditional ? 1 : 0;
  return own.length > 0 ? 1 : 2;
}

function patternOf(action: string): RegExp {
  const escaped = action
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${escaped}$`, 'i');
}
