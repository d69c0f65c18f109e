import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { ProfileHop } from '../engine/grant';

/**
 * Selects the rows of `graph_profile_class` with their `hops` and `step_types`. Very many paths of an organization have the same hops, so these are stored
 * once: a query that does not ask for them should read the table itself.
 */
export const PATHS_WITH_HOPS = sql`(
  select w.*, t.hops, t.step_types from graph_profile_class w join graph_hops t on t.tenant_id = w.tenant_id and t.hops_id = w.hops_id)`;

/** Ids of lists of hops. The paths of an identity share their lists. */
const known = new WeakMap<readonly ProfileHop[], string>();

/** Returns the id by which equal hops are stored once: a UUID from the SHA-256 digest of their text in the database. */
export function hopsIdOf(hops: readonly ProfileHop[]): string {
  const id = known.get(hops) ?? toUuid(hash('sha256', textOf(hops), 'hex'));
  known.set(hops, id);
  return id;
}

function toUuid(digest: string): string {
  return [digest.slice(0, 8), digest.slice(8, 12), digest.slice(12, 16), digest.slice(16, 20), digest.slice(20, 32)].join('-');
}

/** Returns hops as PostgreSQL writes a `jsonb` value: shorter keys first, with spaces after colons and commas. */
function textOf(hops: readonly ProfileHop[]): string {
  const of = (value: unknown): string => JSON.stringify(value);
  const all = hops.map(
    ({ uri, name, type, relation, account_id, conditions }) =>
      `{"uri": ${of(uri)}, "name": ${of(name)}, "type": ${of(type)}, "relation": ${of(relation)}, "account_id": ${of(account_id)}, "conditions": [${conditions.map(of).join(', ')}]}`,
  );
  return `[${all.join(', ')}]`;
}
