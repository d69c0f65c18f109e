import type { Connector, HierarchyNode, ConnectionTest } from '../connector';
import { ProviderError } from '../http/provider-error';
import type { ODataClient } from '../microsoft/odata-client';
import type { Pull, ReadPart } from '../pull';
import type { Page } from '../staging';

interface Subscription {
  subscriptionId: string;
  displayName?: string;
  state?: string;
}

/** A management group, or by its type a subscription in one. */
interface ManagementGroup {
  name: string;
  type?: string;
  displayName?: string;
  children?: ManagementGroup[] | null;
  properties?: { displayName?: string; children?: ManagementGroup[] | null };
}

interface GraphAnswer {
  data?: unknown[];
  $skipToken?: string;
}

const AUTHORIZATION = { 'api-version': '2022-04-01' };
const ELIGIBLE = { 'api-version': '2020-10-01' };
const SUBSCRIPTIONS = { 'api-version': '2022-12-01' };
const MANAGEMENT_GROUPS = { 'api-version': '2021-04-01', $expand: 'children', $recurse: 'true' };
const RESOURCE_GRAPH = { 'api-version': '2021-03-01' };
const ACTIVITY_LOG = { 'api-version': '2015-04-01' };

/** All resources of a subscription. The fixed order keeps pages from overlapping. */
const EVERYTHING = 'resources | union resourcecontainers | order by id asc';
const ROWS = 1000;

/** The activity log covers 90 days, and Azure rejects longer windows. @see https://learn.microsoft.com/azure/azure-monitor/platform/activity-log */
const LOG_WINDOW = 89 * 24 * 60 * 60_000;

const READER = 'Give the application the role Reader on the subscription, or on the management group above it.';

/** Pulls Azure subscriptions: role assignments, deny assignments, resources and the activity log. */
export class AzureConnector implements Connector {
  constructor(
    private readonly arm: ODataClient,
    private readonly tenantId: string,
  ) {}

  /** Finds an organization if the application can read the management groups or several subscriptions; otherwise its one subscription. */
  async test(): Promise<ConnectionTest> {
    const [subscriptions, root] = [await this.#subscriptions(), await this.#rootGroup()];
    const [first, second] = subscriptions;
    if (!first) throw new ProviderError('denied', `The application can read no subscription of ${this.tenantId}. ${READER}`, 403);
    if (root) return { kind: 'ORGANIZATION', id: this.tenantId, name: nameOf(root), warnings: [] };
    const warnings = ['The application cannot read the management groups. Their role assignments are known only where subscriptions inherit them.'];
    if (second) return { kind: 'ORGANIZATION', id: this.tenantId, name: this.tenantId, warnings };
    return { kind: 'ACCOUNT', id: first.subscriptionId, name: first.displayName ?? first.subscriptionId, warnings };
  }

  /** Returns the management groups with the readable subscriptions. Subscriptions outside any readable group come last. */
  async hierarchy(): Promise<HierarchyNode> {
    const [subscriptions, root] = [await this.#subscriptions(), await this.#rootGroup()];
    const left = new Map(subscriptions.map((subscription) => [subscription.subscriptionId.toLowerCase(), subscription]));
    const children = root ? nodesOf(root, left) : [];
    const others = [...left.values()].map(accountNode);
    return { type: 'ROOT', id: this.tenantId, name: root ? nameOf(root) : this.tenantId, children: [...children, ...others] };
  }

  async pull(subscriptionId: string, pull: Pull): Promise<void> {
    const { staging } = pull;
    const scope = `/subscriptions/${encodeURIComponent(subscriptionId)}/providers`;
    const listOf = (name: string, type: string) => (): Promise<void> =>
      staging.list(name, (next) => this.arm.page(`${scope}/Microsoft.Authorization/${type}`, AUTHORIZATION, next));
    const identities = { phase: 'PHASE_PULL_IDENTITIES' as const, grant: READER };
    const parts: ReadPart[] = [
      { ...identities, name: 'role-assignments', essential: true, read: listOf('role-assignments', 'roleAssignments') },
      {
        ...identities,
        name: 'eligible-role-assignments',
        read: () => staging.list('eligible-role-assignments', (next) => this.#eligible(scope, next)),
      },
      { ...identities, name: 'role-definitions', essential: true, read: listOf('role-definitions', 'roleDefinitions') },
      { ...identities, name: 'deny-assignments', read: listOf('deny-assignments', 'denyAssignments') },
      {
        ...identities,
        name: 'management-groups',
        grant: 'Give the application the role Management Group Reader on the root management group.',
        read: async () => void (await staging.response('management-groups', () => this.arm.one(this.#rootPath, MANAGEMENT_GROUPS))),
      },
      { phase: 'PHASE_PULL_RESOURCES', name: 'resources', grant: READER, read: () => staging.list('resources', this.#resources(subscriptionId)) },
      { phase: 'PHASE_PULL_USAGE', name: 'activity-log', grant: READER, read: () => this.#activityLog(scope, pull) },
    ];
    await pull.parts(parts);
  }

  /** Reads eligible assignments, which exist only with a licence for Privileged Identity Management. */
  async #eligible(scope: string, next: string | null): Promise<Page<unknown>> {
    try {
      return await this.arm.page(`${scope}/Microsoft.Authorization/roleEligibilityScheduleInstances`, ELIGIBLE, next);
    } catch (error) {
      if (error instanceof ProviderError && /PremiumLicense/i.test(error.code)) return { items: [], next: null };
      throw error;
    }
  }

  /** Returns a function that reads a page of Azure Resource Graph, which pages by a token. */
  #resources(subscriptionId: string) {
    return async (next: string | null): Promise<Page<unknown>> => {
      const options = { $top: ROWS, resultFormat: 'objectArray', ...(next === null ? {} : { $skipToken: next }) };
      const body = { subscriptions: [subscriptionId], query: EVERYTHING, options };
      const { data, $skipToken } = await this.arm.post<GraphAnswer>('/providers/Microsoft.ResourceGraph/resources', body, RESOURCE_GRAPH);
      return { items: data ?? [], next: $skipToken || null };
    };
  }

  async #activityLog(scope: string, { staging, options: { since, until } }: Pull): Promise<void> {
    const reach = new Date(until.getTime() - LOG_WINDOW);
    reach.setUTCHours(0, 0, 0, 0);
    const from = since > reach ? since : reach;
    const $filter = `eventTimestamp ge '${from.toISOString()}' and eventTimestamp le '${until.toISOString()}'`;
    const path = `${scope}/Microsoft.Insights/eventtypes/management/values`;
    await staging.list('activity-log', (next) => this.arm.page(path, { ...ACTIVITY_LOG, $filter }, next));
  }

  async #subscriptions(): Promise<Subscription[]> {
    const found: Subscription[] = [];
    for (let next: string | null = null, isFirst = true; isFirst || next !== null; isFirst = false) {
      const page: Page<Subscription> = await this.arm.page('/subscriptions', SUBSCRIPTIONS, next);
      found.push(...page.items);
      next = page.next;
    }
    return found.filter(({ state }) => state !== 'Deleted' && state !== 'Disabled');
  }

  get #rootPath(): string {
    return `/providers/Microsoft.Management/managementGroups/${encodeURIComponent(this.tenantId)}`;
  }

  /** Returns the root management group, or null if the application may not read it. */
  async #rootGroup(): Promise<ManagementGroup | null> {
    try {
      return await this.arm.one<ManagementGroup>(this.#rootPath, MANAGEMENT_GROUPS);
    } catch (error) {
      if (error instanceof ProviderError && (error.fault === 'denied' || error.fault === 'gone')) return null;
      throw error;
    }
  }
}

function nameOf({ name, displayName, properties }: ManagementGroup): string {
  return displayName ?? properties?.displayName ?? name;
}

function nodesOf(group: ManagementGroup, left: Map<string, Subscription>): HierarchyNode[] {
  return (group.children ?? group.properties?.children ?? []).flatMap((child): HierarchyNode[] => {
    if (!/subscriptions$/i.test(child.type ?? '')) {
      return [{ type: 'ORGANIZATIONAL_UNIT', id: child.name, name: nameOf(child), children: nodesOf(child, left) }];
    }
    const subscription = left.get(child.name.toLowerCase());
    left.delete(child.name.toLowerCase());
    return subscription ? [accountNode(subscription)] : [];
  });
}

function accountNode({ subscriptionId, displayName }: Subscription): HierarchyNode {
  return { type: 'ACCOUNT', id: subscriptionId, name: displayName ?? subscriptionId, children: [] };
}
