import type { Entity } from './model';
import type { ProfileHop } from './grant';

/** Something that a way leads through. */
export type Node = Pick<Entity, 'uri' | 'type' | 'name' | 'accountId'>;

/** From somebody to what they may act as, or to a group that they are in. */
export interface Link {
  to: Node;
  relation: string;
  conditions: string[];
  /** By which group, where what lets them is the group's. */
  group: Node | null;
  /** To a group: what it may act as, its members may; what it holds is theirs already, by their own class. */
  isMembership: boolean;
}

/** What an identity is or can become: a class of principals, and the steps to it. */
export interface ClassPath {
  pclassId: string;
  hops: ProfileHop[];
  conditional: boolean;
}

interface ReachedNode {
  uri: string;
  hops: ProfileHop[];
  isMembership: boolean;
}

/** The graph that ways are looked for in. */
export interface LinkGraph {
  linksOf(uri: string): Iterable<Link>;
  classesOf(uri: string): Iterable<string>;
}

/**
 * Every class of principals that an identity is or can become, breadth first, with the steps: what it acts as once each, by the shortest way
 * without conditions, or where there is none by the shortest way at all. Cycles end where they close.
 */
export function findPaths(graph: LinkGraph, uri: string): ClassPath[] {
  const possible = reach(graph, uri, () => true);
  const isConditional = [...possible.values()].some(({ hops }) => hops.some(({ conditions }) => conditions.length > 0));
  const always = isConditional ? reach(graph, uri, (link) => link.conditions.length === 0) : possible;
  const ways = new Map<string, ClassPath>();
  for (const pclassId of graph.classesOf(uri)) ways.set(pclassId, { pclassId, hops: [], conditional: false });
  for (const [key, way] of possible) {
    const { uri: holder, hops, isMembership } = always.get(key) ?? way;
    if (isMembership) continue;
    const conditional = hops.some(({ conditions }) => conditions.length > 0);
    for (const pclassId of graph.classesOf(holder)) if (!ways.has(pclassId)) ways.set(pclassId, { pclassId, hops, conditional });
  }
  return [...ways.values()];
}

function reach(graph: LinkGraph, start: string, counts: (link: Link) => boolean): Map<string, ReachedNode> {
  const found = new Map<string, ReachedNode>();
  let frontier: ReachedNode[] = [{ uri: start, hops: [], isMembership: false }];
  while (frontier.length > 0) {
    const following: ReachedNode[] = [];
    for (const from of frontier) {
      for (const link of graph.linksOf(from.uri)) {
        const key = `${link.isMembership ? 'in' : 'as'} ${link.to.uri}`;
        if (!counts(link) || found.has(key) || link.to.uri === start) continue;
        const reached = { uri: link.to.uri, hops: [...from.hops, ...hopsOf(link)], isMembership: link.isMembership };
        found.set(key, reached);
        following.push(reached);
      }
    }
    frontier = following;
  }
  return found;
}

function hopsOf({ to, relation, conditions, group }: Link): ProfileHop[] {
  return [...(group ? [toHop(group, 'member of', [])] : []), toHop(to, relation, conditions)];
}

function toHop({ uri, type, name, accountId }: Node, relation: string, conditions: string[]): ProfileHop {
  return { uri, type, name, account_id: accountId, relation, conditions };
}
