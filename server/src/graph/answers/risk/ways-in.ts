import type { RiskWeights } from '@cam/contracts/server';
import type { ProfileReach } from '../counts/profile-reach';
import { isMoreExposed, type ExposedIdentity, type OwnExposure } from './exposure';
import type { AccessSets } from '../counts/access-of-profiles';
import { MODES, rounded, WAYS, type Mode, type Way } from './score';
import type { NamedIdentity, WayIn } from './stored-factors';

/** Types whose members or users count instead of them. */
const NOT_ITSELF: ReadonlySet<string> = new Set(['ROLE', 'GROUP', 'FEDERATED_GROUP']);

/** Returns the group of an identity; null: others count instead of it. */
export function wayOf({ type, external }: Pick<ExposedIdentity, 'type' | 'external'>): Way | null {
  if (NOT_ITSELF.has(type)) return null;
  if (type === 'PUBLIC_NODE') return 'public';
  if (type === 'EXT_ACCOUNT' || type === 'NETWORK_NODE') return 'external';
  if (type === 'USER' || type === 'FEDERATED_USER') return external ? 'external' : 'people';
  // A domain stands for the people in it, whom no source may list.
  if (type === 'GCP_DOMAIN') return 'people';
  return 'programs';
}

interface Best {
  values: Float64Array;
  /** Index into the list of entries; 0: none. */
  entries: Uint32Array;
}

interface Entry {
  by: NamedIdentity;
  exposure: number;
  mode: Mode;
  conditional: boolean;
}

/** The best way in to each resource class, for each group of identities: the highest exposure times access. */
export class WaysIn {
  readonly #best = new Map<Way, Best>();
  readonly #entries: (Entry | null)[] = [null];

  constructor(
    private readonly reach: ProfileReach,
    private readonly weights: RiskWeights,
  ) {}

  /** Adds identities that all have the same access. */
  add(sets: Pick<AccessSets, 'any' | 'sure'>, identities: readonly OwnExposure[]): void {
    const most = new Map<Way, OwnExposure>();
    for (const one of identities) {
      const way = wayOf(one.identity);
      if (way === null) continue;
      const known = most.get(way);
      if (!known || isMoreExposed(one, known)) most.set(way, one);
    }
    if (most.size === 0) return;
    const kinds = distinctKinds(sets);
    for (const [way, { identity, exposure }] of most)
      for (const { classes, ...kind } of kinds) this.#raise(way, classes, { by: named(identity), exposure: exposure.value, ...kind });
  }

  #raise(way: Way, classes: AccessSets['logged'], entry: Entry): void {
    const { modes, conditional } = this.weights;
    const value = rounded(entry.exposure * modes[entry.mode] * (entry.conditional ? conditional : 1));
    const best = this.#best.get(way) ?? { values: new Float64Array(this.reach.classes.length), entries: new Uint32Array(this.reach.classes.length) };
    this.#best.set(way, best);
    const index = this.#entries.push(entry) - 1;
    classes.forEach((number) => {
      const known = best.values[number] ?? 0;
      const isFirst = value === known && this.#isFirst(entry, best.entries[number] ?? 0);
      if (value <= known && !isFirst) return;
      best.values[number] = value;
      best.entries[number] = index;
    });
  }

  /** Ties are decided by name, so that the same graph always gives the same reason. */
  #isFirst({ by }: Entry, index: number): boolean {
    const known = this.#entries[index];
    return !known || isBefore(by, known.by);
  }

  /** Returns a text that is the same for classes with the same ways in. */
  keyOf(classNumber: number): string {
    return WAYS.map((way) => this.#best.get(way)?.entries[classNumber] ?? 0).join(' ');
  }

  /** Returns the best way in to a class for each group that has access. */
  of(classNumber: number): Partial<Record<Way, WayIn>> {
    return Object.fromEntries(
      WAYS.flatMap((way) => {
        const best = this.#best.get(way);
        const entry = this.#entries[best?.entries[classNumber] ?? 0];
        if (!best || !entry) return [];
        const { by, mode, conditional } = entry;
        return [[way, { value: best.values[classNumber] ?? 0, mode, conditional, by }]];
      }),
    );
  }
}

interface KindOfAccess {
  classes: AccessSets['logged'];
  mode: Mode;
  conditional: boolean;
}

/** Returns the sets of classes by kind of access, without those in which all classes have a stronger kind too: most access is unconditional and of one mode. */
function distinctKinds({ any, sure }: Pick<AccessSets, 'any' | 'sure'>): KindOfAccess[] {
  return MODES.flatMap((mode, index): KindOfAccess[] => {
    const stronger = MODES[index + 1];
    const isDistinct = (sets: Pick<AccessSets, 'any'>['any']): boolean =>
      !sets[mode].isEmpty && (stronger === undefined || !sets[mode].equals(sets[stronger]));
    return [
      ...(isDistinct(any) && !any[mode].equals(sure[mode]) ? [{ classes: any[mode], mode, conditional: true }] : []),
      ...(isDistinct(sure) ? [{ classes: sure[mode], mode, conditional: false }] : []),
    ];
  });
}

function named({ uri, name, type }: ExposedIdentity): NamedIdentity {
  return { uri, name, type };
}

function isBefore(one: NamedIdentity, other: NamedIdentity): boolean {
  return one.name < other.name || (one.name === other.name && one.uri < other.uri);
}
