import type { UnusedFact } from './facts';

/** Something that a role, or an identity by its own policies, holds and does not use. */
export interface Holding {
  fact: UnusedFact;
  isExcluded: boolean;
  /** It does not exist to stay idle. */
  isOrdinary: boolean;
  /** An identity with roles counts by its roles. */
  hasRoles: boolean;
  /** Assessed identities that can assume the role, by profile, with the number that no exclusion covers. */
  acting: readonly ProfileSize[];
}

export interface ProfileSize {
  profile: string;
  all: number;
  ordinary: number;
  all_shown: number;
  ordinary_shown: number;
}

/** How many roles and identities a service or privilege loses. */
export interface HiddenTally {
  roles: number;
  identities: number;
  all_roles: number;
  all_identities: number;
}

/** Losses by the key of the service or privilege. */
export type HiddenTallies = Readonly<Record<string, HiddenTally>>;

type Area = 'role' | 'identity' | 'own';

/** Returns how many excluded roles and identities the counts of services or privileges contain. */
export function hiddenTallies(holdings: readonly Holding[], area: Area, by: 'service' | 'privilege'): HiddenTallies {
  const inArea = holdings.filter(({ fact, hasRoles, acting }) =>
    area === 'own' ? fact.type !== 'ROLE' && !hasRoles : fact.type === 'ROLE' && (area === 'role' || acting.length > 0),
  );
  const isTouched = ({ isExcluded, acting }: Holding): boolean =>
    isExcluded || (area === 'identity' && acting.some(({ all, all_shown: shown }) => shown < all));
  const keys = new Set(inArea.filter(isTouched).flatMap((holding) => keysOf(holding, by)));
  const byKey = new Map<string, Holding[]>([...keys].map((key) => [key, []]));
  for (const holding of inArea) for (const key of keysOf(holding, by)) byKey.get(key)?.push(holding);
  return Object.fromEntries([...byKey].map(([key, held]) => [key, lossOf(held, area)]));
}

function keysOf({ fact }: Holding, by: 'service' | 'privilege'): string[] {
  return (by === 'service' ? fact.services : fact.privileges).map((name) => `${fact.account_id} ${name}`);
}

function lossOf(held: readonly Holding[], area: Area): HiddenTally {
  const shown = held.filter(
    ({ isExcluded, acting }) => !isExcluded && (area !== 'identity' || acting.some(({ all_shown: remaining }) => remaining > 0)),
  );
  const [before, after] = [sumsOf(held, area, false), sumsOf(shown, area, true)];
  return {
    roles: before.roles - after.roles,
    identities: before.identities - after.identities,
    all_roles: before.all_roles - after.all_roles,
    all_identities: before.all_identities - after.all_identities,
  };
}

/** Counts as `countUnused` does: each role once, and each identity once even if it can assume several of the roles. */
function sumsOf(held: readonly Holding[], area: Area, onlyShown: boolean): HiddenTally {
  const ordinary = held.filter(({ isOrdinary }) => isOrdinary);
  if (area === 'own') return { roles: 0, identities: ordinary.length, all_roles: 0, all_identities: held.length };
  const roles = (some: readonly Holding[]): number => new Set(some.map(({ fact }) => fact.uri)).size;
  const identities = (some: readonly Holding[], size: (profile: ProfileSize) => number): number =>
    area === 'role' ? 0 : [...new Map(some.flatMap(({ acting }) => acting.map((one) => [one.profile, size(one)] as const))).values()].reduce(add, 0);
  return {
    roles: roles(ordinary),
    identities: identities(ordinary, (one) => (onlyShown ? one.ordinary_shown : one.ordinary)),
    all_roles: roles(held),
    all_identities: identities(held, (one) => (onlyShown ? one.all_shown : one.all)),
  };
}

const add = (a: number, b: number): number => a + b;
