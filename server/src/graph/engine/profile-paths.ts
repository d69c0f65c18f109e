import { findPaths, type LinkGraph } from './paths';

/** A path from a profile to a principal class. */
export interface ProfilePath {
  pclass_id: string;
  /** Stands for the principal class in all paths that belong together, for lists beside them: finding a text takes most of the time of a path. */
  pclass_number: number;
  /** A step of the path is conditional. */
  conditional: boolean;
  depth: number;
  /** URI of the assumed identity; null: the identity itself. */
  assumed: string | null;
}

/** An identity or a group on the way of a path. */
export interface PathHop {
  uri: string;
  type: string;
}

/** @param isYoung the path began within 90 days; false where no log would show its use, because then its age does not matter */
type VisitPrincipal = (pclassNumber: number, conditional: boolean, isYoung: boolean) => void;

/** The paths of profiles, by profile id. */
export interface PathsByProfile {
  get(profileId: string): readonly ProfilePath[] | undefined;
  values(): Iterable<readonly ProfilePath[]>;
  /** Visits the principal classes of the paths of a profile by their numbers, for sums over millions of paths. */
  forEachPrincipal(profileId: string, visit: VisitPrincipal): void;
  /** Returns the principal class with a number. */
  principalOf(pclassNumber: number): string;
  /** Returns the principal classes that a profile has without assuming another identity. */
  ownPrincipals(profileId: string): string[];
  /** Returns everything that is on the way of some path of a profile, each once. */
  hopsOf(profileId: string): Iterable<PathHop>;
  /** Returns the URIs of the identities that a profile can assume, each once. */
  assumedOf(profileId: string): Iterable<string>;
}

/** Numbers of a path: its principal class, the assumed identity (-1: none), and four times its depth, with the bits below. */
const WIDTH = 3;
const CONDITIONAL = 1;
const YOUNG = 2;

const NO_NUMBERS = new Int32Array(0);

/**
 * The paths of all profiles of a tenant in 12 bytes each, and 4 for each hop of a profile. In an organization, administrators have tens of thousands of paths, and as objects those of all
 * profiles need gigabytes. The paths of a profile become objects only while they are read.
 */
export class ProfilePaths implements PathsByProfile {
  readonly #numbers = new Map<string, Int32Array>();
  readonly #hops = new Map<string, Int32Array>();
  /** The types of the texts that are hops, by the number of the text. */
  readonly #types: string[] = [];
  readonly #texts: string[] = [];
  readonly #numberOf = new Map<string, number>();

  /**
   * Finds the paths of all profiles. The generator yields the share of the work that is done.
   * @param identities an identity of each profile, by profile id
   */
  static *of(graph: LinkGraph, identities: ReadonlyMap<string, string>): Generator<number, ProfilePaths> {
    const found = new ProfilePaths();
    for (const [profileId, uri] of identities) {
      const paths = findPaths(graph, uri);
      const numbers = new Int32Array(paths.length * WIDTH);
      const passed = new Set<number>();
      for (const [index, { pclassId, hops, conditional }] of paths.entries()) {
        const assumed = hops.at(-1)?.uri;
        for (const { uri: hop, type } of hops) passed.add(found.#hop(hop, type));
        numbers.set(
          [found.#number(pclassId), assumed === undefined ? -1 : found.#number(assumed), hops.length * 4 + (conditional ? CONDITIONAL : 0)],
          index * WIDTH,
        );
      }
      found.#numbers.set(profileId, numbers);
      found.#hops.set(profileId, Int32Array.from(passed));
      yield found.#numbers.size / identities.size;
    }
    return found;
  }

  get(profileId: string): ProfilePath[] | undefined {
    const numbers = this.#numbers.get(profileId);
    return numbers && this.#pathsIn(numbers);
  }

  *values(): Iterable<ProfilePath[]> {
    for (const numbers of this.#numbers.values()) yield this.#pathsIn(numbers);
  }

  /**
   * Notes that paths began within 90 days.
   * @param pclassIds the principal classes to which a profile has young paths
   */
  markYoung(profileId: string, pclassIds: Iterable<string>): void {
    const numbers = this.#numbers.get(profileId);
    if (!numbers) return;
    const young = new Set<number>();
    for (const id of pclassIds) young.add(this.#numberOf.get(id) ?? -1);
    for (let index = 0; index < numbers.length; index += WIDTH)
      if (young.has(numbers[index] ?? -1)) numbers[index + 2] = (numbers[index + 2] ?? 0) | YOUNG;
  }

  forEachPrincipal(profileId: string, visit: VisitPrincipal): void {
    const numbers = this.#numbers.get(profileId) ?? NO_NUMBERS;
    for (let index = 0; index < numbers.length; index += WIDTH) {
      const rest = numbers[index + 2] as number;
      visit(numbers[index] as number, (rest & CONDITIONAL) !== 0, (rest & YOUNG) !== 0);
    }
  }

  principalOf(pclassNumber: number): string {
    return this.#texts[pclassNumber] ?? '';
  }

  ownPrincipals(profileId: string): string[] {
    const numbers = this.#numbers.get(profileId) ?? NO_NUMBERS;
    const found: string[] = [];
    for (let index = 0; index < numbers.length; index += WIDTH)
      if ((numbers[index + 1] ?? -1) < 0) found.push(this.#texts[numbers[index] ?? -1] ?? '');
    return found;
  }

  *hopsOf(profileId: string): Iterable<PathHop> {
    for (const number of this.#hops.get(profileId) ?? []) yield { uri: this.#texts[number] ?? '', type: this.#types[number] ?? '' };
  }

  *assumedOf(profileId: string): Iterable<string> {
    const numbers = this.#numbers.get(profileId) ?? [];
    const seen = new Set<number>();
    for (let index = 1; index < numbers.length; index += WIDTH) {
      const assumed = numbers[index] ?? -1;
      if (assumed < 0 || seen.has(assumed)) continue;
      seen.add(assumed);
      yield this.#texts[assumed] ?? '';
    }
  }

  #hop(uri: string, type: string): number {
    const number = this.#number(uri);
    this.#types[number] = type;
    return number;
  }

  #pathsIn(numbers: Int32Array): ProfilePath[] {
    const paths: ProfilePath[] = [];
    for (let index = 0; index < numbers.length; index += WIDTH) {
      const [pclass = -1, assumed = -1, rest = 0] = [numbers[index], numbers[index + 1], numbers[index + 2]];
      paths.push({
        pclass_id: this.#texts[pclass] ?? '',
        pclass_number: pclass,
        conditional: (rest & CONDITIONAL) !== 0,
        depth: rest >> 2,
        assumed: this.#texts[assumed] ?? null,
      });
    }
    return paths;
  }

  #number(text: string): number {
    const known = this.#numberOf.get(text) ?? this.#texts.push(text) - 1;
    this.#numberOf.set(text, known);
    return known;
  }
}
