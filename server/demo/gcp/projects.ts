import { DOMAIN, PREFIX } from '../company/company';
import { WORKLOADS, type Workload } from '../company/workloads';
import type { Plan } from '../plan';

export type GcpPurpose = 'production' | 'development' | 'shared';

export interface Project {
  index: number;
  /** Project id, 6 to 30 characters. */
  id: string;
  number: string;
  name: string;
  purpose: GcpPurpose;
  /** Workloads of the project. */
  workloads: readonly Workload[];
  region: string;
  folder: Folder;
}

export interface Folder {
  /** Resource name: `folders/123`. */
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

/** The workloads on Google Cloud: the data lake and machine learning. */
const RUNS_ON_GCP = WORKLOADS.filter(({ department }) => ['data', 'robotics'].includes(department));

/** Returns `organizations/123`. */
export function gcpOrganization({ seed }: Plan): string {
  return `organizations/${seed.at('gcp-organization').digits(12)}`;
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

/** Returns a directory group as a member of a binding. Google's directory has the same group. */
export function groupMember(key: string): string {
  return `group:${key}@${DOMAIN}`;
}

/** Returns the e-mail address of a service account of the company. */
export function serviceAccountEmail({ id }: Project, name: string): string {
  return `${name}@${id}.iam.gserviceaccount.com`;
}

/** Returns the default service account, which machines use unless another one is set. */
export function defaultComputeEmail({ number }: Project): string {
  return `${number}-compute@developer.gserviceaccount.com`;
}
