import type { Entity } from './model';
import type { ProfileHop } from './grant';

/** A node on an access path. */
export type Node = Pick<Entity, 'uri' | 'type' | 'name' | 'accountId'>;

/** A link from an identity to another one that it may act as, or to a group that it belongs to. */
export interface Link {
  to: Node;
  relation: string;
  conditions: string[];
  /** The group through which the identity may act, if any. */
  group: Node | null;
  /** The target is a group. Members may act as what the group may act as; they already have its access in their own class. */
  isMembership: boolean;
}

/** A path from an identity to a class of principals that it is or can act as, with the hops. */
export interface ClassPath {
  pclassId: string;
  hops: ProfileHop[];
  conditional: boolean;
}

interface VisitedNode {
  uri: string;
  hops: ProfileHop[];
  isMembership: boolean;
}

/** The graph in which paths are searched. */
export interface LinkGraph {
  linksOf(uri: string): Iterable<Link>;
  classesOf(uri: string): Iterable<string>;
}

/**
 * Returns every class of principals that an identity is or can act as, with the hops, by breadth-first search. It takes the shortest unconditional
 * path, or else the shortest path. It stops at cycles.
 */
export function findPaths(graph: LinkGraph, uri: string): ClassPath[] {
  const possible = reach(graph, uri, () => true);
  const isConditional = [...possible.values()].some(({ hops }) => hops.some(({ conditions }) => conditions.length > 0));
  const always = isConditional ? reach(graph, uri, (link) => link.conditions.length === 0) : possible;
  const paths = new Map<string, ClassPath>();
  for (const pclassId of graph.classesOf(uri)) paths.set(pclassId, { pclassId, hops: [], conditional: false });
  for (const [key, path] of possible) {
    const { uri: holder, hops, isMembership } = always.get(key) ?? path;
    if (isMembership) continue;
    const conditional = hops.some(({ conditions }) => conditions.length > 0);
    for (const pclassId of graph.classesOf(holder)) if (!paths.has(pclassId)) paths.set(pclassId, { pclassId, hops, conditional });
  }
  return [...paths.values()];
}

function reach(graph: LinkGraph, start: string, counts: (link: Link) => boolean): Map<string, VisitedNode> {
  const found = new Map<string, VisitedNode>();
  let frontier: VisitedNode[] = [{ uri: start, hops: [], isMembership: false }];
  while (frontier.length > 0) {
    const following: VisitedNode[] = [];
    for (const from of frontier) {
      for (const link of graph.linksOf(from.uri)) {
        const key = `${link.isMembership ? 'in' : 'as'} ${link.to.uri}`;
        if (!counts(link) || found.has(key) || link.to.uri === start) continue;
        const visited = { uri: link.to.uri, hops: [...from.hops, ...hopsOf(link)], isMembership: link.isMembership };
        found.set(key, visited);
        following.push(visited);
      }
    }
    frontier = following;
  }
  return found;
}

/** The hops of each link. An administrator's thousands of paths share those of a few links. */
const hopsOfLinks = new WeakMap<Link, ProfileHop[]>();

function hopsOf(link: Link): ProfileHop[] {
  const { to, relation, conditions, group } = link;
  const known = hopsOfLinks.get(link) ?? [...(group ? [toHop(group, 'member of', [])] : []), toHop(to, relation, conditions)];
  hopsOfLinks.set(link, known);
  return known;
}

function toHop({ uri, type, name, accountId }: Node, relation: string, conditions: string[]): ProfileHop {
  return { uri, type, name, account_id: accountId, relation, conditions };
}
