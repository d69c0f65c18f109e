import type { Plan } from '../plan';
import { DEPARTMENTS, ENGINEERING, type DepartmentKey } from './departments';
import { ROLES_OF_CAST, type Person } from './people';
import { WORKLOADS } from './workloads';

/** A directory group that gives access to the clouds. */
export interface AccessGroup {
  /** Name, and local part of its mail address. */
  key: string;
  name: string;
  description: string;
  /** Nested groups. */
  nested: readonly string[];
  /** Selects its direct members. */
  holds: (person: Person, plan: Plan) => boolean;
}

const nobody = (): boolean => false;

/** Selects one in `n` people of some departments, always the same ones. */
function some(key: string, departments: readonly DepartmentKey[], share: number, cast: readonly number[] = []) {
  return ({ index, department }: Person, { seed }: Plan): boolean =>
    cast.includes(index) || (departments.includes(department.key) && seed.at('member', key, index).chance(share));
}

export function departmentGroup(key: DepartmentKey): string {
  return `dept-${key}`;
}

const { headOfPlatform, reliability, ciso, identityEngineer, robotics, dormant } = ROLES_OF_CAST;

const PURPOSES: readonly AccessGroup[] = [
  {
    key: 'all-staff',
    name: 'All staff',
    description: 'Everybody, by way of the groups of the departments',
    nested: DEPARTMENTS.map(({ key }) => departmentGroup(key)),
    holds: nobody,
  },
  {
    key: 'engineering',
    name: 'Engineering',
    description: 'All departments that write software',
    nested: ENGINEERING.map(departmentGroup),
    holds: nobody,
  },
  {
    key: 'cloud-platform-admins',
    name: 'Cloud Platform Admins',
    description: 'Run the landing zones of all clouds',
    nested: ['break-glass'],
    holds: some('cloud-platform-admins', ['platform'], 0.18, [headOfPlatform, reliability, dormant]),
  },
  {
    key: 'cloud-readers',
    name: 'Cloud Readers',
    description: 'May look at everything but data',
    nested: ['engineering', departmentGroup('security')],
    holds: nobody,
  },
  {
    key: 'production-oncall',
    name: 'Production On-call',
    description: 'May repair production while on call',
    nested: [],
    holds: some('production-oncall', ENGINEERING, 0.15, [reliability]),
  },
  {
    key: 'data-analysts',
    name: 'Data Analysts',
    description: 'Query curated data',
    nested: [departmentGroup('data')],
    holds: some('data-analysts', ['finance', 'sales'], 0.2),
  },
  {
    key: 'security-auditors',
    name: 'Security Auditors',
    description: 'Read configuration and logs everywhere',
    nested: [departmentGroup('security')],
    holds: some('security-auditors', [], 0, [ciso, identityEngineer]),
  },
  {
    key: 'finance-billing',
    name: 'Billing',
    description: 'See what the clouds cost',
    nested: [departmentGroup('finance')],
    holds: nobody,
  },
  {
    key: 'identity-admins',
    name: 'Identity Admins',
    description: 'Run the directories',
    nested: [],
    holds: some('identity-admins', ['it', 'security'], 0.2, [identityEngineer]),
  },
  {
    key: 'contractors',
    name: 'Contractors',
    description: 'People of other companies',
    nested: [],
    holds: ({ contractor }) => contractor,
  },
  {
    key: 'break-glass',
    name: 'Break Glass',
    description: 'For emergencies; every use raises an alarm',
    nested: [],
    holds: some('break-glass', [], 0, [headOfPlatform, ciso]),
  },
  {
    key: 'larkspur-operators',
    name: 'Larkspur Operators',
    description: 'Run the cloud of the robotics company',
    nested: [],
    holds: some('larkspur-operators', ['robotics'], 0.5, [robotics]),
  },
];

/** Every group of the company: by department, by purpose and by owner of a workload. */
export const ACCESS_GROUPS: readonly AccessGroup[] = [
  ...DEPARTMENTS.map(({ key, name }): AccessGroup => ({
    key: departmentGroup(key),
    name,
    description: `People of ${name}`,
    nested: [],
    holds: ({ department }) => department.key === key,
  })),
  ...PURPOSES,
  ...WORKLOADS.map(({ name, department }): AccessGroup => {
    const key = `app-${name}-owners`;
    return { key, name: `Owners of ${name}`, description: `Build and run ${name}`, nested: [], holds: some(key, [department], 0.3) };
  }),
];

const BY_KEY = new Map(ACCESS_GROUPS.map((group) => [group.key, group]));

/** Returns a group. Throws for an unknown name, which is a typing error in the demo. */
export function accessGroup(key: string): AccessGroup {
  const found = BY_KEY.get(key);
  if (!found) throw new Error(`The plan speaks of a group ${key} that does not exist.`);
  return found;
}

/** Returns whether a current employee is in a group, directly or through nested groups. */
export function isIn(plan: Plan, person: Person, key: string): boolean {
  const group = accessGroup(key);
  return group.holds(person, plan) || group.nested.some((nested) => isIn(plan, person, nested));
}
