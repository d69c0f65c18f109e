import type { AccessKind } from '../../engine/catalogue/action-kinds';
import { Bitset } from '../../engine/bitset';
import type { ProfileReach } from './profile-reach';

/** A used resource of a class, as logs name it. For AWS it includes the service. */
export interface UsedResource {
  entity_id: string;
  class_id: string;
  service: string | null;
  type: string;
  account_id: string;
}

/** An actor, by URI, used a resource, or an unnamed resource of a service. */
export interface LoggedUse {
  uri: string;
  /** The identity that started the sessions of the actor, by URI; null for all that the actor did. */
  by: string | null;
  /** Null: unknown, because the log does not say. */
  kind: AccessKind | null;
  of: UsedResource | string;
}

/** The number of resources of a service in a class, type and account. */
export interface Serving {
  class_id: string;
  service: string;
  type: string;
  account_id: string;
  n: number;
}

/** The uses in logs of the last 90 days. */
export interface LoggedUses {
  uses: readonly LoggedUse[];
  /** The direct members of groups, by URI. A group uses what they use, and starts the sessions that they start. */
  members: ReadonlyMap<string, readonly string[]>;
  /** The resources of the services among them. */
  serving: readonly Serving[];
}

/** Uses without duplicates. */
interface Uses {
  resources: Set<UsedResource>;
  services: Set<string>;
}

/** A set of used resources: whole groups (the resources of a class that belong to a service) and single ones. */
export interface UsedSet {
  groups: Bitset;
  single: Bitset;
}

type Place = Pick<Serving, 'type' | 'account_id' | 'class_id'>;

/** Finds the used resources among the accessible ones. A log entry that names only a service covers whole classes, which are never enumerated. */
export class UsedResources {
  /** By actor and starter, without those of groups by their members. */
  readonly #uses = new Map<string, Uses>();
  /** The actors whose sessions an identity started, without those of groups by their members. */
  readonly #sessions = new Map<string, Set<string>>();
  readonly #members: LoggedUses['members'];
  /** The groups of each member. */
  readonly #groupsWith = new Map<string, string[]>();
  /** By class number. */
  readonly #groupsOf = new Map<number, { service: string; group: number }[]>();
  readonly #groups: readonly Serving[];
  readonly #entities = new Map<string, number>();
  readonly #singles: readonly UsedResource[];
  /** The group of each single resource; -1: none. */
  readonly #groupOfSingle: readonly number[];
  readonly #classNumbers: ReadonlyMap<string, number>;
  readonly #known = new Map<string, UsedSet>();
  readonly #none: UsedSet;

  /** @param kind counts uses of that kind, and uses of unknown kind with access of that kind; absent: all uses with any access */
  constructor(
    private readonly reach: ProfileReach,
    { uses, members, serving }: LoggedUses,
    private readonly kind?: AccessKind,
  ) {
    this.#members = members;
    for (const [group, all] of members) for (const member of all) this.#groupsWith.set(member, [...(this.#groupsWith.get(member) ?? []), group]);
    this.#classNumbers = new Map(reach.classes.map(({ id }, number) => [id, number]));
    // In class order, because resources used together are often in neighbouring classes.
    const inOrder = <T extends { class_id: string }>(all: Iterable<T>): T[] => {
      const numbered = [...all].map((one) => ({ one, number: this.#numberOf(one.class_id) })).filter(({ number }) => number >= 0);
      return numbered.sort((a, b) => a.number - b.number).map(({ one }) => one);
    };
    this.#groups = inOrder(serving);
    for (const [group, { class_id: id, service }] of this.#groups.entries()) {
      const number = this.#numberOf(id);
      this.#groupsOf.set(number, [...(this.#groupsOf.get(number) ?? []), { service, group }]);
    }
    const groupNumbers = new Map(this.#groups.map((one, group) => [keyOf(one), group]));
    const used = new Map(uses.flatMap(({ of }) => (typeof of === 'string' ? [] : [[of.entity_id, of] as const])));
    this.#singles = inOrder(used.values());
    for (const [number, { entity_id: id }] of this.#singles.entries()) this.#entities.set(id, number);
    this.#groupOfSingle = this.#singles.map((one) => (one.service === null ? -1 : (groupNumbers.get(keyOf({ ...one, service: one.service })) ?? -1)));
    for (const use of uses) this.#add(use);
    this.#none = this.#made([], []);
  }

  #add({ uri, by, kind, of }: LoggedUse): void {
    if (kind !== null && this.kind !== undefined && kind !== this.kind) return;
    const key = usesKey(uri, by);
    const known = this.#uses.get(key) ?? { resources: new Set(), services: new Set() };
    this.#uses.set(key, known);
    if (by !== null) this.#sessions.set(by, (this.#sessions.get(by) ?? new Set()).add(uri));
    if (typeof of === 'string') known.services.add(of);
    else known.resources.add(of);
  }

  #numberOf(classId: string): number {
    return this.#classNumbers.get(classId) ?? -1;
  }

  /** Returns every actor with a use. */
  get actors(): ReadonlySet<string> {
    const own = [...this.#uses.keys()].filter((key) => !key.includes('\n'));
    return new Set([...own, ...own.flatMap((uri) => this.#groupsWith.get(uri) ?? [])]);
  }

  /** Returns the other actors whose sessions an identity started and that used something. */
  sessionsOf(uri: string): ReadonlySet<string> {
    const actors = new Set([uri, ...(this.#members.get(uri) ?? [])].flatMap((starter) => [...(this.#sessions.get(starter) ?? [])]));
    actors.delete(uri);
    return actors;
  }

  /**
   * Returns what an actor used as a principal class.
   * @param starter only in the sessions that this identity started; absent: in all, and by itself
   */
  by(uri: string, pclassId: string, starter?: string): UsedSet {
    const key = `${usesKey(uri, starter ?? null)} ${pclassId}`;
    const known = this.#known.get(key);
    if (known) return known;
    const uses = this.#usesOf(uri, starter);
    if (!uses) return this.#none;
    const sets = this.reach.ofPrincipals(pclassId);
    const found = this.#find(uses, this.kind === undefined ? sets.all : sets[SETS[this.kind]]);
    this.#known.set(key, found);
    return found;
  }

  /** Joins the uses of a group's members with its own. */
  #usesOf(uri: string, starter?: string): Uses | undefined {
    const members = this.#members.get(starter ?? uri) ?? [];
    const keys = starter === undefined ? [uri, ...members] : [starter, ...members].map((one) => usesKey(uri, one));
    const parts = keys.flatMap((key) => this.#uses.get(key) ?? []);
    if (parts.length < 2) return parts[0];
    return {
      resources: new Set(parts.flatMap(({ resources }) => [...resources])),
      services: new Set(parts.flatMap(({ services }) => [...services])),
    };
  }

  #find({ resources, services }: Uses, reachable: Bitset): UsedSet {
    const groups: number[] = [];
    if (services.size > 0) {
      reachable.forEach((number) => {
        for (const { service, group } of this.#groupsOf.get(number) ?? []) if (services.has(service)) groups.push(group);
      });
    }
    const single = [...resources].flatMap(({ entity_id: id, class_id: classId }) => {
      const entity = this.#entities.get(id);
      return entity !== undefined && reachable.has(this.#numberOf(classId)) ? [entity] : [];
    });
    return this.#made(groups, single);
  }

  union(all: readonly UsedSet[]): UsedSet {
    const [first = this.#none] = all;
    if (all.length < 2) return first;
    const groups = Bitset.emptyLikeAll(all.map((one) => one.groups));
    const single = Bitset.emptyLikeAll(all.map((one) => one.single));
    for (const one of all) {
      groups.or(one.groups);
      single.or(one.single);
    }
    return { groups, single };
  }

  /** Counts resources without duplicates. */
  count(usedResources: UsedSet): number {
    let count = 0;
    this.#forEach(usedResources, (_place, n) => {
      count += n;
    });
    return count;
  }

  /** Counts the resources that belong to none of these classes. */
  countOutside(usedResources: UsedSet, classes: Bitset): number {
    let count = 0;
    this.#forEach(usedResources, ({ class_id: id }, n) => {
      if (!classes.has(this.#numberOf(id))) count += n;
    });
    return count;
  }

  /** Counts resources by `account type`. */
  countByPlace(usedResources: UsedSet): Map<string, number> {
    const counts = new Map<string, number>();
    this.#forEach(usedResources, ({ account_id: account, type }, n) => {
      const key = `${account} ${type}`;
      counts.set(key, (counts.get(key) ?? 0) + n);
    });
    return counts;
  }

  #forEach({ groups, single }: UsedSet, visit: (place: Place, n: number) => void): void {
    groups.forEach((group) => {
      const place = this.#groups[group];
      if (place) visit(place, place.n);
    });
    single.forEach((entity) => {
      const group = this.#groupOfSingle[entity] ?? -1;
      const place = this.#singles[entity];
      if (place && (group < 0 || !groups.has(group))) visit(place, 1);
    });
  }

  #made(groups: readonly number[], single: readonly number[]): UsedSet {
    return { groups: Bitset.of(this.#groups.length, groups), single: Bitset.of(this.#singles.length, single) };
  }
}

/** URIs contain no line break. */
function usesKey(uri: string, by: string | null): string {
  return by === null ? uri : `${uri}\n${by}`;
}

const SETS = { READ: 'read', WRITE: 'write', ADMIN: 'admin' } as const;

function keyOf({ class_id: id, service, type, account_id: account }: Omit<Serving, 'n'>): string {
  return [id, service, type, account].join(' ');
}
