import type { MemoryEdge, MemoryEntity, MemoryGraph, MemoryPath } from './memory-graph';

/** One row of a result: the URIs of an identity and a resource. */
export type Pair = readonly [identity: string, resource: string];

/** Filters of an access query on the graph in memory. Absent filters match everything. */
export interface AccessFilter {
  who: (identity: MemoryEntity) => boolean;
  what: (resource: MemoryEntity) => boolean;
  edge?: (edge: MemoryEdge) => boolean;
  way?: (way: MemoryPath, edge: MemoryEdge) => boolean;
  pair?: (identity: MemoryEntity, resource: MemoryEntity, way: MemoryPath, edge: MemoryEdge) => boolean;
}

const PAGE = 20;

/** Returns the first page of a result: identities by name, each with its resources by type, class and name. Matching classes are found once. */
export function firstPage(graph: MemoryGraph, filter: AccessFilter): Pair[] {
  const reaching = reachingOf(graph, filter);
  const rows: Pair[] = [];
  for (const identity of graph.entities) {
    if (!identity.acts || !filter.who(identity)) continue;
    const found = new Map<string, MemoryEntity>();
    for (const path of graph.paths.get(identity.profile) ?? []) {
      for (const edge of reaching(path.edgeClass)) {
        if (filter.way && !filter.way(path, edge)) continue;
        for (const resource of graph.members.get(edge.class) ?? [])
          if (filter.what(resource) && (!filter.pair || filter.pair(identity, resource, path, edge))) found.set(resource.id, resource);
      }
    }
    const sorted = [...found.values()].sort(byPlace);
    for (const resource of sorted) rows.push([identity.uri, resource.uri]);
    if (rows.length > PAGE) break;
  }
  return rows.slice(0, PAGE);
}

/** Returns a function that tells whether an identity can access a matching resource. */
export function reaches(graph: MemoryGraph, what: AccessFilter['what']): (identity: MemoryEntity) => boolean {
  const reaching = reachingOf(graph, { who: () => true, what });
  return ({ profile }) => (graph.paths.get(profile) ?? []).some(({ edgeClass }) => reaching(edgeClass).length > 0);
}

/** Returns a function that finds the matching edges from a class of principals to classes with a matching resource. */
function reachingOf({ edges, members }: MemoryGraph, { what, edge: fits }: AccessFilter): (edgeClass: string) => readonly MemoryEdge[] {
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

/** Returns when the last identity of an access path last used a resource, ISO 8601. Empty if no log contains a use. */
export function lastUse(graph: MemoryGraph, identity: MemoryEntity, resource: MemoryEntity, way: MemoryPath): string {
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

/** Returns whether logs cover some use of the edge since a day, for an identity and a path that existed by then. */
export function isJudged(
  { logs }: MemoryGraph,
  identity: MemoryEntity,
  resource: MemoryEntity,
  way: MemoryPath,
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
