import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import type { StoredEntity } from '../read-holders';
import { PATHS_WITH_HOPS } from '../../store/hops';
import { readPaths } from '../../store/read-paths';
import { Drawing, type RollUp } from './drawing';
import { holdsNow, type InventoryScope } from './parts';

/** More nodes of a layer are drawn as one. */
const MOST_OF_A_LAYER = 40;

/** The most single entities to read for a drawing. */
const MOST_READ = 200;

/** Draws like `rollUpOfIdentity`, but ends in single resources, by name. */
export async function pathsOfIdentity(tx: Tx, scope: InventoryScope, identity: StoredEntity): Promise<RollUp> {
  const paths = await readPaths(tx, { tenantId: scope.tenantId, snapshotId: null }, identity);
  const drawing = new Drawing();
  drawing.node({ id: identity.uri, type: identity.type, name: identity.name, uri: identity.uri, count: 1, layer: 0 });
  if (paths.length === 0) return drawing.finished();
  const { rows } = await sql<{ pclass_id: string; type: string; name: string; uri: string; conditional: boolean }>`
    select a.pclass_id, r.type, r.name, r.uri, max(greatest(a.read_mode, a.write_mode, a.admin_mode)) < 2 conditional
    from graph_access a join graph_entity r on r.class_id = a.class_id and ${holdsNow('r', scope)} and r.is_resource
    where ${holdsNow('a', scope)} and a.pclass_id in (${sql.join(paths.map(({ pclassId }) => pclassId))})
    group by 1, 2, 3, 4 order by 3, 4 limit ${MOST_READ}`.execute(tx);
  const depth = Math.max(...paths.map(({ hops }) => hops.length)) + 1;
  for (const { pclassId, hops, conditional } of paths) {
    const targets = rows.filter((row) => row.pclass_id === pclassId);
    if (targets.length === 0) continue;
    const before = drawing.steps(identity.uri, hops);
    for (const { type, name, uri, conditional: isConditional } of targets) {
      // A resource may also be an assumed identity.
      const id = drawing.node({ id: `reached ${uri}`, type, name, uri, count: 1, layer: depth });
      drawing.link(before, id, 'reaches', conditional || isConditional);
    }
  }
  return drawing.finished(MOST_OF_A_LAYER);
}

/** Draws like `rollUpOfResource`, but starts with single identities, by name. */
export async function pathsToResource(tx: Tx, scope: InventoryScope, resource: StoredEntity): Promise<RollUp> {
  const drawing = new Drawing();
  drawing.node({ id: resource.uri, type: resource.type, name: resource.name, uri: resource.uri, count: 1, layer: 2 });
  if (resource.classId === null) return drawing.finished();
  const { rows } = await sql<{
    by: { uri: string; name: string; type: string } | null;
    uri: string;
    name: string;
    type: string;
    conditional: boolean;
  }>`
    select p.hops -> -1 as by, i.uri, i.name, i.type, bool_and(p.conditional or greatest(a.read_mode, a.write_mode, a.admin_mode) < 2) conditional
    from graph_access a join ${PATHS_WITH_HOPS} p on p.pclass_id = a.pclass_id and ${holdsNow('p', scope)}
      join graph_entity i on i.profile_id = p.profile_id and ${holdsNow('i', scope)} and i.is_identity
    where ${holdsNow('a', scope)} and a.class_id = ${resource.classId} group by 1, 2, 3, 4 order by 3, 2 limit ${MOST_READ}`.execute(tx);
  for (const { by, conditional, ...identity } of rows) {
    const who = drawing.node({ id: `who ${identity.uri}`, ...identity, count: 1, layer: 0 });
    if (by === null) {
      drawing.link(who, resource.uri, 'reaches it itself', conditional);
      continue;
    }
    const acting = drawing.node({ id: by.uri, type: by.type, name: by.name, uri: by.uri, count: 1, layer: 1 });
    drawing.link(who, acting, 'acts as', conditional);
    drawing.link(acting, resource.uri, 'reaches', conditional);
  }
  return drawing.finished(MOST_OF_A_LAYER);
}
