import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { linkPeople, PERSON_TYPES, type PersonLink, type SignInAs } from '../../engine/link-people';
import { toEntity } from '../../store/read-facts';
import { holdsNow, type InventoryScope } from '../counts/parts';

type EntityRow = Parameters<typeof toEntity>[0];

/** Finds the people behind the current accounts of a tenant. */
export async function findPeople(tx: Tx, scope: InventoryScope): Promise<PersonLink[]> {
  const { rows } = await sql<EntityRow>`
    select e.* from graph_entity e where ${holdsNow('e', scope)} and e.is_identity and e.type in (${sql.join([...PERSON_TYPES])}) order by e.uri`.execute(
    tx,
  );
  const { rows: relations } = await sql<{ from: string; to: string }>`
    select distinct m.child_id "from", m.parent_id "to" from graph_edge m where ${holdsNow('m', scope)} and m.kind = 'can_become'
      and m.parent_id in (select e.native_id from graph_entity e where ${holdsNow('e', scope)} and e.is_identity and e.type in (${sql.join([...PERSON_TYPES])}))`.execute(
    tx,
  );
  return linkPeople(rows.map(toEntity), relations satisfies SignInAs[]);
}
