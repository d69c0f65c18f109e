import type { AccessPath, AskedGrant } from '@cam/contracts/server';
import { matchesWildcard } from '../../engine/wildcard';

/** The privileges that a query asks for. */
export interface AskedPrivileges {
  kinds: ReadonlySet<'READ' | 'WRITE' | 'ADMIN'>;
  /** Names of actions. An unquoted one may hold `*` and `?`. */
  actions: readonly { text: string; quoted: boolean }[];
}

type Granting = Pick<AccessPath, 'actions_str' | 'conditional_actions_str' | 'conditional' | 'privileges'>;

/** Returns whether a path grants one of the privileges without conditions, only under conditions, or none of them. */
export function grantsAsked(path: Granting, { kinds, actions }: AskedPrivileges): AskedGrant {
  const { actions_str: granted, conditional_actions_str: conditional } = path;
  const letters = [...kinds].map((kind) => kind.charAt(0)).filter((letter) => granted.includes(letter));
  if (letters.some((letter) => !conditional.includes(letter))) return 'ALWAYS';
  const hasAction = path.privileges.some((privilege) => actions.some((action) => isAction(privilege, action)));
  if (hasAction) return path.conditional ? 'CONDITIONALLY' : 'ALWAYS';
  return letters.length > 0 ? 'CONDITIONALLY' : 'NO';
}

function isAction(name: string, { text, quoted }: AskedPrivileges['actions'][number]): boolean {
  const [given, wanted] = [name.toLowerCase(), text.toLowerCase()];
  return quoted ? given === wanted : matchesWildcard(wanted, given);
}
