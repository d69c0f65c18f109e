import type { MemoryEdge, MemoryEntity, MemoryGraph, MemoryWay } from './memory-graph';

/** One row of an answer: the URIs of who reaches what. */
export type Pair = readonly [identity: string, resource: string];

/** A question about access as a program asks it that has the graph in memory. Absent: anything will do. */
export interface Asked {
  who: (identity: MemoryEntity) => boolean;
  what: (resource: MemoryEntity) => boolean;
  edge?: (edge: MemoryEdge) => boolean;
  way?: (way: MemoryWay, edge: MemoryEdge) => boolean;
  pair?: (identity: MemoryEntity, resource: MemoryEntity, way: MemoryWay, edge: MemoryEdge) => boolean;
}

const PAGE = 20;

/** The first page of an answer: identities by name, each with its resources by type, class and name. Classes that fit are found once. */
export function firstPage(graph: MemoryGraph, asked: Asked): Pair[] {
  const reaching = reachingOf(graph, asked);
  const rows: Pair[] = [];
  for (const identity of graph.entities) {
    if (!identity.acts || !asked.who(identity)) continue;
    const found = new Map<string, MemoryEntity>();
    for (const way of graph.ways.get(identity.profile) ?? []) {
      for (const edge of reaching(way.edgeClass)) {
        if (asked.way && !asked.way(way, edge)) continue;
        for (const resource of graph.members.get(edge.class) ?? [])
          if (asked.what(resource) && (!asked.pair || asked.pair(identity, resource, way, edge))) found.set(resource.id, resource);
      }
    }
    const sorted = [...found.values()].sort(byPlace);
    for (const resource of sorted) rows.push([identity.uri, resource.uri]);
    if (rows.length > PAGE) break;
  }
  return rows.slice(0, PAGE);
}

/** Whether somebody reaches something that fits. */
export function reaches(graph: MemoryGraph, what: Asked['what']): (identity: MemoryEntity) => boolean {
  const reaching = reachingOf(graph, { who: () => true, what });
  return ({ profile }) => (graph.ways.get(profile) ?? []).some(({ edgeClass }) => reaching(edgeClass).length > 0);
}

/** The edges of a class of principals that fit and lead to a class with a resource that fits. */
function reachingOf({ edges, members }: MemoryGraph, { what, edge: fits }: Asked): (edgeClass: string) => readonly MemoryEdge[] {
  const classes = new Map<string, boolean>();
  const known = new Map<string, MemoryEdge[]>();
  const holds = (id: string): boolean => {
    const held = classes.get(id) ?? (members.get(id) ?? []).some(what);
    classes.set(id, held);
    return held;
  };
  return (edgeClass) => {
    const found = known.get(edgeClass) ?? (edges.get(edgeClass) ?? []).filter((edge) => (!fits || fits(edge)) && holds(edge.class));
    known.set(edgeClass, found);
    return found;
  };
}

function byPlace(a: MemoryEntity, b: MemoryEntity): number {
  return compare(a.type, b.type) || compare(a.class, b.class) || compare(a.name, b.name) || compare(a.id, b.id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** When whoever acts at the end of a way last used a resource, ISO 8601; empty: never, as far as logs tell. */
export function lastUse(graph: MemoryGraph, identity: MemoryEntity, resource: MemoryEntity, way: MemoryWay): string {
  const acting = graph.byUri.get(way.hops.at(-1)?.uri ?? identity.uri) ?? identity;
  const isGroup = way.hops.length === 0 && (identity.type === 'GROUP' || identity.type === 'FEDERATED_GROUP');
  const actors = [acting.native, acting.email, ...(isGroup ? (graph.groups.get(identity.native) ?? []) : [])];
  const service = resource.native.startsWith('arn:') ? `service ${resource.native.split(':')[2]}` : null;
  let last = '';
  for (const actor of actors) {
    for (const on of [resource.native, ...(service ? [service] : [])]) {
      const at = graph.uses.get(`${actor} ${on}`) ?? '';
      if (at > last) last = at;
    }
  }
  return last;
}

/** Whether a log would tell of some use that the edge gives, and has for so long, of an identity and a way that are as old. */
export function isJudged(
  { logs }: MemoryGraph,
  identity: MemoryEntity,
  resource: MemoryEntity,
  way: MemoryWay,
  edge: MemoryEdge,
  day: string,
): boolean {
  const log = logs.get(edge.source);
  if (!log || log.since > day || identity.created > day || way.young || edge.young) return false;
  const silent = logs.get(resource.source)?.silent ?? new Set();
  return ['READ', 'WRITE', 'ADMIN'].some(
    (kind, index) => (edge.modes[index] ?? 0) > 0 && !silent.has(kind) && !silent.has(`${kind} ${resource.type}`),
  );
}
