import type { AccessPath, AlertGraph } from '@cam/contracts/server';

/** An access path, and whether the activity used it. */
export interface FoundPath {
  hops: AccessPath['hops'];
  isGone: boolean;
}

/** Limit of the graph: more nodes are unreadable. */
const MOST_NODES = 60;

/**
 * Merges access paths into one graph with shared nodes and links.
 * @param left resources already left out
 * @returns the graph, and the ids of the links on used paths
 */
export function graphOfPaths(foundPaths: readonly FoundPath[], left: number): { graph: AlertGraph; goneBy: string[] } {
  const nodes = new Map<string, AlertGraph['nodes'][number]>();
  const links = new Map<string, AlertGraph['links'][number]>();
  const goneBy = new Set<string>();
  const paths: string[][] = [];
  const leftOut = new Set<string>();
  for (const { hops, isGone } of foundPaths) {
    const steps = hops.map((hop) => ({ id: idOf(hop), name: hop.name, type: hop.type }));
    const added = steps.filter(({ id }) => !nodes.has(id));
    if (nodes.size + added.length > MOST_NODES) {
      const end = steps.at(-1)?.id;
      if (end !== undefined && !nodes.has(end)) leftOut.add(end);
      continue;
    }
    for (const node of added) nodes.set(node.id, node);
    const path = hops.slice(1).map(({ relation, conditions }, index) => {
      const [from = '', to = ''] = [steps[index]?.id, steps[index + 1]?.id];
      const key = `${from} ${relation} ${to}`;
      const link = links.get(key) ?? { id: `e${links.size + 1}`, from, to, relation, conditions };
      links.set(key, link);
      if (isGone) goneBy.add(link.id);
      return link.id;
    });
    paths.push(path);
  }
  return {
    graph: { nodes: [...nodes.values()], links: [...links.values()], paths, left: left + [...leftOut].filter((id) => !nodes.has(id)).length },
    goneBy: [...goneBy],
  };
}

/** An inline policy has the URI of its user, so the id adds type and name. */
function idOf({ uri, type, name }: FoundPath['hops'][number]): string {
  return uri.split(':')[4] === type ? uri : `${uri} ${type} ${name}`;
}
