import { PREFIX } from '../company/company';
import type { Workload } from '../company/workloads';
import type { Plan } from '../plan';
import { serviceAccountEmail, type Project } from './projects';

/** A resource of a project. Its other attributes are drawn when its row is written. */
export interface GcpResource {
  kind: GcpKind;
  /** Index among the resources of its kind. */
  order: number;
  /** Full resource name: `//storage.googleapis.com/...`. */
  fullName: string;
  assetType: string;
  displayName: string;
  location: string;
  workload: Workload;
  /** Full resource name of its parent, unless that is the project. */
  parent?: { fullName: string; assetType: string };
  /** Days before the end of the history. */
  madeDaysAgo: number;
}

export type GcpKind =
  | 'service-account'
  | 'bucket'
  | 'dataset'
  | 'table'
  | 'instance'
  | 'disk'
  | 'secret'
  | 'topic'
  | 'function'
  | 'service'
  | 'database'
  | 'key-ring'
  | 'key';

export const ASSET_TYPES: Readonly<Record<GcpKind, string>> = {
  'service-account': 'iam.googleapis.com/ServiceAccount',
  bucket: 'storage.googleapis.com/Bucket',
  dataset: 'bigquery.googleapis.com/Dataset',
  table: 'bigquery.googleapis.com/Table',
  instance: 'compute.googleapis.com/Instance',
  disk: 'compute.googleapis.com/Disk',
  secret: 'secretmanager.googleapis.com/Secret',
  topic: 'pubsub.googleapis.com/Topic',
  function: 'cloudfunctions.googleapis.com/Function',
  service: 'run.googleapis.com/Service',
  database: 'sqladmin.googleapis.com/Instance',
  'key-ring': 'cloudkms.googleapis.com/KeyRing',
  key: 'cloudkms.googleapis.com/CryptoKey',
};

/** Share of each kind, in percent of the resources. The network takes the rest. */
const SHARES: Readonly<Record<Exclude<GcpKind, 'service-account' | 'key-ring'>, number>> = {
  bucket: 14,
  dataset: 6,
  table: 22,
  instance: 10,
  disk: 10,
  secret: 8,
  topic: 8,
  function: 7,
  service: 7,
  database: 2,
  key: 3,
};

/** The resources of a project at the snapshot: at least one of each kind, and one service account per workload. */
export class GcpInventory {
  readonly #things = new Map<GcpKind, GcpResource[]>();

  constructor(
    private readonly plan: Plan,
    readonly project: Project,
  ) {}

  all(kind: GcpKind): readonly GcpResource[] {
    let things = this.#things.get(kind);
    if (!things) {
      const { scale, calendar } = this.plan;
      const perWorkload = kind === 'service-account' || kind === 'key-ring';
      const count = perWorkload ? this.project.workloads.length : Math.max(1, Math.round((scale.resources * SHARES[kind]) / 100));
      things = Array.from({ length: count }, (_, order) => this.#thing(kind, order)).filter(({ madeDaysAgo }) => calendar.includes(madeDaysAgo));
      this.#things.set(kind, things);
    }
    return things;
  }

  /** Returns the e-mail address of a workload's service account. */
  accountOf(workload: Workload): string {
    return serviceAccountEmail(this.project, runtimeName(workload));
  }

  #thing(kind: GcpKind, order: number): GcpResource {
    const { project, plan } = this;
    const workload = project.workloads[order % project.workloads.length] as Workload;
    const turn = Math.floor(order / project.workloads.length);
    const rng = plan.seed.at('gcp', project.id, kind, order);
    const holders = kind === 'table' ? this.all('dataset') : kind === 'key' ? this.all('key-ring') : [];
    const holder = holders[order % Math.max(1, holders.length)];
    const displayName = nameOf(kind, project, workload, turn, order);
    const zone = kind === 'instance' || kind === 'disk' ? `${project.region}-b` : project.region;
    return {
      kind,
      order,
      assetType: ASSET_TYPES[kind],
      fullName: fullNameOf(plan, kind, project, zone, displayName, holder),
      displayName,
      location: kind === 'service-account' || kind === 'secret' || kind === 'topic' ? 'global' : zone,
      workload: holder?.workload ?? workload,
      ...(holder ? { parent: { fullName: holder.fullName, assetType: holder.assetType } } : {}),
      // Datasets, resources with a parent, and the first resource of each workload are never recent.
      madeDaysAgo: order >= project.workloads.length && kind !== 'dataset' && !holder && rng.chance(0.03) ? rng.int(6) : rng.between(30, 1100),
    };
  }
}

/** Returns the unique id of a service account in the asset inventory. */
export function accountNumber({ seed }: Plan, email: string): string {
  return seed.at('gcp-account-number', email).digits(21);
}

export function accountFullName(plan: Plan, { id }: Project, email: string): string {
  return `//iam.googleapis.com/projects/${id}/serviceAccounts/${accountNumber(plan, email)}`;
}

function runtimeName({ name }: Workload): string {
  return `run-${name}`.slice(0, 30);
}

function nameOf(kind: GcpKind, project: Project, workload: Workload, turn: number, order: number): string {
  const data = workload.data[turn % workload.data.length] as string;
  const step = workload.functions[turn % workload.functions.length] as string;
  const again = (cycle: number): string => (turn < cycle ? '' : `-${String(Math.floor(turn / cycle) + 1).padStart(2, '0')}`);
  switch (kind) {
    case 'service-account':
      return serviceAccountEmail(project, runtimeName(workload));
    case 'bucket':
      return `${PREFIX}-${workload.name}-${data}${again(workload.data.length)}-${project.id.slice(PREFIX.length + 1)}`;
    case 'dataset':
    case 'table':
      return `${workload.name}_${data}${kind === 'table' ? `_${order}` : again(workload.data.length)}`.replaceAll('-', '_');
    case 'function':
    case 'service':
      return `${workload.name}-${step}${again(workload.functions.length)}`;
    case 'database':
      return `${workload.name}-db${turn === 0 ? '' : `-${turn}`}`;
    case 'key-ring':
      return workload.name;
    default:
      return `${workload.name}-${kind === 'instance' ? 'node' : data}-${String(order + 1).padStart(3, '0')}`;
  }
}

function fullNameOf(plan: Plan, kind: GcpKind, project: Project, zone: string, name: string, holder: GcpResource | undefined): string {
  const { id, region } = project;
  const at = `projects/${id}`;
  switch (kind) {
    case 'service-account':
      return accountFullName(plan, project, name);
    case 'bucket':
      return `//storage.googleapis.com/${name}`;
    case 'dataset':
      return `//bigquery.googleapis.com/${at}/datasets/${name}`;
    case 'table':
      return `${holder?.fullName}/tables/${name}`;
    case 'instance':
      return `//compute.googleapis.com/${at}/zones/${zone}/instances/${name}`;
    case 'disk':
      return `//compute.googleapis.com/${at}/zones/${zone}/disks/${name}`;
    case 'secret':
      return `//secretmanager.googleapis.com/${at}/secrets/${name}`;
    case 'topic':
      return `//pubsub.googleapis.com/${at}/topics/${name}`;
    case 'function':
      return `//cloudfunctions.googleapis.com/${at}/locations/${region}/functions/${name}`;
    case 'service':
      return `//run.googleapis.com/${at}/locations/${region}/services/${name}`;
    case 'database':
      return `//cloudsql.googleapis.com/${at}/instances/${name}`;
    case 'key-ring':
      return `//cloudkms.googleapis.com/${at}/locations/${region}/keyRings/${name}`;
    case 'key':
      return `${holder?.fullName}/cryptoKeys/${name}`;
  }
}
