import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { Bitset } from '../../engine/bitset';
import { holdsNow, type InventoryScope } from './parts';

/** A class of resources that somebody reaches. */
export interface ReachedClass {
  id: string;
  /** Resources of the class, and their types. */
  size: number;
  types: readonly string[];
}

/** How whoever has a profile comes by a class of principals. */
export interface ProfilePath {
  pclass_id: string;
  /** Some step on the way needs something. */
  conditional: boolean;
  depth: number;
  /** URI of what it becomes in the end; null: it stays itself. */
  becomes: string | null;
}

/** Sets of numbers of classes of resources. */
export interface Reached {
  all: Bitset;
  /** In any case: no condition is left. */
  sure: Bitset;
  read: Bitset;
  write: Bitset;
  admin: Bitset;
}

export interface ProfileReached extends Pick<Reached, 'all' | 'sure' | 'admin'> {
  /** Without becoming anything else. */
  direct: Bitset;
}

/**
 * What profiles reach, by classes of resources. Unions of what many thousand profiles reach would be tens of millions of rows for a database to sort;
 * as sets of bits they cost (ways of profiles) x (words of what a class of principals reaches, of one account as a rule).
 */
export class ProfileReach {
  readonly #nothing: Reached;

  constructor(
    /** A class is the one with its number. */
    readonly classes: readonly ReachedClass[],
    private readonly reached: ReadonlyMap<string, Reached>,
    readonly paths: ReadonlyMap<string, readonly ProfilePath[]>,
  ) {
    const none = Bitset.of(classes.length, []);
    this.#nothing = { all: none, sure: none, read: none, write: none, admin: none };
  }

  /** What a class of principals reaches. */
  ofPrincipals(pclassId: string): Reached {
    return this.reached.get(pclassId) ?? this.#nothing;
  }

  /** Resources of some classes. */
  count(classes: Bitset): number {
    let n = 0;
    classes.forEach((number) => {
      n += this.classes[number]?.size ?? 0;
    });
    return n;
  }

  of(profileId: string): ProfileReached {
    const paths = this.paths.get(profileId) ?? [];
    const parts = paths.map((path) => ({ path, reached: this.ofPrincipals(path.pclass_id) }));
    const room = Bitset.emptyLikeAll([this.#nothing.all, ...parts.map(({ reached }) => reached.all)]);
    const sets = { all: room.copy(), sure: room.copy(), admin: room.copy(), direct: room };
    for (const { path, reached } of parts) {
      sets.all.or(reached.all);
      sets.admin.or(reached.admin);
      if (!path.conditional) sets.sure.or(reached.sure);
      if (path.depth === 0) sets.direct.or(reached.all);
    }
    return sets;
  }
}

/** A class with its number, or what one class of principals reaches. */
interface RawReach {
  class_id: string | null;
  pclass_id: string | null;
  numbers: number[];
  sure: number[] | null;
  read: number[] | null;
  write: number[] | null;
  admin: number[] | null;
}

export async function readProfileReach(tx: Tx, scope: InventoryScope): Promise<ProfileReach> {
  // Numbers go by account, so that what is reached in one stands together.
  const { rows: raw } = await sql<RawReach>`
    with numbered as materialized (
      select a.class_id, (row_number() over (order by min(a.source_uid), a.class_id))::int - 1 as number from graph_access a
      where ${holdsNow('a', scope)} group by 1
    )
    select n.class_id, null pclass_id, array[n.number] numbers, null::int[] sure, null::int[] "read", null::int[] "write", null::int[] admin from numbered n
    union all
    select null, a.pclass_id, array_agg(n.number), array_agg(n.number) filter (where greatest(a.read_mode, a.write_mode, a.admin_mode) = 2),
      array_agg(n.number) filter (where a.read_mode > 0), array_agg(n.number) filter (where a.write_mode > 0),
      array_agg(n.number) filter (where a.admin_mode > 0)
      from graph_access a join numbered n on n.class_id = a.class_id where ${holdsNow('a', scope)} group by a.pclass_id`.execute(tx);
  const { rows: sizes } = await sql<ReachedClass>`
    select r.class_id id, count(*)::int size, array_agg(distinct r.type) types from graph_entity r
    where ${holdsNow('r', scope)} and r.is_resource and r.class_id is not null group by 1`.execute(tx);
  const { rows: paths } = await sql<ProfilePath & { profile_id: string }>`
    select p.profile_id, p.pclass_id, p.conditional, p.depth, p.hops -> -1 ->> 'uri' becomes from graph_profile_class p where ${holdsNow('p', scope)}`.execute(
    tx,
  );
  const known = new Map(sizes.map((one) => [one.id, one]));
  const classes: ReachedClass[] = [];
  for (const { class_id: id, numbers } of raw) {
    if (id !== null && numbers[0] !== undefined) classes[numbers[0]] = known.get(id) ?? { id, size: 0, types: [] };
  }
  const reached = new Map<string, Reached>();
  for (const { pclass_id: id, numbers, sure, read, write, admin } of raw) {
    const set = (members: number[] | null): Bitset => Bitset.of(classes.length, members ?? []);
    if (id !== null) reached.set(id, { all: set(numbers), sure: set(sure), read: set(read), write: set(write), admin: set(admin) });
  }
  const ofProfiles = new Map<string, ProfilePath[]>();
  for (const path of paths) {
    const known = ofProfiles.get(path.profile_id);
    if (known) known.push(path);
    else ofProfiles.set(path.profile_id, [path]);
  }
  return new ProfileReach(classes, reached, ofProfiles);
}
