import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { runCooperatively } from '../../../platform/async/cooperative-scheduler';
import { holdsNow, type InventoryScope } from './parts';
import { AccessOfProfiles } from './access-of-profiles';
import type { ProfileReach } from './profile-reach';
import type { ReadReach } from './tenant-reach';

/** The identities with access to a class of resources, by identity type. */
export interface HolderCount {
  class_id: string;
  type: string;
  n: number;
  /** Those that administer the class. */
  admins: number;
  /** Those with only conditional access, and those that must assume another identity. */
  conditional: number;
  becoming: number;
  /** The types of the resources in the class. */
  resource_types: readonly string[];
}

/** The number of identities of a type with the same profile. */
export interface ProfileSize {
  profile_id: string;
  type: string;
  n: number;
}

/** Counts by profile, which many identities share. Pairs of identities and resources never exist. */
export async function countHolders(tx: Tx, scope: InventoryScope, readReach: ReadReach): Promise<HolderCount[]> {
  const { rows: sizes } = await sql<ProfileSize>`
    select i.profile_id, i.type, count(*)::int n from graph_entity i where ${holdsNow('i', scope)} and i.is_identity and i.profile_id is not null group by 1, 2`.execute(
    tx,
  );
  const reach = await readReach(tx, scope);
  return runCooperatively(holdersOf(reach, sizes));
}

/** @param sizes in any order */
export function* holdersOf(reach: ProfileReach, sizes: readonly ProfileSize[]): Generator<number, HolderCount[]> {
  const ofType = new Map<string, { n: Uint32Array; admins: Uint32Array; sure: Uint32Array; direct: Uint32Array }>();
  const zeros = (): Uint32Array => new Uint32Array(reach.classes.length);
  const add = (counts: Uint32Array, n: number) => (number: number) => {
    counts[number] = (counts[number] ?? 0) + n;
  };
  const access = AccessOfProfiles.over(reach);
  for (const [done, { profile_id: profile, type, n }] of sizes.entries()) {
    const counts = ofType.get(type) ?? { n: zeros(), admins: zeros(), sure: zeros(), direct: zeros() };
    ofType.set(type, counts);
    const { any, sure } = access.of(profile);
    any.read.forEach(add(counts.n, n));
    any.admin.forEach(add(counts.admins, n));
    sure.read.forEach(add(counts.sure, n));
    reach.direct(profile).forEach(add(counts.direct, n));
    yield (done + 1) / sizes.length;
  }
  const found: HolderCount[] = [];
  for (const [type, { n, admins, sure, direct }] of ofType) {
    for (const [number, { id, size, types }] of reach.classes.entries()) {
      const all = n[number] ?? 0;
      if (all === 0 || size === 0) continue;
      const [conditional, becoming] = [all - (sure[number] ?? 0), all - (direct[number] ?? 0)];
      found.push({ class_id: id, type, n: all, admins: admins[number] ?? 0, conditional, becoming, resource_types: types });
    }
    yield 1;
  }
  return found;
}
