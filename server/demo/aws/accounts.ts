import { ACQUIRED_PREFIX, PREFIX } from '../company/company';
import { WORKLOADS, type Workload } from '../company/workloads';
import type { Plan } from '../plan';

export type AwsPurpose = 'management' | 'security' | 'logging' | 'production' | 'staging' | 'development' | 'data' | 'sandbox';

export interface AwsAccount {
  index: number;
  id: string;
  name: string;
  /** Address of the account and of its root user. */
  email: string;
  purpose: AwsPurpose;
  organization: AwsOrganization;
  /** Name of the organizational unit, or null directly below the root. */
  unit: string | null;
  /** Workloads of the account. */
  workloads: readonly Workload[];
  regions: readonly string[];
  prefix: string;
}

export interface AwsOrganization {
  index: 0 | 1;
  id: string;
  rootId: string;
  prefix: string;
  managementId: string;
}

interface Slot {
  organization: 0 | 1;
  purpose: AwsPurpose;
  unit: string | null;
}

/** The accounts of every tenant, in order. Larger tenants have more accounts of the later purposes. */
const FIRST: readonly Slot[] = [
  { organization: 0, purpose: 'management', unit: null },
  { organization: 0, purpose: 'security', unit: 'Security' },
  { organization: 0, purpose: 'logging', unit: 'Security' },
  { organization: 0, purpose: 'production', unit: 'Production' },
  { organization: 0, purpose: 'data', unit: 'Production' },
  { organization: 0, purpose: 'development', unit: 'Development' },
  { organization: 0, purpose: 'sandbox', unit: 'Sandbox' },
  { organization: 1, purpose: 'management', unit: null },
  { organization: 1, purpose: 'production', unit: 'Workloads' },
];
const FURTHER: readonly Slot[] = [
  { organization: 0, purpose: 'production', unit: 'Production' },
  { organization: 0, purpose: 'staging', unit: 'Staging' },
  { organization: 0, purpose: 'development', unit: 'Development' },
  { organization: 0, purpose: 'production', unit: 'Production' },
  { organization: 0, purpose: 'data', unit: 'Production' },
  { organization: 1, purpose: 'production', unit: 'Workloads' },
  { organization: 0, purpose: 'sandbox', unit: 'Sandbox' },
];

/** Organizational units with their parents. */
export const UNITS: Readonly<Record<0 | 1, readonly { name: string; parent: string | null }[]>> = {
  0: [
    { name: 'Security', parent: null },
    { name: 'Workloads', parent: null },
    { name: 'Production', parent: 'Workloads' },
    { name: 'Staging', parent: 'Workloads' },
    { name: 'Development', parent: 'Workloads' },
    { name: 'Sandbox', parent: null },
  ],
  1: [{ name: 'Workloads', parent: null }],
};

const REGIONS: readonly (readonly string[])[] = [
  ['eu-central-1', 'us-east-1'],
  ['us-east-1', 'us-west-2'],
  ['eu-central-1', 'ap-south-1'],
  ['eu-west-1'],
];

/** Returns the accounts of both organizations. */
export function awsAccounts(plan: Plan): AwsAccount[] {
  return Array.from({ length: plan.scale.awsAccounts }, (_, index) => awsAccount(plan, index));
}

/** Returns the first account with a purpose. `management` is the account that manages the SCPs of the larger organization. */
export function accountFor(plan: Plan, purpose: 'management' | 'security' | 'logging' | 'data' | 'production'): AwsAccount {
  return awsAccount(
    plan,
    FIRST.findIndex((slot) => slot.purpose === purpose),
  );
}

export function organizationOfPlan(plan: Plan, index: 0 | 1): AwsOrganization {
  const rng = plan.seed.at('aws-organization', index);
  const management = FIRST.findIndex((slot) => slot.organization === index);
  return {
    index,
    id: `o-${rng.alphanumeric(10)}`,
    rootId: `r-${rng.alphanumeric(4)}`,
    prefix: index === 0 ? PREFIX : ACQUIRED_PREFIX,
    managementId: accountId(plan, management),
  };
}

export function unitId(plan: Plan, { index, rootId }: AwsOrganization, name: string): string {
  return `ou-${rootId.slice(2)}-${plan.seed.at('aws-unit', index, name).alphanumeric(8)}`;
}

export function accountArn({ id, managementId }: AwsOrganization, account: string): string {
  return `arn:aws:organizations::${managementId}:account/${id}/${account}`;
}

function awsAccount(plan: Plan, index: number): AwsAccount {
  const slot = FIRST[index] ?? (FURTHER[(index - FIRST.length) % FURTHER.length] as Slot);
  const organization = organizationOfPlan(plan, slot.organization);
  const rng = plan.seed.at('aws-account', index);
  const central = ['management', 'security', 'logging'].includes(slot.purpose);
  const mine = WORKLOADS.filter(({ department }) => (slot.organization === 1 ? department === 'robotics' : suits(slot.purpose, department)));
  const start = rng.int(mine.length);
  const count = Math.min(central ? 1 : plan.scale.workloads, mine.length);
  const workloads = Array.from({ length: count }, (_, order) => mine[(start + order) % mine.length] as Workload);
  const short = {
    management: 'management',
    security: 'security',
    logging: 'log-archive',
    production: 'prod',
    staging: 'staging',
    development: 'dev',
  };
  const purpose = slot.purpose in short ? short[slot.purpose as keyof typeof short] : slot.purpose;
  const number = index < FIRST.length ? '' : `-${String(index - FIRST.length + 2).padStart(3, '0')}`;
  const name = `${organization.prefix}-${index < FIRST.length || central ? '' : `${workloads[0]?.name}-`}${purpose}${number}`;
  return {
    index,
    id: accountId(plan, index),
    name,
    email: `aws+${name}@kestrelharbor.example`,
    purpose: slot.purpose,
    organization,
    unit: slot.unit,
    workloads,
    regions: REGIONS[slot.organization === 1 ? 1 : index % 3 === 2 ? 2 : 0] as readonly string[],
    prefix: organization.prefix,
  };
}

function suits(purpose: AwsPurpose, department: string): boolean {
  if (purpose === 'data') return department === 'data';
  if (purpose === 'management' || purpose === 'security' || purpose === 'logging') return department === 'platform';
  return department !== 'robotics';
}

function accountId(plan: Plan, index: number): string {
  return plan.seed.at('aws-account-id', index).digits(12);
}
