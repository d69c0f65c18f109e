import type { Seed } from '../random';
import { COMPANY, DOMAIN, PARTNERS } from './company';
import { DEPARTMENTS, departmentOf, type Department, type DepartmentKey } from './departments';
import { asciiName, NAME_SETS } from './names';
import { OFFICES, type Place } from './places';

/** A current or former employee. The same in every cloud; the e-mail address is the common key. */
export interface Person {
  index: number;
  given: string;
  family: string;
  name: string;
  email: string;
  /** Local part of the e-mail address. */
  login: string;
  department: Department;
  title: string;
  office: Place;
  contractor: boolean;
  /** In days before the end of the history. */
  joinedDaysAgo: number;
  /** Null for current employees. */
  leftDaysAgo: number | null;
  /** True without a sign-in within the reach of the logs. */
  dormant: boolean;
}

const COMBINATIONS = 400;

/**
 * The first people, the cast, have fixed roles in the findings whatever the seed. All others are drawn.
 * On the last day but one, the second-to-last person leaves and the last one joins.
 */
const CAST: readonly { department: DepartmentKey; title: string; contractor?: boolean; left?: number; joined?: number; dormant?: boolean }[] = [
  { department: 'platform', title: 'Head of Platform' },
  { department: 'platform', title: 'Site Reliability Engineer' },
  { department: 'security', title: 'Chief Information Security Officer' },
  { department: 'security', title: 'Identity Engineer' },
  { department: 'data', title: 'Data Engineer' },
  { department: 'payments', title: 'Engineering Manager' },
  { department: 'it', title: 'Identity Administrator' },
  { department: 'finance', title: 'Cost Controller' },
  { department: 'robotics', title: 'Robotics Engineer' },
  { department: 'storefront', title: 'Frontend Engineer', contractor: true },
  { department: 'platform', title: 'Cloud Engineer', dormant: true },
  { department: 'data', title: 'Data Analyst', left: 41 },
  { department: 'logistics', title: 'Senior Software Engineer', left: 1 },
  { department: 'storefront', title: 'Software Engineer', joined: 1 },
];

/** Index of the cast members with a role in the findings. */
export const ROLES_OF_CAST = {
  headOfPlatform: 0,
  reliability: 1,
  ciso: 2,
  identityEngineer: 3,
  dataEngineer: 4,
  identityAdministrator: 6,
  robotics: 8,
  contractor: 9,
  dormant: 10,
  leaver: 11,
} as const;

export function personAt(seed: Seed, index: number): Person {
  const rng = seed.at('person', index);
  const part = CAST[index];
  const { given, family, middle } = nameOf(seed, index);
  const contractor = part ? part.contractor === true : rng.chance(0.09);
  const left = part ? (part.left ?? null) : rng.chance(0.06) ? rng.between(1, 240) : null;
  const department = part ? departmentOf(part.department) : rng.weighted(DEPARTMENTS.map((one) => [one, one.share] as const));
  const login = [asciiName(given), ...(middle ? [middle.toLowerCase()] : []), asciiName(family)].join('.');
  const joined = rng.chance(0.04) ? rng.between(0, 20) : rng.between(60, 2400);
  return {
    index,
    given,
    family,
    name: `${given} ${middle ? `${middle}. ` : ''}${family}`,
    login,
    email: `${login}@${DOMAIN}`,
    department,
    title: part?.title ?? rng.pick(department.titles),
    office: rng.weighted(OFFICES.map((office, order) => [office, [5, 4, 4, 2, 2][order] ?? 1] as const)),
    contractor,
    joinedDaysAgo: part?.joined ?? (part || left !== null ? joined + 260 : joined),
    leftDaysAgo: left,
    dormant: part ? part.dormant === true : rng.chance(0.07),
  };
}

/** Returns the employer of a contractor. */
export function employerOf({ contractor }: Person): string {
  return contractor ? PARTNERS.agency.name : COMPANY;
}

/** Returns a unique combination of name and middle letter. */
function nameOf(seed: Seed, index: number): { given: string; family: string; middle: string } {
  const start = seed.at('names').int(COMBINATIONS);
  const names = NAME_SETS[index % NAME_SETS.length] as (typeof NAME_SETS)[number];
  const turn = Math.floor(index / NAME_SETS.length);
  // 37 and 400 are coprime, so every combination occurs once in 400 turns.
  const combination = (start + turn * 37) % COMBINATIONS;
  const round = Math.floor(turn / COMBINATIONS);
  const middle = round === 0 ? '' : String.fromCharCode('A'.charCodeAt(0) + ((round - 1) % 26));
  return { given: names.given[combination % 20] as string, family: names.family[Math.floor(combination / 20)] as string, middle };
}
