import { sql } from 'kysely';
import type { ProfileHop } from '../engine/grant';
import { contentId, jsonbList, jsonbObject } from './content-id';

/**
 * Selects the rows of `graph_profile_class` with their `hops` and `step_types`. Very many paths of an organization have the same hops, so these are stored
 * once: a query that does not ask for them should read the table itself.
 */
export const PATHS_WITH_HOPS = sql`(
  select w.*, t.hops, t.step_types from graph_profile_class w join graph_hops t on t.tenant_id = w.tenant_id and t.hops_id = w.hops_id)`;

/** Ids of lists of hops. The paths of an identity share their lists. */
const known = new WeakMap<readonly ProfileHop[], string>();

const hopText = jsonbObject<ProfileHop>({ uri: true, name: true, type: true, relation: true, account_id: true, conditions: true });

/** Returns the id by which equal hops are stored once. */
export function hopsIdOf(hops: readonly ProfileHop[]): string {
  const id = known.get(hops) ?? contentId(jsonbList(hops, hopText));
  known.set(hops, id);
  return id;
}
