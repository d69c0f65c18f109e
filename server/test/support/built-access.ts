import type { BuiltGraph } from '../../src/graph/pipeline/build-graph';

/** The access of an identity to a resource: modes of reading, writing and administering, and names of actions. */
export interface BuiltAccess {
  modes: number[];
  actions: Set<string>;
}

/** Returns the paths of an identity with the edges by which each reaches a resource. */
export function edgesBetween(graph: BuiltGraph, identityUri: string, resourceUri: string) {
  const rowOf = (uri: string) => graph.entities.find(({ entity }) => entity.uri === uri);
  const profileId = rowOf(identityUri)?.profileId;
  const classId = rowOf(resourceUri)?.classId;
  const paths = graph.profileClasses.filter((path) => path.profileId === profileId);
  return paths.flatMap((path) =>
    graph.access
      .filter((row) => row.pclassId === path.pclassId && row.classId === classId && row.read + row.write + row.admin > 0)
      .map((row) => ({ path, row })),
  );
}

/** Returns what every identity may do on every resource, by both URIs; pairs without access are left out. */
export function builtAccess(graph: BuiltGraph): Map<string, BuiltAccess> {
  const found = new Map<string, BuiltAccess>();
  for (const identity of graph.entities.filter(({ profileId }) => profileId !== null))
    for (const resource of graph.entities.filter(({ classId }) => classId !== null)) {
      const rows = edgesBetween(graph, identity.entity.uri, resource.entity.uri);
      if (rows.length === 0) continue;
      const most = (kind: 'read' | 'write' | 'admin'): number => Math.max(...rows.map(({ row }) => row[kind]));
      const actions = new Set(rows.flatMap(({ row }) => row.actionSet.names));
      found.set(`${identity.entity.uri} ${resource.entity.uri}`, { modes: [most('read'), most('write'), most('admin')], actions });
    }
  return found;
}
