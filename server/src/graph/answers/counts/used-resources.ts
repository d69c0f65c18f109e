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

/** An actor used a resource, or an unnamed resource of a service. */
export interface LoggedUse {
  /** The name of the actor in the log. */
  name: string;
  /** The name of whoever started the sessions in which it was; null for all that the actor did. */
  starter: string | null;
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
  /** The names in logs of each identity, by URI. A name may stand for several identities; a group has the names of its direct members. */
  names: ReadonlyMap<string, readonly string[]>;
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

const kept = new WeakMap<LoggedUses, { reach: ProfileReach; found: UsedResources }>();

/** Finds the used resources among the accessible ones. A log entry that names only a service covers whole classes, which are never enumerated. */
export class UsedResources {
  /** By the names of actor and starter. */
  readonly #uses = new Map<string, Uses>();
  /** The names of the actors whose sessions a name started. */
  readonly #sessions = new Map<string, Set<string>>();
  readonly #names: LoggedUses['names'];
  /** The identities that each name stands for. */
  readonly #named = new Map<string, string[]>();
  /** By class number. */
  readonly #groupsOf = new Map<number, { service: string; group: number }[]>();
  readonly #groups: readonly Serving[];
  readonly #entities = new Map<string, number>();
  readonly #singles: readonly UsedResource[];
  /** The group of each single resource; -1: none. */
  readonly #groupOfSingle: readonly number[];
  readonly #classNumbers: ReadonlyMap<string, number>;
  readonly #known = new Map<Uses, Map<string, UsedSet>>();
  readonly #none: UsedSet;
  #last: { uri: string; starter: string | undefined; uses: Uses[] } | null = null;

  /** @param kind counts uses of that kind, and uses of unknown kind with access of that kind; absent: all uses with any access */
  constructor(
    private readonly reach: ProfileReach,
    { uses, names, serving }: LoggedUses,
    private readonly kind?: AccessKind,
  ) {
    this.#names = names;
    for (const [uri, all] of names) {
      for (const name of all) {
        const known = this.#named.get(name);
        if (known) known.push(uri);
        else this.#named.set(name, [uri]);
      }
    }
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

  /** Returns what finds all uses. It is kept with them, because scores follow the count of identities and ask for the same sets. */
  static over(reach: ProfileReach, uses: LoggedUses): UsedResources {
    const known = kept.get(uses);
    const found = known?.reach === reach ? known.found : new UsedResources(reach, uses);
    kept.set(uses, { reach, found });
    return found;
  }

  #add({ name, starter, kind, of }: LoggedUse): void {
    if (kind !== null && this.kind !== undefined && kind !== this.kind) return;
    const key = usesKey(name, starter);
    const known = this.#uses.get(key) ?? { resources: new Set(), services: new Set() };
    this.#uses.set(key, known);
    if (starter !== null) this.#sessions.set(starter, (this.#sessions.get(starter) ?? new Set()).add(name));
    if (typeof of === 'string') known.services.add(of);
    else known.resources.add(of);
  }

  #numberOf(classId: string): number {
    return this.#classNumbers.get(classId) ?? -1;
  }

  /** Returns every identity with a use. */
  get actors(): ReadonlySet<string> {
    const names = [...this.#uses.keys()].filter((key) => !key.includes('\n'));
    return new Set(names.flatMap((name) => this.#named.get(name) ?? []));
  }

  /** Returns the other identities whose sessions an identity started and that used something. */
  sessionsOf(uri: string): ReadonlySet<string> {
    const names = this.#names.get(uri);
    if (!names?.some((name) => this.#sessions.has(name))) return NO_SESSIONS;
    const actors = new Set(names.flatMap((name) => [...(this.#sessions.get(name) ?? [])]));
    const found = new Set([...actors].flatMap((name) => this.#named.get(name) ?? []));
    found.delete(uri);
    return found;
  }

  /**
   * Returns what an actor used as a principal class.
   * @param starter only in the sessions that this identity started; absent: in all, and by itself
   */
  by(uri: string, pclassId: string, starter?: string): UsedSet {
    const parts = this.#usesOf(uri, starter);
    const [first] = parts;
    if (!first) return this.#none;
    if (parts.length === 1) return this.#asClass(first, pclassId);
    return this.union(parts.map((part) => this.#asClass(part, pclassId)));
  }

  /** Reports whether a log names an identity. */
  isNamed(uri: string): boolean {
    return this.#names.has(uri);
  }

  /** Returns the uses that the log has under the names of an actor and of a starter. Callers ask for one principal class of an actor after the other. */
  #usesOf(uri: string, starter?: string): Uses[] {
    if (this.#last?.uri !== uri || this.#last.starter !== starter) this.#last = { uri, starter, uses: this.#findUses(uri, starter) };
    return this.#last.uses;
  }

  #findUses(uri: string, starter?: string): Uses[] {
    const names = this.#names.get(uri) ?? [];
    const starters = starter === undefined ? [null] : (this.#names.get(starter) ?? []);
    return names.flatMap((name) => starters.flatMap((one) => this.#uses.get(usesKey(name, one)) ?? []));
  }

  /** Returns what of some uses a principal class can access. Many identities share a name, so each is found once. */
  #asClass(uses: Uses, pclassId: string): UsedSet {
    const known = this.#known.get(uses) ?? new Map<string, UsedSet>();
    this.#known.set(uses, known);
    const sets = this.reach.ofPrincipals(pclassId);
    const found = known.get(pclassId) ?? this.#find(uses, this.kind === undefined ? sets.all : sets[SETS[this.kind]]);
    known.set(pclassId, found);
    return found;
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
  countOutside(usedResources: UsedSet, classes: Pick<Bitset, 'has'>): number {
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

const NO_SESSIONS: ReadonlySet<string> = new Set();

/** Names in logs contain no line break. */
function usesKey(name: string, starter: string | null): string {
  return starter === null ? name : `${name}\n${starter}`;
}

const SETS = { READ: 'read', WRITE: 'write', ADMIN: 'admin' } as const;

function keyOf({ class_id: id, service, type, account_id: account }: Omit<Serving, 'n'>): string {
  return [id, service, type, account].join(' ');
}
