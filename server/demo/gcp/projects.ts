import { DOMAIN, PREFIX } from '../company/company';
import { WORKLOADS, type Workload } from '../company/workloads';
import type { Plan } from '../plan';

export type GcpPurpose = 'production' | 'development' | 'shared';

export interface Project {
  index: number;
  /** As people name it: 6 to 30 characters. */
  id: string;
  number: string;
  name: string;
  purpose: GcpPurpose;
  /** What runs here. */
  workloads: readonly Workload[];
  region: string;
  folder: Folder;
}

export interface Folder {
  /** `folders/123`. */
  name: string;
  displayName: string;
  purpose: GcpPurpose;
}

const FOLDERS: readonly Omit<Folder, 'name'>[] = [
  { displayName: 'Production', purpose: 'production' },
  { displayName: 'Development', purpose: 'development' },
  { displayName: 'Shared Services', purpose: 'shared' },
];
const PURPOSES: readonly GcpPurpose[] = ['production', 'development', 'shared'];
const SHORT: Readonly<Record<GcpPurpose, string>> = { production: 'prod', development: 'dev', shared: 'shared' };
const REGIONS = ['europe-west3', 'europe-west1', 'us-central1'] as const;

/** What GCP runs: the lake and what learns from it. */
const RUNS_ON_GCP = WORKLOADS.filter(({ department }) => ['data', 'robotics'].includes(department));

/** `organizations/123`. */
export function gcpOrganization({ seed }: Plan): string {
  return `organizations/${seed.at('gcp-organization').digits(12)}`;
}

export function customerId({ seed }: Plan): string {
  return `C0${seed.at('gcp-customer').alphanumeric(7)}`;
}

export function folders({ seed }: Plan): Folder[] {
  return FOLDERS.map((folder) => ({ ...folder, name: `folders/${seed.at('gcp-folder', folder.displayName).digits(12)}` }));
}

export function projects(plan: Plan): Project[] {
  return Array.from({ length: plan.scale.projects }, (_, index) => project(plan, index));
}

function project(plan: Plan, index: number): Project {
  const purpose = index < PURPOSES.length ? (PURPOSES[index] as GcpPurpose) : index % 3 === 1 ? 'development' : 'production';
  const count = purpose === 'shared' ? 1 : Math.min(plan.scale.workloads, RUNS_ON_GCP.length);
  const workloads = Array.from({ length: count }, (_, order) => RUNS_ON_GCP[(Math.floor(index / 2) + order) % RUNS_ON_GCP.length] as Workload);
  const again = index < PURPOSES.length ? '' : `-${String(index - PURPOSES.length + 2).padStart(3, '0')}`;
  return {
    index,
    id: `${PREFIX}-lake-${SHORT[purpose]}${again}`,
    number: plan.seed.at('gcp-project', index).digits(12),
    name: `Lake ${SHORT[purpose]}${again}`,
    purpose,
    workloads,
    region: REGIONS[index % REGIONS.length] as string,
    folder: folders(plan).find((folder) => folder.purpose === purpose) as Folder,
  };
}

/** A member of a binding: a group of the directory, which Google's directory holds as well. */
export function groupMember(key: string): string {
  return `group:${key}@${DOMAIN}`;
}

/** Of a service account that the company made. */
export function serviceAccountEmail({ id }: Project, name: string): string {
  return `${name}@${id}.iam.gserviceaccount.com`;
}

/** The account as which machines of a project run that were given no other one. */
export function defaultComputeEmail({ number }: Project): string {
  return `${number}-compute@developer.gserviceaccount.com`;
}
