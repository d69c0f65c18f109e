import { sql } from 'kysely';
import type { Tx } from '../../db/database';
import { Bitset } from '../compile/bitset';
import { usageParts, type InventoryScope } from './parts';
import type { ProfileReach } from './profile-reach';

/** A resource that logs name as used, of a class; of AWS with its service. */
export interface UsedResource {
  entity_id: string;
  class_id: string;
  service: string | null;
}

/** Whoever acts, by URI, with what logs tell it used: resources, or services alone, of which any resource counts that it can reach. */
export interface Uses {
  resources: UsedResource[];
  services: Set<string>;
}

/** How many resources of a class belong to a service. */
export interface Serving {
  class_id: string;
  service: string;
  n: number;
}

/** Resources that were touched: all of some kinds, a kind being what of a class belongs to a service, and single ones. */
export interface Touched {
  kinds: Bitset;
  single: Bitset;
}

/**
 * What was really touched of what is reached. A log that names the service alone touches whole classes, which are never counted out one by one.
 */
export class TouchedResources {
  readonly #kindsOf = new Map<number, { service: string; kind: number }[]>();
  readonly #sizes: number[] = [];
  readonly #entities = new Map<string, number>();
  /** Of each single resource the kind that it belongs to; -1: none that a log names alone. */
  readonly #kindOfEntity: number[] = [];
  readonly #classNumbers: ReadonlyMap<string, number>;
  readonly #known = new Map<string, Touched>();
  readonly #none: Touched;

  constructor(
    private readonly reach: ProfileReach,
    private readonly uses: ReadonlyMap<string, Uses>,
    serving: readonly Serving[],
  ) {
    this.#classNumbers = new Map(reach.classes.map(({ id }, number) => [id, number]));
    // In the order of the classes, as what is touched together is then near together.
    const numbered = serving.flatMap((one) => ({ ...one, number: this.#classNumbers.get(one.class_id) ?? -1 })).filter(({ number }) => number >= 0);
    for (const { number, service, n } of numbered.sort((a, b) => a.number - b.number)) {
      const kinds = this.#kindsOf.get(number) ?? [];
      this.#kindsOf.set(number, [...kinds, { service, kind: this.#sizes.length }]);
      this.#sizes.push(n);
    }
    const used = new Map([...uses.values()].flatMap(({ resources }) => resources.map((one) => [one.entity_id, one] as const)));
    const numberOf = ({ class_id: id }: UsedResource): number => this.#classNumbers.get(id) ?? -1;
    for (const one of [...used.values()].sort((a, b) => numberOf(a) - numberOf(b))) {
      this.#entities.set(one.entity_id, this.#kindOfEntity.length);
      this.#kindOfEntity.push(this.#kindsOf.get(numberOf(one))?.find(({ service }) => service === one.service)?.kind ?? -1);
    }
    this.#none = this.#made([], []);
  }

  /** What whoever acts touched as a class of principals. */
  by(uri: string, pclassId: string): Touched {
    const uses = this.uses.get(uri);
    if (!uses) return this.#none;
    const key = `${uri} ${pclassId}`;
    const known = this.#known.get(key) ?? this.#find(uses, this.reach.ofPrincipals(pclassId).all);
    this.#known.set(key, known);
    return known;
  }

  #find({ resources, services }: Uses, reached: Bitset): Touched {
    const kinds: number[] = [];
    if (services.size > 0) {
      reached.forEach((number) => {
        for (const { service, kind } of this.#kindsOf.get(number) ?? []) if (services.has(service)) kinds.push(kind);
      });
    }
    const single = resources.flatMap(({ entity_id: id, class_id: classId }) => {
      const entity = this.#entities.get(id);
      return entity !== undefined && reached.has(this.#classNumbers.get(classId) ?? -1) ? [entity] : [];
    });
    return this.#made(kinds, single);
  }

  union(all: readonly Touched[]): Touched {
    const [first = this.#none] = all;
    if (all.length < 2) return first;
    const kinds = Bitset.emptyLikeAll(all.map((one) => one.kinds));
    const single = Bitset.emptyLikeAll(all.map((one) => one.single));
    for (const one of all) {
      kinds.or(one.kinds);
      single.or(one.single);
    }
    return { kinds, single };
  }

  /** Resources, each once. */
  count({ kinds, single }: Touched): number {
    let n = 0;
    kinds.forEach((kind) => {
      n += this.#sizes[kind] ?? 0;
    });
    single.forEach((entity) => {
      const kind = this.#kindOfEntity[entity] ?? -1;
      if (kind < 0 || !kinds.has(kind)) n += 1;
    });
    return n;
  }

  #made(kinds: readonly number[], single: readonly number[]): Touched {
    return { kinds: Bitset.of(this.#sizes.length, kinds), single: Bitset.of(this.#kindOfEntity.length, single) };
  }
}

interface RawUse {
  uri: string | null;
  entity_id: string | null;
  class_id: string | null;
  service: string | null;
  n: number;
}

/** What logs of the last 90 days tell, by the same rules as `with-usage` of the query language. */
export async function readTouched(tx: Tx, scope: InventoryScope, reach: ProfileReach): Promise<TouchedResources> {
  const { rows } = await sql<RawUse>`
    with ${usageParts(scope)}
    select u.uri, u.entity_id, u.class_id, u.service, 0 n from used u where u.class_id is not null group by 1, 2, 3, 4
    union all
    select s.uri, null, null, s.service, 0 from served s group by s.uri, s.service
    union all
    select null, null, r.class_id, r.service, count(*)::int from serving r where r.class_id is not null group by r.class_id, r.service`.execute(tx);
  const uses = new Map<string, Uses>();
  const serving: Serving[] = [];
  for (const { uri, entity_id: entity, class_id: classId, service, n } of rows) {
    if (uri === null) {
      if (classId !== null && service !== null) serving.push({ class_id: classId, service, n });
      continue;
    }
    const known = uses.get(uri) ?? { resources: [], services: new Set() };
    uses.set(uri, known);
    if (entity !== null && classId !== null) known.resources.push({ entity_id: entity, class_id: classId, service });
    else if (service !== null) known.services.add(service);
  }
  return new TouchedResources(reach, uses, serving);
}
