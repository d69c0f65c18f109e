import type { AccessPath, AccessRow } from '@cam/contracts';
import { actionsInWords } from '../actions-words';

export interface GraphNode {
  id: string;
  name: string;
  type: string;
}

export interface GraphLink {
  from: string;
  to: string;
  /** In words, from the first to the second. */
  relation: string;
  /** In words; none: always. */
  conditions: readonly string[];
  /** What is shown went by it. */
  isGoneBy?: boolean;
}

export interface GraphData {
  nodes: GraphNode[];
  links: GraphLink[];
  /** What there was no room for. */
  left: number;
}

/** More are not drawn: nobody could read them. */
export const NODE_BUDGET = 60;

/** All paths from an identity to a resource as one graph; what several of them share is there once. */
export function graphOfPaths(paths: readonly AccessPath[], budget = NODE_BUDGET): GraphData {
  const builder = new GraphBuilder(budget);
  for (const { hops } of paths) {
    // What is written into a user itself has the address of that user.
    const ids = hops.map(({ uri, type, name }) => builder.node({ id: `${type} ${uri} ${name}`, name, type }));
    hops.forEach(({ relation, conditions }, index) => {
      // What stands on a resource itself grants nothing further on.
      if (index > 0 && ids[index - 1] !== ids[index]) builder.link({ from: ids[index - 1] ?? '', to: ids[index] ?? '', relation, conditions });
    });
  }
  return builder.data();
}

/** Who reaches what on one page. */
export function graphOfRows(rows: readonly AccessRow[], budget = NODE_BUDGET): GraphData {
  const builder = new GraphBuilder(budget);
  for (const row of rows) {
    const identity = row.identity_uri === '' ? null : builder.node({ id: row.identity_uri, name: row.identity, type: row.identity_type });
    const resource = row.resource_uri === '' ? null : builder.node({ id: row.resource_uri, name: row.resource, type: row.resource_type });
    if (identity !== null && resource !== null)
      builder.link({ from: identity, to: resource, relation: `may ${actionsInWords(row.actions_str)}`, conditions: [] });
  }
  return builder.data();
}

class GraphBuilder {
  readonly #nodes = new Map<string, GraphNode>();
  readonly #links = new Map<string, GraphLink>();
  readonly #left = new Set<string>();

  constructor(private readonly budget: number) {}

  node(node: GraphNode): string {
    if (this.#nodes.has(node.id)) return node.id;
    if (this.#nodes.size < this.budget) this.#nodes.set(node.id, node);
    else this.#left.add(node.id);
    return node.id;
  }

  link(link: GraphLink): void {
    if (this.#nodes.has(link.from) && this.#nodes.has(link.to)) this.#links.set(`${link.from} ${link.relation} ${link.to}`, link);
  }

  data(): GraphData {
    return { nodes: [...this.#nodes.values()], links: [...this.#links.values()], left: this.#left.size };
  }
}
