import type { ProfileHop } from '../../engine/grant';

export interface RollUpNode {
  id: string;
  type: string;
  name: string;
  uri: string;
  count: number;
  layer: number;
}

export interface RollUpLink {
  from: string;
  to: string;
  label: string;
  conditional: boolean;
}

export interface RollUp {
  nodes: RollUpNode[];
  links: RollUpLink[];
}

/** More nodes of a layer are drawn as one. */
const MOST_OF_A_LAYER = 9;

/** Nodes in layers from left to right, with the links between them. */
export class Drawing {
  readonly nodes = new Map<string, RollUpNode>();
  readonly links = new Map<string, RollUpLink>();

  node(node: RollUpNode): string {
    const known = this.nodes.get(node.id);
    if (!known) this.nodes.set(node.id, { ...node });
    else known.layer = Math.max(known.layer, node.layer);
    return node.id;
  }

  link(from: string, to: string, label: string, conditional: boolean): void {
    if (from === to) return;
    const key = `${from} ${to}`;
    const known = this.links.get(key);
    this.links.set(key, known ? { ...known, conditional: known.conditional && conditional } : { from, to, label, conditional });
  }

  /** Adds the identities assumed on a path, from left to right. Returns the last one. */
  steps(from: string, hops: readonly ProfileHop[]): string {
    return hops.reduce((before, hop, index) => {
      const id = this.node({ id: hop.uri, type: hop.type, name: hop.name, uri: hop.uri, count: 1, layer: index + 1 });
      this.link(before, id, hop.relation, hop.conditions.length > 0);
      return id;
    }, from);
  }

  /** Keeps the first nodes of each layer and merges the rest by type. */
  finished(most = MOST_OF_A_LAYER): RollUp {
    const renamed = new Map<string, string>();
    const kept: RollUpNode[] = [];
    for (const layer of new Set([...this.nodes.values()].map((node) => node.layer))) {
      const nodes = [...this.nodes.values()].filter((node) => node.layer === layer);
      const few = nodes.length > most ? nodes.slice(0, most - 1) : nodes;
      kept.push(...few);
      const rest = nodes.slice(few.length);
      if (rest.length === 0) continue;
      const id = `rest ${layer}`;
      kept.push({ id, type: rest[0]?.type ?? '', name: `${rest.length} more`, uri: '', count: rest.length, layer });
      for (const node of rest) renamed.set(node.id, id);
    }
    const links = new Map<string, RollUpLink>();
    for (const link of this.links.values()) {
      const [from, to] = [renamed.get(link.from) ?? link.from, renamed.get(link.to) ?? link.to];
      if (from !== to) links.set(`${from} ${to}`, { ...link, from, to });
    }
    return { nodes: kept, links: [...links.values()] };
  }
}
