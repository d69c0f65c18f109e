import type { AccessPath, AlertGraph, UsageEvent } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { ApiError } from '../../platform/http/errors';
import { queryOf } from './query-of';
import { graphOfPaths, type FoundPath } from './result-graph';
import { listObjects, type AlertRow } from './store';

export interface AlertGraphDependencies {
  graph: {
    /** Returns the access paths from an identity to a resource; 404 if one of them is not in the graph. */
    explain(tenantId: string, identityUri: string, resourceUri: string): Promise<{ paths: AccessPath[] }>;
  };
  queries: {
    /** Returns the events that a query finds in a time span, newest first. */
    eventsOf(tenantId: string, query: string, span: { since: Date; until: Date; most: number }): Promise<UsageEvent[]>;
  };
}

/** Resources whose access paths are drawn; each needs an evaluation of its policies. */
const MOST_RESOURCES = 12;
/** Events of an alert that are read for the actions on each resource. */
const MOST_EVENTS = 2000;

interface Reached {
  uri: string;
  /** The actions performed on the resource; null: the alert does not need them. */
  actions: ReadonlySet<string> | null;
}

/** Builds the graph in an alert's detail: the access paths that the alert's subject has to its resources, or that it used. */
export class AlertGraphs {
  constructor(
    private readonly ctx: Context,
    private readonly deps: AlertGraphDependencies,
  ) {}

  /** Returns null if there is no path: the alert is about a resource, its identity is unknown, or the access was removed. */
  async of(tenantId: string, alert: AlertRow): Promise<{ graph: AlertGraph; goneBy: string[] } | null> {
    const { reached, left } = await this.#reached(tenantId, alert);
    const foundPaths: FoundPath[] = [];
    for (const { uri, actions } of reached) {
      const paths = await this.#paths(tenantId, alert.subject_uri, uri);
      const used = actions && paths.filter(({ privileges }) => privileges.some((privilege) => actions.has(privilege.toLowerCase())));
      // If no path lists an action of the log, any of the paths may have granted it.
      for (const path of paths) foundPaths.push({ hops: path.hops, isGone: !used || used.length === 0 || used.includes(path) });
    }
    return foundPaths.length === 0 ? null : graphOfPaths(foundPaths, left);
  }

  async #reached(tenantId: string, alert: AlertRow): Promise<{ reached: Reached[]; left: number }> {
    if (alert.alert_type === 'ALERT_TYPE_GUARDRAIL') {
      const { rows, total } = await this.ctx.db.tenant(tenantId, (tx) =>
        listObjects(tx, tenantId, alert.alert_id, { offset: 0, limit: MOST_RESOURCES }),
      );
      return { reached: rows.map(({ object_uri: uri }) => ({ uri, actions: null })), left: total - rows.length };
    }
    const query = queryOf(alert);
    if (query === '' || alert.started_at === null || alert.ended_at === null) return { reached: [], left: 0 };
    const span = { since: new Date(alert.started_at), until: new Date(alert.ended_at), most: MOST_EVENTS };
    const events = await this.deps.queries.eventsOf(tenantId, query, span);
    const actionsOn = new Map<string, Set<string>>();
    for (const { resource_uri: uri, action, refused } of events) {
      if (uri === '' || refused) continue;
      actionsOn.set(uri, (actionsOn.get(uri) ?? new Set()).add(action.toLowerCase()));
    }
    const all = [...actionsOn].map(([uri, actions]) => ({ uri, actions }));
    return { reached: all.slice(0, MOST_RESOURCES), left: Math.max(0, all.length - MOST_RESOURCES) };
  }

  /** Returns the access paths; none if one of the two is no longer in the graph. */
  async #paths(tenantId: string, identityUri: string, resourceUri: string): Promise<AccessPath[]> {
    try {
      const { paths } = await this.deps.graph.explain(tenantId, identityUri, resourceUri);
      return paths.filter(({ actions_str: actions }) => actions !== '---');
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return [];
      throw error;
    }
  }
}
