import type { Workload } from '../company/workloads';
import type { Plan } from '../plan';
import { resourceGroupOf, resourceGroupScope, stageOf, type Subscription } from './subscriptions';

/** A resource of a subscription. Its other attributes are drawn when its row is written. */
export interface AzureResource {
  kind: AzureKind;
  /** Index among the resources of its kind. */
  order: number;
  id: string;
  name: string;
  type: string;
  resourceGroup: string;
  location: string;
  workload: Workload;
  /** Days before the end of the history. */
  madeDaysAgo: number;
}

export type AzureKind =
  | 'identity'
  | 'storage'
  | 'vault'
  | 'machine'
  | 'disk'
  | 'app'
  | 'database-server'
  | 'database'
  | 'documents'
  | 'bus'
  | 'balancer';

const TYPES: Readonly<Record<AzureKind, string>> = {
  identity: 'Microsoft.ManagedIdentity/userAssignedIdentities',
  storage: 'Microsoft.Storage/storageAccounts',
  vault: 'Microsoft.KeyVault/vaults',
  machine: 'Microsoft.Compute/virtualMachines',
  disk: 'Microsoft.Compute/disks',
  app: 'Microsoft.Web/sites',
  'database-server': 'Microsoft.Sql/servers',
  database: 'Microsoft.Sql/servers/databases',
  documents: 'Microsoft.DocumentDB/databaseAccounts',
  bus: 'Microsoft.ServiceBus/namespaces',
  balancer: 'Microsoft.Network/loadBalancers',
};

/** Share of each kind, in percent of the resources. The network takes the rest. */
const SHARES: Readonly<Record<Exclude<AzureKind, 'identity'>, number>> = {
  storage: 14,
  vault: 7,
  machine: 16,
  disk: 16,
  app: 14,
  'database-server': 3,
  database: 6,
  documents: 4,
  bus: 4,
  balancer: 2,
};

/** The resources of a subscription at the snapshot: at least one of each kind, and one identity per workload. */
export class AzureInventory {
  readonly #things = new Map<AzureKind, AzureResource[]>();

  constructor(
    private readonly plan: Plan,
    readonly subscription: Subscription,
  ) {}

  all(kind: AzureKind): readonly AzureResource[] {
    let things = this.#things.get(kind);
    if (!things) {
      const { scale, calendar } = this.plan;
      const count = kind === 'identity' ? this.subscription.workloads.length : Math.max(1, Math.round((scale.resources * SHARES[kind]) / 100));
      things = Array.from({ length: count }, (_, order) => this.#thing(kind, order)).filter(({ madeDaysAgo }) => calendar.includes(madeDaysAgo));
      this.#things.set(kind, things);
    }
    return things;
  }

  /** Returns the managed identity of a workload. */
  identityOf({ name }: Workload): AzureResource {
    return this.all('identity').find(({ workload }) => workload.name === name) as AzureResource;
  }

  #thing(kind: AzureKind, order: number): AzureResource {
    const { subscription, plan } = this;
    const workload = subscription.workloads[order % subscription.workloads.length] as Workload;
    const turn = Math.floor(order / subscription.workloads.length);
    const rng = plan.seed.at('azure', subscription.id, kind, order);
    const name = nameOf(kind, subscription, workload, turn, order);
    const server = kind === 'database' ? this.all('database-server')[order % this.all('database-server').length] : undefined;
    const group = server?.resourceGroup ?? resourceGroupOf(subscription, workload);
    const scope = resourceGroupScope(subscription, server?.workload ?? workload);
    return {
      kind,
      order,
      name,
      id: server ? `${server.id}/databases/${name}` : `${scope}/providers/${TYPES[kind]}/${name}`,
      type: TYPES[kind].toLowerCase(),
      resourceGroup: group,
      location: subscription.location,
      workload,
      // Database servers and the first resource of each workload are never recent.
      madeDaysAgo: order >= subscription.workloads.length && kind !== 'database-server' && rng.chance(0.03) ? rng.int(6) : rng.between(30, 1400),
    };
  }
}

function nameOf(kind: AzureKind, subscription: Subscription, workload: Workload, turn: number, order: number): string {
  const stage = stageOf(subscription);
  const data = workload.data[turn % workload.data.length] as string;
  const number = String(order + 1).padStart(3, '0');
  switch (kind) {
    case 'identity':
      return `id-${workload.name}-${stage}`;
    case 'storage':
      // At most 24 letters and digits, globally unique.
      return `${`kh${workload.name}${data}`.replace(/[^a-z0-9]/g, '').slice(0, 15)}${stage.slice(0, 3)}${subscription.index}${order}`.slice(0, 24);
    case 'vault':
      return `kv-${workload.name.slice(0, 10)}-${subscription.index}${number}`;
    case 'machine':
      return `vm-${workload.name}-${number}`;
    case 'disk':
      return `disk-${workload.name}-${number}`;
    case 'app':
      return `app-${workload.name}-${workload.functions[turn % workload.functions.length]}-${number}`;
    case 'database-server':
      return `sql-${workload.name}-${stage}-${subscription.index}${number}`;
    case 'database':
      return `${workload.name}-${data}-${number}`;
    case 'documents':
      return `cosmos-${workload.name}-${subscription.index}${number}`;
    case 'bus':
      return `sb-${workload.name}-${stage}-${subscription.index}${number}`;
    case 'balancer':
      return `lb-${workload.name}-${number}`;
  }
}
