import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { readInParts } from '../../../platform/db/read-in-parts';
import type { AccessKind } from '../../engine/catalogue/action-kinds';
import { Bitset } from '../../engine/bitset';
import { usageParts, type InventoryScope } from './parts';
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
  /** The identity that started the sessions of the actor, by URI; the actor itself for all that it did. */
  by: string;
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
  /** The resources of the services among them. */
  serving: readonly Serving[];
}

/** The uses of one actor. */
interface Uses {
  resources: UsedResource[];
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
  readonly #uses = new Map<string, Uses>();
  /** The actors whose sessions an identity started. */
  readonly #sessions = new Map<string, Set<string>>();
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
    { uses, serving }: LoggedUses,
    private readonly kind?: AccessKind,
  ) {
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
    const known = this.#uses.get(key) ?? { resources: [], services: new Set() };
    this.#uses.set(key, known);
    if (by !== uri) this.#sessions.set(by, (this.#sessions.get(by) ?? new Set()).add(uri));
    if (typeof of === 'string') known.services.add(of);
    else known.resources.push(of);
  }

  #numberOf(classId: string): number {
    return this.#classNumbers.get(classId) ?? -1;
  }

  /** Returns every actor with a use. */
  get actors(): Iterable<string> {
    return [...this.#uses.keys()].flatMap((key) => (key.includes('\n') ? [] : [key]));
  }

  /** Returns the actors whose sessions an identity started and that used something. */
  sessionsOf(uri: string): ReadonlySet<string> {
    return this.#sessions.get(uri) ?? NO_SESSIONS;
  }

  /**
   * Returns what an actor used as a principal class.
   * @param starter only in the sessions that this identity started
   */
  by(uri: string, pclassId: string, starter = uri): UsedSet {
    const uses = this.#uses.get(usesKey(uri, starter));
    if (!uses) return this.#none;
    const sets = this.reach.ofPrincipals(pclassId);
    const key = `${usesKey(uri, starter)} ${pclassId}`;
    const known = this.#known.get(key) ?? this.#find(uses, this.kind === undefined ? sets.all : sets[SETS[this.kind]]);
    this.#known.set(key, known);
    return known;
  }

  #find({ resources, services }: Uses, reachable: Bitset): UsedSet {
    const groups: number[] = [];
    if (services.size > 0) {
      reachable.forEach((number) => {
        for (const { service, group } of this.#groupsOf.get(number) ?? []) if (services.has(service)) groups.push(group);
      });
    }
    const single = resources.flatMap(({ entity_id: id, class_id: classId }) => {
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

const NO_SESSIONS: ReadonlySet<string> = new Set();

/** URIs contain no line break. */
function usesKey(uri: string, by: string): string {
  return by === uri ? uri : `${uri}\n${by}`;
}

const SETS = { READ: 'read', WRITE: 'write', ADMIN: 'admin' } as const;

function keyOf({ class_id: id, service, type, account_id: account }: Omit<Serving, 'n'>): string {
  return [id, service, type, account].join(' ');
}

interface RawUse {
  uri: string | null;
  by: string | null;
  kind: AccessKind | null;
  entity_id: string | null;
  class_id: string | null;
  service: string | null;
  type: string | null;
  account_id: string | null;
  n: number;
}

/** Reads uses by the rules of `with-usage` in the query language. */
export async function readUses(tx: Tx, scope: InventoryScope): Promise<LoggedUses> {
  const query = sql<RawUse>`
    with ${usageParts(scope)}
    select u.uri, u.by, u.kind, u.entity_id, u.class_id, u.service, u.type, u.account_id, 0 n from used u where u.class_id is not null
    union all
    select s.uri, s.by, s.kind, null, null, s.service, null, null, 0 from served s
    union all
    select null, null, null, null, r.class_id, r.service, r.type, r.account_id, count(*)::int from serving r
      where r.class_id is not null group by r.class_id, r.service, r.type, r.account_id`;
  const uses: LoggedUse[] = [];
  const serving: Serving[] = [];
  // Each row has its own copies of texts. Millions of uses name some ten thousand identities and resources, so these are kept once.
  const texts = new Map<string, string>();
  const shared = <T extends string>(text: T): T => {
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return (known as T | undefined) ?? text;
  };
  const resources = new Map<string, UsedResource>();
  const resource = (one: UsedResource): UsedResource => {
    const known = resources.get(one.entity_id);
    if (!known) resources.set(one.entity_id, one);
    return known ?? one;
  };
  for await (const rows of readInParts(tx, query)) {
    for (const { uri, by, kind, entity_id: entity, class_id: id, service, type, account_id: account, n } of rows) {
      const place = id === null || type === null || account === null ? null : { class_id: id, type, account_id: account };
      if (uri === null && place && service !== null) serving.push({ ...place, service, n });
      if (uri === null || by === null) continue;
      const use = { uri: shared(uri), by: shared(by), kind: kind && shared(kind) };
      if (place && entity !== null) uses.push({ ...use, of: resource({ ...place, entity_id: entity, service }) });
      if (!place && service !== null) uses.push({ ...use, of: shared(service) });
    }
  }
  return { uses, serving };
}
