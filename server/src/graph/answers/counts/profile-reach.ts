import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { Bitset } from '../../engine/bitset';
import type { PathsByProfile } from '../../engine/profile-paths';
import { logParts, showsUse } from './log-coverage';
import { holdsNow, type InventoryScope } from './parts';

/** A class of resources that principals can access. */
export interface ReachableClass {
  id: string;
  /** The number and types of its resources. */
  size: number;
  types: readonly string[];
}

/** Sets of resource classes, by class number. */
export interface ReachSets {
  all: Bitset;
  /** Classes with unconditional access. */
  sure: Bitset;
  read: Bitset;
  write: Bitset;
  admin: Bitset;
  /** Classes with unconditional write access or administration, and with unconditional administration. */
  sureWrite: Bitset;
  sureAdmin: Bitset;
  /** Classes whose access is older than 90 days and whose use a log would show over that time. */
  logged: Bitset;
}

/**
 * The access of profiles, by resource class. As rows, the union over many thousand profiles would be tens of millions to sort. As bit sets
 * it costs (paths of profiles) × (words that one principal class needs, usually for one account).
 */
export class ProfileReach {
  readonly #nothing: ReachSets;
  /** The number of resources of each class, and of each 32 classes. */
  readonly #sizes: Uint32Array;
  readonly #sizesOfWords: Uint32Array;

  constructor(
    /** Class numbers are indexes into this list. */
    readonly classes: readonly ReachableClass[],
    private readonly byPrincipals: ReadonlyMap<string, ReachSets>,
    readonly paths: PathsByProfile,
  ) {
    const none = Bitset.of(classes.length, []);
    this.#sizes = Uint32Array.from(classes, ({ size }) => size);
    this.#sizesOfWords = new Uint32Array((classes.length + 31) >>> 5);
    for (const [number, size] of this.#sizes.entries()) this.#sizesOfWords[number >>> 5] = (this.#sizesOfWords[number >>> 5] ?? 0) + size;
    this.#nothing = { all: none, sure: none, read: none, write: none, admin: none, sureWrite: none, sureAdmin: none, logged: none };
  }

  /** Returns the classes that a principal class can access. */
  ofPrincipals(pclassId: string): ReachSets {
    return this.byPrincipals.get(pclassId) ?? this.#nothing;
  }

  /** Reports whether a log would show the use of any access older than 90 days. */
  get isLogged(): boolean {
    for (const { logged } of this.byPrincipals.values()) if (!logged.isEmpty) return true;
    return false;
  }

  /** Counts the resources of some classes. */
  count(classes: Pick<Bitset, 'weigh'>): number {
    return classes.weigh(this.#sizes, this.#sizesOfWords);
  }

  /** Returns the classes that a profile can access without assuming another identity. */
  direct(profileId: string): Bitset {
    const own = this.paths.ownPrincipals(profileId).map((pclassId) => this.ofPrincipals(pclassId).all);
    return Bitset.union([this.#nothing.all, ...own]);
  }
}

/** A numbered class, or the access of one principal class. */
interface RawReach {
  class_id: string | null;
  pclass_id: string | null;
  numbers: number[];
  sure: number[] | null;
  read: number[] | null;
  write: number[] | null;
  admin: number[] | null;
  sure_write: number[] | null;
  sure_admin: number[] | null;
  logged: number[] | null;
}

/** @param paths the paths of all profiles */
export async function readProfileReach(tx: Tx, scope: InventoryScope, paths: PathsByProfile): Promise<ProfileReach> {
  // Classes are numbered by account, so the bits of one account are adjacent.
  const { rows: raw } = await sql<RawReach>`
    with ${logParts(scope)},
    numbered as materialized (
      select a.class_id, (row_number() over (order by min(a.source_uid), a.class_id))::int - 1 as number from graph_access a
      where ${holdsNow('a', scope)} group by 1
    )
    select n.class_id, null pclass_id, array[n.number] numbers, null::int[] sure, null::int[] "read", null::int[] "write", null::int[] admin,
      null::int[] sure_write, null::int[] sure_admin, null::int[] logged from numbered n
    union all
    select null, a.pclass_id, array_agg(n.number), array_agg(n.number) filter (where greatest(a.read_mode, a.write_mode, a.admin_mode) = 2),
      array_agg(n.number) filter (where a.read_mode > 0), array_agg(n.number) filter (where a.write_mode > 0),
      array_agg(n.number) filter (where a.admin_mode > 0), array_agg(n.number) filter (where greatest(a.write_mode, a.admin_mode) = 2),
      array_agg(n.number) filter (where a.admin_mode = 2),
      array_agg(n.number) filter (where a.valid_from not in (select snapshot_id from young) and ${showsUse('a', 'l')})
      from graph_access a join numbered n on n.class_id = a.class_id left join logs l on l.source_uid = a.source_uid and l.type = a.type where ${holdsNow('a', scope)} group by a.pclass_id`.execute(
    tx,
  );
  const { rows: sizes } = await sql<ReachableClass>`
    select r.class_id id, count(*)::int size, array_agg(distinct r.type) types from graph_entity r
    where ${holdsNow('r', scope)} and r.is_resource and r.class_id is not null group by 1`.execute(tx);
  const known = new Map(sizes.map((one) => [one.id, one]));
  const classes: ReachableClass[] = [];
  for (const { class_id: id, numbers } of raw) {
    if (id !== null && numbers[0] !== undefined) classes[numbers[0]] = known.get(id) ?? { id, size: 0, types: [] };
  }
  const byPrincipals = new Map<string, ReachSets>();
  const none = Bitset.of(classes.length, []);
  const set = (members: number[] | null): Bitset => (members === null ? none : Bitset.of(classes.length, members));
  for (const { pclass_id: id, numbers, sure, read, write, admin, ...rest } of raw) {
    if (id === null) continue;
    const others = { sure: set(sure), sureWrite: set(rest.sure_write), sureAdmin: set(rest.sure_admin), logged: set(rest.logged) };
    byPrincipals.set(id, { all: set(numbers), read: set(read), write: set(write), admin: set(admin), ...others });
  }
  return new ProfileReach(classes, byPrincipals, paths);
}
