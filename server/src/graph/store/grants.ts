import { sql } from 'kysely';
import type { StoredGrant } from '../engine/grant';
import type { AccessRowRecord } from '../engine/graph-rows';
import { contentId, jsonbList, jsonbObject } from './content-id';

/**
 * Selects the rows of `graph_access` with their grants (`via`) and the names of their first `actions`. Many edges have the same ones, so these are stored once: a
 * query that does not ask for them should read the table itself.
 */
export const ACCESS_WITH_GRANTS = sql`(
  select w.*, t.via, t.actions from graph_access w join graph_grants t on t.tenant_id = w.tenant_id and t.grants_id = w.grants_id)`;

/** The grants and actions that equal edges share. */
export interface SharedGrants {
  via: readonly StoredGrant[];
  /** The first actions by name, in the order of the evaluation, which differs between the sources of one action set. */
  actions: readonly string[];
}

const grantText = jsonbObject<StoredGrant>({
  holder_type: true,
  holder_uri: true,
  holder_name: true,
  policy_id: true,
  policy_name: true,
  policy_uri: true,
  statement_index: true,
  effect: true,
  kinds: true,
  conditional_kinds: true,
  actions: true,
  conditions: true,
});

/** Returns the id by which equal grants are stored once. */
export function grantsIdOf({ via, actions }: SharedGrants): string {
  return contentId(`{"via": ${jsonbList(via, grantText)}, "actions": ${jsonbList(actions)}}`);
}

/** Grants of evaluated edges with their ids. The edges to resources that policies treat alike share their lists. */
const known = new WeakMap<AccessRowRecord['via'], SharedGrants & { id: string }>();

/** Returns the grants of an evaluated edge as they are stored, with their id. */
export function grantsOf({ via, actions }: Pick<AccessRowRecord, 'via' | 'actions'>): SharedGrants & { id: string } {
  const found = known.get(via);
  if (found?.actions === actions) return found;
  const shared = { via: via.map((grant) => ({ ...grant, actions: grant.actions.id })), actions };
  const made = { ...shared, id: grantsIdOf(shared) };
  known.set(via, made);
  return made;
}
