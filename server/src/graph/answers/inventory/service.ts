import type { Context } from '../../../platform/context';
import type { GraphInventory } from '../counts/graph-inventory';
import type { InventorySources } from './answers';
import { InventoryCounter, type ReadSources } from './counter';
import { Dashboard } from './dashboard';
import { EntityDetails } from './details';
import { EntityLists, type ListedRisks } from './entity-list';
import { InventoryExports } from './exports';
import { Health } from './health';
import { OutsideAccess, type ShadowNames } from './outside';
import { Overview } from './overview';
import { People } from './people';
import { Privileges } from './privileges';
import type { InventoryQueries } from './reach-tables';
import { Services } from './services';
import { UnusedAccess } from './unused';
import { UnusedExclusions, type ExcludedIdentities } from './unused-exclusions';

export interface InventoryDependencies {
  graph: { inventory: GraphInventory };
  sources: InventorySources & ReadSources;
  tenants: ShadowNames;
  queries: InventoryQueries;
  risk: ListedRisks;
  /** Hides unused identities by decisions of the tenant. */
  excluded: ExcludedIdentities;
  /** Called after a tenant was counted. */
  counted: (tenantId: string) => Promise<void>;
  /** Called after imports that leave the counts as they are. */
  unchanged: (tenantId: string) => Promise<void>;
}

/** The inventory: counts that follow the graph, and the pages of single entities. */
export class InventoryService {
  readonly counter: InventoryCounter;
  readonly overview: Overview;
  readonly dashboard: Dashboard;
  readonly privileges: Privileges;
  readonly outside: OutsideAccess;
  readonly unused: UnusedAccess;
  readonly details: EntityDetails;
  readonly lists: EntityLists;
  readonly people: People;
  readonly services: Services;
  readonly health: Health;
  readonly exports: InventoryExports;

  constructor(ctx: Context, { graph, sources, tenants, queries, risk, excluded, counted, unchanged }: InventoryDependencies) {
    this.counter = new InventoryCounter(ctx, { graph, sources, counted, unchanged });
    this.overview = new Overview(ctx, { graph, sources });
    const exclusions = new UnusedExclusions(excluded);
    this.dashboard = new Dashboard(this.overview, tenants, exclusions);
    this.privileges = new Privileges(this.overview);
    this.outside = new OutsideAccess(this.overview, tenants);
    this.unused = new UnusedAccess(this.overview, exclusions);
    this.details = new EntityDetails(this.overview, queries);
    this.lists = new EntityLists(this.overview, risk);
    this.people = new People(this.overview);
    this.services = new Services(this.overview);
    this.exports = new InventoryExports(this);
    this.health = new Health(this.overview, ctx.db, sources);
  }
}
