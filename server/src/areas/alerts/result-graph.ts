import type { AccessPath, AlertGraph } from '@cam/contracts/server';

/** A way, and whether what was found goes by it. */
export interface FoundPath {
  hops: AccessPath['hops'];
  isGone: boolean;
}

/** More nodes than these nobody could read. */
const MOST_NODES = 60;

/**
 * Ways as one graph; what several of them share is there once.
 * @param left resources for which there was no room before
 * @returns with the ids of the links that ways which are gone by are made of
 */
export function graphOfWays(ways: readonly FoundPath[], left: number): { graph: AlertGraph; goneBy: string[] } {
  const nodes = new Map<string, AlertGraph['nodes'][number]>();
  const links = new Map<string, AlertGraph['links'][number]>();
  const goneBy = new Set<string>();
  const paths: string[][] = [];
  const leftOut = new Set<string>();
  for (const { hops, isGone } of ways) {
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

/** A policy that lies inside of a user has the user's own address. */
function idOf({ uri, type, name }: FoundPath['hops'][number]): string {
  return uri.split(':')[4] === type ? uri : `${uri} ${type} ${name}`;
}
