import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { groupBy } from '../../../platform/group-by';
import type { StoredEntity } from '../read-holders';
import { PATHS_WITH_HOPS } from '../../store/hops';
import { readPaths } from '../../store/read-paths';
import { Drawing, type RollUp } from './drawing';
import { holdsNow, type InventoryScope } from './parts';

/** Draws the access of an identity: itself, the identities that it assumes, and the resource types at the end. */
export async function rollUpOfIdentity(tx: Tx, scope: InventoryScope, identity: StoredEntity): Promise<RollUp> {
  const paths = await readPaths(tx, { tenantId: scope.tenantId, snapshotId: null }, identity);
  const drawing = new Drawing();
  drawing.node({ id: identity.uri, type: identity.type, name: identity.name, uri: identity.uri, count: 1, layer: 0 });
  if (paths.length === 0) return drawing.finished();
  const { rows } = await sql<{ pclass_id: string; type: string; n: number; conditional: boolean }>`
    select a.pclass_id, a.type, sum(a.resources)::int n, max(greatest(a.read_mode, a.write_mode, a.admin_mode)) < 2 conditional
    from graph_reach a where a.tenant_id = ${scope.tenantId} and a.pclass_id in (${sql.join(paths.map(({ pclassId }) => pclassId))})
    group by 1, 2 having sum(a.resources) > 0 order by 3 desc`.execute(tx);
  const targetsByClass = groupBy(rows, (row) => row.pclass_id);
  const depth = Math.max(...paths.map(({ hops }) => hops.length)) + 1;
  for (const { pclassId, hops, conditional } of paths) {
    const targets = targetsByClass.get(pclassId) ?? [];
    if (targets.length === 0) continue;
    const before = drawing.steps(identity.uri, hops);
    for (const { type, n, conditional: isConditional } of targets) {
      const id = drawing.node({ id: `type ${type}`, type, name: '', uri: '', count: n, layer: depth });
      const node = drawing.nodes.get(id);
      if (node) node.count = Math.max(node.count, n);
      drawing.link(before, id, 'reaches', conditional || isConditional);
    }
  }
  return drawing.finished();
}

/** Draws the access to a resource: identities by type, the identities that they assume last, and the resource. */
export async function rollUpOfResource(tx: Tx, scope: InventoryScope, resource: StoredEntity): Promise<RollUp> {
  const drawing = new Drawing();
  drawing.node({ id: resource.uri, type: resource.type, name: resource.name, uri: resource.uri, count: 1, layer: 2 });
  if (resource.classId === null) return drawing.finished();
  const { rows } = await sql<{ uri: string | null; name: string | null; type: string | null; who: string; n: number; conditional: boolean }>`
    with path as materialized (
      select p.profile_id, p.hops -> -1 ->> 'uri' uri, p.hops -> -1 ->> 'name' as name, p.hops -> -1 ->> 'type' as type,
        bool_and(p.conditional or greatest(a.read_mode, a.write_mode, a.admin_mode) < 2) conditional
      from graph_access a join ${PATHS_WITH_HOPS} p on p.pclass_id = a.pclass_id and ${holdsNow('p', scope)}
      where ${holdsNow('a', scope)} and a.class_id = ${resource.classId} group by 1, 2, 3, 4
    ),
    -- An identity has one profile: those of each are counted once, whichever paths it has.
    sizes as materialized (
      select i.profile_id, i.type, count(*) n from graph_entity i
      where ${holdsNow('i', scope)} and i.is_identity and i.profile_id = any(array(select distinct w.profile_id from path w)) group by 1, 2
    )
    select w.uri, w.name, w.type, s.type who, sum(s.n)::int n, bool_and(w.conditional) conditional
    from path w join sizes s on s.profile_id = w.profile_id group by 1, 2, 3, 4 order by 5 desc limit 200`.execute(tx);
  for (const { uri, name, type, who, n, conditional } of rows) {
    const people = drawing.node({ id: `type ${who}`, type: who, name: '', uri: '', count: n, layer: 0 });
    const node = drawing.nodes.get(people);
    if (node) node.count = Math.max(node.count, n);
    if (uri === null) {
      drawing.link(people, resource.uri, 'reach it themselves', conditional);
      continue;
    }
    const acting = drawing.node({ id: uri, type: type ?? '', name: name ?? '', uri, count: 1, layer: 1 });
    drawing.link(people, acting, 'act as', conditional);
    drawing.link(acting, resource.uri, 'reaches', conditional);
  }
  return drawing.finished();
}
