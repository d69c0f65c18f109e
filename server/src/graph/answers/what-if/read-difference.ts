import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { changedResources, identitiesOfChanges } from '../../store/changed-rows';
import { PATHS_WITH_HOPS } from '../../store/hops';
import { holdsAt, type Span } from '../../store/validity';

/** One end of a pair. */
export interface PairEnd {
  uri: string;
  type: string;
  name: string;
  accountId: string;
  nativeId: string;
  sourceUid: string;
}

/** The access of a pair at one moment. */
export interface HeldAccess {
  /** The modes of READ, WRITE and ADMIN: 0 none, 1 conditional, 2 unconditional. */
  modes: readonly [number, number, number];
  /** Names of the allowed actions with their letters. */
  actions: ReadonlyMap<string, string>;
  /** URIs of the identities or roles at the end of the paths: those that make the calls. */
  actors: readonly string[];
}

/** A pair of identity and resource whose access differs between two moments. */
export interface ChangedPair {
  identity: PairEnd;
  resource: PairEnd;
  /** Null: no access. */
  before: HeldAccess | null;
  after: HeldAccess | null;
}

/** Identities compared in one statement. */
const TOGETHER = 50;

export interface DifferenceLimits {
  most: number;
  /** Reports whether time is up. */
  isLate: () => boolean;
}

/**
 * Returns the pairs whose allowed actions or modes differ between the ends of a span, by the names of both.
 * @returns `isComplete` false: there are more pairs, or time was up
 */
export async function readDifference(
  tx: Tx,
  tenantId: string,
  span: Span,
  { most, isLate }: DifferenceLimits,
): Promise<{ pairs: ChangedPair[]; isComplete: boolean }> {
  const identities = await readIdentities(tx, tenantId, span);
  const sets = new ActionSetReader(tx, tenantId);
  const pairs: ChangedPair[] = [];
  for (let start = 0; start < identities.length; start += TOGETHER) {
    if (isLate()) return { pairs, isComplete: false };
    const rows = await readPairs(tx, tenantId, span, identities.slice(start, start + TOGETHER), most + 1 - pairs.length);
    await sets.read(rows.flatMap(({ before, after }) => [...(before?.sets ?? []), ...(after?.sets ?? [])]));
    pairs.push(...rows.map((row) => toPair(row, sets)));
    if (pairs.length > most) return { pairs: pairs.slice(0, most), isComplete: false };
  }
  return { pairs, isComplete: true };
}

async function readIdentities(tx: Tx, tenantId: string, span: Span): Promise<string[]> {
  const { rows } = await sql<{ uri: string }>`select uri from (${identitiesOfChanges(tenantId, span)}) c order by uri collate "C"`.execute(tx);
  return rows.map(({ uri }) => uri);
}

interface RawAccess {
  modes: [number, number, number];
  sets: string[];
  actors: string[];
}

interface RawPair {
  identity: RawEntity;
  old: RawEntity | null;
  new: RawEntity | null;
  before: RawAccess | null;
  after: RawAccess | null;
}

interface RawEntity {
  uri: string;
  type: string;
  name: string;
  account_id: string;
  native_id: string;
  source_uid: string;
}

/** Compares class by class, and unfolds only classes that differ for the identity. */
async function readPairs(tx: Tx, tenantId: string, span: Span, identities: readonly string[], limit: number): Promise<RawPair[]> {
  const among = sql`any(${sql.val([...identities])}::text[])`;
  const accessAt = (snapshot: number) => sql`
    select i.uri, a.class_id, max(a.read_mode) r, max(a.write_mode) w, max(a.admin_mode) d,
      array_agg(distinct a.action_set order by a.action_set) sets, array_agg(distinct coalesce(p.hops -> -1 ->> 'uri', i.uri)) actors
    from graph_entity i
      join ${PATHS_WITH_HOPS} p on p.profile_id = i.profile_id and ${holdsAt('p', tenantId, snapshot)}
      join graph_access a on a.pclass_id = p.pclass_id and ${holdsAt('a', tenantId, snapshot)}
    where ${holdsAt('i', tenantId, snapshot)} and i.is_identity and i.uri = ${among} group by i.uri, a.class_id`;
  const resources = (snapshot: number) => sql`
    select d.uri as identity_uri, k.* from differing d
      join graph_entity k on k.class_id = d.class_id and k.is_resource and ${holdsAt('k', tenantId, snapshot)}`;
  const isDifferent = sql`(s.r, s.w, s.d, s.sets) is distinct from (u.r, u.w, u.d, u.sets)`;
  const { rows } = await sql<RawPair>`
    with since as materialized (${accessAt(span.since)}), until as materialized (${accessAt(span.until)}),
      changed_resource as materialized (${changedResources(tenantId, span)}),
      moved as (
        select k.class_id from graph_entity k join changed_resource t on t.uri = k.uri
        where (${holdsAt('k', tenantId, span.since)} or ${holdsAt('k', tenantId, span.until)}) and k.class_id is not null),
      differing as materialized (
        select coalesce(s.uri, u.uri) uri, coalesce(s.class_id, u.class_id) class_id
          from since s full join until u on u.uri = s.uri and u.class_id = s.class_id where ${isDifferent}
        union select uri, class_id from since where class_id in (select class_id from moved)
        union select uri, class_id from until where class_id in (select class_id from moved)),
      identity as (
        select distinct on (i.uri) i.* from graph_entity i
        where i.uri = ${among} and (${holdsAt('i', tenantId, span.since)} or ${holdsAt('i', tenantId, span.until)})
        order by i.uri, i.is_identity desc, i.valid_from desc)
    select ${entityOf('i')} as identity, ${entityOf('o')} as old, ${entityOf('n')} as new, ${accessOf('s')} as before, ${accessOf('u')} as after
    from (${resources(span.since)}) o
      full join (${resources(span.until)}) n on n.entity_id = o.entity_id and n.identity_uri = o.identity_uri
      join identity i on i.uri = coalesce(o.identity_uri, n.identity_uri)
      left join since s on s.uri = o.identity_uri and s.class_id = o.class_id
      left join until u on u.uri = n.identity_uri and u.class_id = n.class_id
    where ${isDifferent}
    order by i.name, i.uri, coalesce(n.name, o.name), coalesce(n.uri, o.uri) limit ${limit}`.execute(tx);
  return rows;
}

function entityOf(alias: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const fields = ['uri', 'type', 'name', 'account_id', 'native_id', 'source_uid'].flatMap((name) => [sql.lit(name), column(name)]);
  return sql`case when ${column('uri')} is not null then jsonb_build_object(${sql.join(fields)}) end`;
}

function accessOf(alias: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const modes = sql.join(['r', 'w', 'd'].map(column));
  return sql`case when ${column('uri')} is not null then
    jsonb_build_object('modes', jsonb_build_array(${modes}), 'sets', to_jsonb(${column('sets')}), 'actors', to_jsonb(${column('actors')})) end`;
}

/** Reads each set of actions once. */
class ActionSetReader {
  readonly #known = new Map<string, ReadonlyMap<string, string>>();
  readonly #unions = new Map<string, ReadonlyMap<string, string>>();

  constructor(
    private readonly tx: Tx,
    private readonly tenantId: string,
  ) {}

  async read(ids: readonly string[]): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !this.#known.has(id));
    if (missing.length === 0) return;
    const rows = await this.tx
      .selectFrom('graph_action_set')
      .select(['set_id', 'actions'])
      .where('tenant_id', '=', this.tenantId)
      .where('set_id', 'in', missing)
      .execute();
    for (const { set_id: id, actions } of rows) this.#known.set(id, new Map(Object.entries(actions)));
  }

  /** Returns the actions of several sets, the same object for the same sets. */
  union(ids: readonly string[]): ReadonlyMap<string, string> {
    const key = ids.join(' ');
    const known = this.#unions.get(key);
    if (known) return known;
    const union = new Map(ids.flatMap((id) => [...(this.#known.get(id) ?? [])]));
    this.#unions.set(key, union);
    return union;
  }
}

function toPair({ identity, old, new: now, before, after }: RawPair, sets: ActionSetReader): ChangedPair {
  const held = (access: RawAccess | null): HeldAccess | null =>
    access && { modes: access.modes, actors: access.actors, actions: sets.union(access.sets) };
  return { identity: toEnd(identity), resource: toEnd((now ?? old) as RawEntity), before: held(before), after: held(after) };
}

function toEnd({ uri, type, name, account_id: accountId, native_id: nativeId, source_uid: sourceUid }: RawEntity): PairEnd {
  return { uri, type, name, accountId, nativeId, sourceUid };
}
