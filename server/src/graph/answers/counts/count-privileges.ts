import { runCooperatively } from '../../../platform/async/cooperative-scheduler';
import type { Tx } from '../../../platform/db/database';
import { groupBy } from '../../../platform/group-by';
import type { PathsByProfile } from '../../engine/profile-paths';
import { ago, type InventoryScope } from './parts';
import type { Grant } from './read-grants';
import { readPrivileges, type PrivilegedUser, type Privileges, type PrivilegeUse } from './read-privileges';
import type { ReadReach } from './tenant-reach';

/** Types of users: people, and programs with their own account. */
export const USER_TYPES = ['USER', 'FEDERATED_USER', 'SERVICE_ACCOUNT'] as const;

/** The holders and users of an action on the resources of an account. */
export interface PrivilegeCount {
  account_id: string;
  cloud_type: string;
  name: string;
  /** The action can change permissions, obtain credentials or expose resources. */
  sensitive: boolean;
  users_total: number;
  /** Holders whose use a log covers for 90 days and who did not use it; null: no such holder. */
  users_unused: number | null;
  /** Null: no known user, and no log covers the use, or an unknown user used it. */
  used_90: number | null;
  used_30: number | null;
  used_7: number | null;
}

/**
 * Counts by profile and by bundle of actions per account, which many identities share. A use counts for the path that allows it: of two roles, the one that used
 * a service need not hold the action. Holders of a role with which an unknown user used the action are neither users nor known as unused. It costs the paths of
 * all profiles once; as rows in the database, paths and bundles need gigabytes of temporary files in an organization.
 */
export async function countPrivileges(tx: Tx, scope: InventoryScope, readReach: ReadReach): Promise<PrivilegeCount[]> {
  const { paths } = await readReach(tx, scope);
  const privileges = await readPrivileges(tx, scope, USER_TYPES);
  return runCooperatively(new PrivilegeCounter(privileges, paths, scope).counts());
}

/** The bundles of a profile in a place, each as twice its number, plus one if the profile has had it for 90 days. They are sorted. */
type Parcel = readonly number[];

interface HeldParcel {
  parcel: Parcel;
  users: number;
  oldUsers: number;
}

/** Uses of an action in a place. */
interface Done {
  used90: number;
  used30: number;
  used7: number;
  /** Holders whose disuse is not known, because they, or somebody unknown, used it. */
  covered: number;
  perhaps: boolean;
}

class PrivilegeCounter {
  /** By place, and then by the text of the parcel. */
  readonly #held: Map<string, HeldParcel>[];
  /** By place, and then by action. */
  readonly #done: Map<string, Done>[];
  /** By the number of the principal class in paths. */
  readonly #grants: (readonly Grant[])[] = [];
  readonly #usesBy: ReadonlyMap<string, readonly PrivilegeUse[]>;
  readonly #unattributed: ReadonlyMap<string, readonly PrivilegeUse[]>;

  constructor(
    private readonly privileges: Privileges,
    private readonly paths: PathsByProfile,
    private readonly scope: InventoryScope,
  ) {
    this.#held = privileges.places.map(() => new Map());
    this.#done = privileges.places.map(() => new Map());
    const known = privileges.uses.filter(({ by }) => by !== null);
    this.#usesBy = groupBy(known, ({ by }) => by ?? '');
    this.#unattributed = groupBy(
      privileges.uses.filter(({ by }) => by === null),
      ({ uri }) => uri,
    );
  }

  /** Yields the share of the work that is done. */
  *counts(): Generator<number, PrivilegeCount[]> {
    const profiles = groupBy(this.privileges.users, ({ profile_id: id }) => id);
    let done = 0;
    for (const [profileId, users] of profiles) {
      const parcels = this.#parcelsOf(profileId);
      const oldUsers = users.filter(({ is_old: isOld }) => isOld).length;
      for (const [place, parcel] of parcels) this.#hold(place, parcel, users.length, oldUsers);
      this.#use(profileId, users, oldUsers, parcels);
      yield (0.9 * ++done) / profiles.size;
    }
    const counts: PrivilegeCount[] = [];
    for (const place of this.privileges.places.keys()) {
      counts.push(...this.#countsIn(place));
      yield 0.9;
    }
    return counts;
  }

  /** Returns what a profile has in each place. */
  #parcelsOf(profileId: string): Map<number, Parcel> {
    const { bundles } = this.privileges;
    const found = new Map<number, boolean>();
    this.paths.forEachPrincipal(profileId, (number, _conditional, isYoung) => {
      const grants = (this.#grants[number] ??= this.privileges.grants.get(this.paths.principalOf(number)) ?? NO_GRANTS);
      for (const { place, bundle } of grants) {
        const key = place * bundles.count + bundle;
        if (!isYoung || !found.has(key)) found.set(key, !isYoung);
      }
    });
    const parcels = new Map<number, number[]>();
    for (const [key, isOld] of found) {
      const [place, bundle] = [Math.floor(key / bundles.count), key % bundles.count];
      const known = parcels.get(place);
      if (known) known.push(bundle * 2 + Number(isOld));
      else parcels.set(place, [bundle * 2 + Number(isOld)]);
    }
    for (const parcel of parcels.values()) parcel.sort((a, b) => a - b);
    return parcels;
  }

  #hold(place: number, parcel: Parcel, users: number, oldUsers: number): void {
    const held = this.#held[place];
    const key = parcel.join(' ');
    const known = held?.get(key);
    if (known) {
      known.users += users;
      known.oldUsers += oldUsers;
    } else held?.set(key, { parcel, users, oldUsers });
  }

  /** Adds what the users of a profile did, and what somebody unknown did with roles that they can assume. */
  #use(profileId: string, users: readonly PrivilegedUser[], oldUsers: number, parcels: ReadonlyMap<number, Parcel>): void {
    const active = users.filter(({ uri }) => this.#usesBy.has(uri));
    const roles = this.#unattributed.size === 0 ? [] : [...this.paths.assumedOf(profileId)].filter((uri) => this.#unattributed.has(uri));
    if (active.length === 0 && roles.length === 0) return;
    // The assumed identity of the path to each principal class; null: the identity itself.
    const assumed = new Map((this.paths.get(profileId) ?? []).map(({ pclass_id: id, assumed: uri }) => [id, uri]));
    const known = new Map<string, number>();
    for (const { uri, is_old: isOld } of active) {
      const last = new Map<string, { place: number; action: string; at: string }>();
      for (const use of this.#usesBy.get(uri) ?? []) {
        this.#forEachAllowed(use, assumed, use.uri === uri ? null : use.uri, (place, action) => {
          const key = `${place} ${action}`;
          const before = last.get(key);
          if (!before || use.last_at > before.at) last.set(key, { place, action, at: use.last_at });
        });
      }
      for (const [key, { place, action, at }] of last) {
        const done = this.#doneOf(place, action);
        done.used90 += 1;
        if (at > ago(this.scope, 30)) done.used30 += 1;
        if (at > ago(this.scope, 7)) done.used7 += 1;
        if (!isOld) continue;
        known.set(key, (known.get(key) ?? 0) + 1);
        if (this.#isCovered(parcels.get(place), action)) done.covered += 1;
      }
    }
    const perhaps = new Map<string, { place: number; action: string }>();
    for (const role of roles)
      for (const use of this.#unattributed.get(role) ?? [])
        this.#forEachAllowed(use, assumed, role, (place, action) => perhaps.set(`${place} ${action}`, { place, action }));
    for (const [key, { place, action }] of perhaps) {
      const done = this.#doneOf(place, action);
      done.perhaps = true;
      if (this.#isCovered(parcels.get(place), action)) done.covered += oldUsers - (known.get(key) ?? 0);
    }
  }

  /** Visits the actions in places that a use stands for, by the paths of a profile over an assumed identity; null: over none. */
  #forEachAllowed(
    use: PrivilegeUse,
    assumed: ReadonlyMap<string, string | null>,
    over: string | null,
    visit: (place: number, action: string) => void,
  ): void {
    const { principals, grants, places, bundles } = this.privileges;
    for (const pclass of principals.get(use.uri) ?? []) {
      if (assumed.get(pclass) !== over) continue;
      for (const { place, bundle } of grants.get(pclass) ?? NO_GRANTS) {
        if (places[place]?.account_id !== use.account_id) continue;
        for (const action of bundles.namedIn(bundle, use.action)) visit(place, action);
      }
    }
  }

  #doneOf(place: number, action: string): Done {
    const of = this.#done[place] ?? new Map<string, Done>();
    const known = of.get(action) ?? { used90: 0, used30: 0, used7: 0, covered: 0, perhaps: false };
    of.set(action, known);
    return known;
  }

  /** Reports whether a log shows the use of an action that a profile has for 90 days. */
  #isCovered(parcel: Parcel | undefined, action: string): boolean {
    return parcel?.some((one) => one % 2 === 1 && this.privileges.bundles.actionsOf(one >> 1).get(action) === true) ?? false;
  }

  #countsIn(place: number): PrivilegeCount[] {
    const { places, bundles } = this.privileges;
    const totals = new Map<string, { users: number; covered: number }>();
    for (const { parcel, users, oldUsers } of this.#held[place]?.values() ?? []) {
      const actions = new Map<string, boolean>();
      for (const one of parcel)
        for (const [action, covered] of bundles.actionsOf(one >> 1))
          actions.set(action, (covered && one % 2 === 1) || (actions.get(action) ?? false));
      for (const [action, isCovered] of actions) {
        const total = totals.get(action) ?? { users: 0, covered: 0 };
        total.users += users;
        if (isCovered) total.covered += oldUsers;
        totals.set(action, total);
      }
    }
    const { account_id, cloud_type } = places[place] ?? { account_id: '', cloud_type: '' };
    return [...totals].map(([name, { users, covered }]) => {
      const { used90, used30, used7, covered: excused, perhaps } = this.#done[place]?.get(name) ?? NOTHING_DONE;
      const isUnknown = used90 === 0 && (covered === 0 || perhaps);
      return {
        ...{ account_id, cloud_type, name, sensitive: bundles.isSensitive(name), users_total: users },
        users_unused: covered === 0 && used90 < users ? null : Math.max(covered - excused, 0),
        used_90: isUnknown ? null : used90,
        used_30: isUnknown ? null : used30,
        used_7: isUnknown ? null : used7,
      };
    });
  }
}

const NO_GRANTS: readonly Grant[] = [];
const NOTHING_DONE: Done = { used90: 0, used30: 0, used7: 0, covered: 0, perhaps: false };
