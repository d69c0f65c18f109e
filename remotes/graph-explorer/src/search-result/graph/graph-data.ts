import { describeActions, entityAddress, type AccessPath, type AccessRow } from '@cam/contracts';

/** A node of an access graph. */
export interface GraphNode {
  id: string;
  name: string;
  type: string;
  /** The URI of the entity, by which its tier is known; absent for a part of a path that is none. */
  uri?: string;
  /** The tier that a rule assigns; absent without one. */
  tier?: number;
  /** Address of its page; null for a policy or another part of a path without a page. */
  to?: string | null;
}

/** A directed link between two nodes. */
export interface GraphLink {
  from: string;
  to: string;
  /** A verb phrase from the first node to the second: "may assume". */
  relation: string;
  /** Phrases. Empty if the link is unconditional. */
  conditions: readonly string[];
  /** True if the activity of the alert used the link. */
  isHighlighted?: boolean;
}

/** The nodes and links to draw. */
export interface GraphData {
  nodes: GraphNode[];
  links: GraphLink[];
  /** The number of nodes beyond the budget. */
  omitted: number;
}

/** The maximum number of nodes in a readable drawing. */
export const NODE_BUDGET = 60;

/** Merges all access paths between an identity and a resource into one graph. Shared nodes and links appear once. */
export function graphOfPaths(paths: readonly AccessPath[], budget = NODE_BUDGET): GraphData {
  const builder = new GraphBuilder(budget);
  for (const { hops } of paths) {
    // An inline policy has the URI of its user, so the id needs the type and the name.
    const ids = hops.map(({ uri, type, name }) => builder.node({ ...nodeOf(uri, name, type), id: `${type} ${uri} ${name}` }));
    hops.forEach(({ relation, conditions }, index) => {
      // A policy attached to the resource itself needs no link to that resource.
      if (index > 0 && ids[index - 1] !== ids[index]) builder.link({ from: ids[index - 1] ?? '', to: ids[index] ?? '', relation, conditions });
    });
  }
  return builder.data();
}

/** Builds the graph of the access paths on one page of results. */
export function graphOfRows(rows: readonly AccessRow[], budget = NODE_BUDGET): GraphData {
  const builder = new GraphBuilder(budget);
  for (const row of rows) {
    const identity = row.identity_uri === '' ? null : builder.node(nodeOf(row.identity_uri, row.identity, row.identity_type));
    const resource = row.resource_uri === '' ? null : builder.node(nodeOf(row.resource_uri, row.resource, row.resource_type));
    if (identity !== null && resource !== null)
      builder.link({
        from: identity,
        to: resource,
        relation: `may ${describeActions(row.actions_str, row.conditional_actions_str)}`,
        conditions: [],
      });
  }
  return builder.data();
}

function nodeOf(uri: string, name: string, type: string): GraphNode {
  // An inline policy has the URI of its owner, whose page and tier it must not claim.
  const isEntity = uri.split(':')[4] === type;
  return { id: uri, name, type, ...(isEntity ? { uri } : {}), to: isEntity ? entityAddress(uri) : null };
}

/** Returns the graph with the tiers of its entities, which are known by URI. */
export function withTiers(data: GraphData, tiers: ReadonlyMap<string, number>): GraphData {
  if (tiers.size === 0) return data;
  return {
    ...data,
    nodes: data.nodes.map((node) => {
      const tier = tiers.get(node.uri ?? '');
      return tier === undefined ? node : { ...node, tier };
    }),
  };
}

class GraphBuilder {
  readonly #nodes = new Map<string, GraphNode>();
  readonly #links = new Map<string, GraphLink>();
  readonly #omitted = new Set<string>();

  constructor(private readonly budget: number) {}

  node(node: GraphNode): string {
    if (this.#nodes.has(node.id)) return node.id;
    if (this.#nodes.size < this.budget) this.#nodes.set(node.id, node);
    else this.#omitted.add(node.id);
    return node.id;
  }

  link(link: GraphLink): void {
    if (this.#nodes.has(link.from) && this.#nodes.has(link.to)) this.#links.set(`${link.from} ${link.relation} ${link.to}`, link);
  }

  data(): GraphData {
    return { nodes: [...this.#nodes.values()], links: [...this.#links.values()], omitted: this.#omitted.size };
  }
}
