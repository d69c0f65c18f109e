import { ACCESS_LEVELS, type AccessLevel } from '@cam/contracts/server';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { isOneOf } from '../../../platform/db/is-one-of';
import { countsAt } from '../../store/tiers';
import { holdsAt, type Span } from '../../store/validity';
import type { Pair } from '../explain/read-pair-access';

/** The access that a request is about: a level, or actions of the provider. */
export interface WantedAccess {
  level: AccessLevel | null;
  actions: readonly string[];
}

/** The access of an identity to a resource. */
export interface HeldAccess {
  levels: AccessLevel[];
  /** Names of the allowed actions in lower case. */
  actions: ReadonlySet<string>;
}

/** Resources of tiers 0 to 3. */
export type ResourcesByTier = [number, number, number, number];

const NO_ACCESS: HeldAccess = { levels: [], actions: new Set() };

/** Returns whether an access has all that is wanted, perhaps under conditions. */
export function isEnough(held: HeldAccess, wanted: WantedAccess): boolean {
  return missingOf(held, wanted).length === 0;
}

/** Returns the names that wanted access is made of, as far as an access has them: levels, or actions in lower case. */
export function namesOf({ levels, actions }: HeldAccess, { level }: WantedAccess): ReadonlySet<string> {
  return level === null ? actions : new Set(levels);
}

/** Returns the names of wanted access that an identity lacks; all of them if it has the access, so that other units are found that give it. */
export function lackingOf(held: HeldAccess, wanted: WantedAccess): string[] {
  const missing = missingOf(held, wanted);
  return missing.length > 0 ? missing : missingOf(NO_ACCESS, wanted);
}

function missingOf(held: HeldAccess, wanted: WantedAccess): string[] {
  const names = namesOf(held, wanted);
  const all = wanted.level === null ? wanted.actions.map((action) => action.toLowerCase()) : [wanted.level];
  return [...new Set(all)].filter((name) => !names.has(name));
}

export const pairKey = ({ identityUri, resourceUri }: Pair): string => `${identityUri}\n${resourceUri}`;

/** Returns the levels whose modes are granted, perhaps under conditions. @param modes of READ, WRITE and ADMIN */
export function levelsOf(modes: readonly number[]): AccessLevel[] {
  return ACCESS_LEVELS.filter((_level, index) => (modes[index] ?? 0) > 0);
}

/** Returns the access of pairs now, by `pairKey`. Runs inside the caller's transaction, also in that of a trial. */
export async function readHeldAccess(tx: Tx, tenantId: string, pairs: readonly Pair[]): Promise<(pair: Pair) => HeldAccess> {
  const { rows } = await sql<{ identity: string; resource: string; modes: number[]; sets: string[] }>`
    select w.identity, w.resource, array[max(a.read_mode), max(a.write_mode), max(a.admin_mode)]::int[] modes, array_agg(distinct a.action_set) sets
    from jsonb_to_recordset(${JSON.stringify(pairs.map(({ identityUri, resourceUri }) => ({ identity: identityUri, resource: resourceUri })))}::jsonb)
        w("identity" text, "resource" text)
      join graph_entity i on i.uri = w.identity and i.is_identity and ${holdsAt('i', tenantId, null)}
      join graph_profile_class p on p.profile_id = i.profile_id and ${holdsAt('p', tenantId, null)}
      join graph_access a on a.pclass_id = p.pclass_id and ${holdsAt('a', tenantId, null)}
      join graph_entity k on k.uri = w.resource and k.class_id = a.class_id and k.is_resource and ${holdsAt('k', tenantId, null)}
    where greatest(a.read_mode, a.write_mode, a.admin_mode) > 0 group by 1, 2`.execute(tx);
  const actionsOf = await readActionSets(
    tx,
    tenantId,
    rows.flatMap(({ sets }) => sets),
  );
  const held = new Map(
    rows.map(({ identity: identityUri, resource: resourceUri, modes, sets }) => [
      pairKey({ identityUri, resourceUri }),
      { levels: levelsOf(modes), actions: actionsOf(sets) },
    ]),
  );
  return (pair) => held.get(pairKey(pair)) ?? NO_ACCESS;
}

/** Returns a function that joins sets of actions, as names in lower case. */
export async function readActionSets(tx: Tx, tenantId: string, ids: readonly string[]): Promise<(ids: readonly string[]) => ReadonlySet<string>> {
  const { rows } = await sql<{ id: string; actions: Record<string, string> }>`
    select s.set_id id, s.actions from graph_action_set s
    where s.tenant_id = ${tenantId} and ${isOneOf('s.set_id', ids)}`.execute(tx);
  const known = new Map(rows.map(({ id, actions }) => [id, Object.keys(actions).map((name) => name.toLowerCase())]));
  return (some) => new Set(some.flatMap((id) => known.get(id) ?? []));
}

/**
 * Counts the resources to which an identity gains a kind of access over a span, by their present tier.
 * @param exceptUri a resource that does not count
 */
export async function readGainedReach(
  tx: Tx,
  tenantId: string,
  { since, until }: Span,
  { identityUri, exceptUri }: { identityUri: string; exceptUri: string },
): Promise<ResourcesByTier> {
  const kindsAt = (snapshot: number) => sql`
    select a.class_id, max(least(a.read_mode, 1)) + 2 * max(least(a.write_mode, 1)) + 4 * max(least(a.admin_mode, 1)) kinds
    from graph_entity i
      join graph_profile_class p on p.profile_id = i.profile_id and ${holdsAt('p', tenantId, snapshot)}
      join graph_access a on a.pclass_id = p.pclass_id and ${holdsAt('a', tenantId, snapshot)}
    where ${holdsAt('i', tenantId, snapshot)} and i.is_identity and i.uri = ${identityUri} group by 1`;
  const reachAt = (snapshot: number, kinds: 'before' | 'after') => sql`
    select k.uri, bit_or(c.kinds) kinds from ${sql.ref(kinds)} c
      join graph_entity k on k.class_id = c.class_id and k.is_resource and ${holdsAt('k', tenantId, snapshot)} where c.kinds > 0 group by 1`;
  const { rows } = await sql<{ tier: number; count: number }>`
    with before as materialized (${kindsAt(since)}), after as materialized (${kindsAt(until)}),
      old as materialized (${reachAt(since, 'before')}), new as materialized (${reachAt(until, 'after')}),
      ranked as materialized (select m.uri, min(m.tier)::int tier from tier_member m where ${countsAt('m', tenantId, null)} and m.tier is not null group by 1)
    select coalesce(r.tier, 3) tier, count(*)::int count from new n left join old o on o.uri = n.uri left join ranked r on r.uri = n.uri
    where n.uri <> ${exceptUri} and (n.kinds & ~coalesce(o.kinds, 0)) <> 0 group by 1`.execute(tx);
  const gained: ResourcesByTier = [0, 0, 0, 0];
  for (const { tier, count } of rows) gained[tier as 0] += count;
  return gained;
}
