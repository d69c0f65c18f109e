import type { Entity } from '../engine/model';
import type { SourceFacts } from '../engine/source-facts';
import type { HolderMove } from '../store/moved-holders';
import { Directory, principalsOf, type Principals } from './context/directory';
import { gatesText, NamedPrincipals, type NamingSource } from './context/named-principals';

/** The principals that may move between classes. Others, such as service accounts, belong to sets by what they are. */
const PEOPLE: ReadonlySet<string> = new Set(['USER', 'FEDERATED_USER', 'GROUP', 'FEDERATED_GROUP']);

/** Facts of a source before and after a change. */
export interface ChangedFacts {
  before: SourceFacts;
  after: SourceFacts;
}

/** A change of directories, as policies of other sources see it. */
export class DirectoryChange {
  readonly #before: Directory;
  readonly #after: Directory;
  /** The URIs of the principals of the changed sources. */
  readonly #changeable: ReadonlySet<string>;
  /** The native ids of the principals whose groups, or who themselves, may differ. */
  readonly #affected: ReadonlySet<string>;
  /** The same principals before and after, by their URI. */
  readonly #former: ReadonlyMap<string, Entity>;
  readonly #present: ReadonlyMap<string, Entity>;

  /** @param others the principals of the sources that do not change */
  constructor(others: Principals, changed: readonly ChangedFacts[]) {
    const [before, after] = [principalsOf(changed.map((one) => one.before)), principalsOf(changed.map((one) => one.after))];
    this.#before = Directory.of(others, before);
    this.#after = Directory.of(others, after);
    this.#changeable = new Set([...before.identities, ...after.identities].map(({ uri }) => uri));
    const differing = [
      ...differingBy(before.memberships, after.memberships, ({ child, parent }) => JSON.stringify([child.nativeId, parent.nativeId])).map(
        ({ child }) => child.nativeId,
      ),
      ...differingBy(before.identities, after.identities, identityText).map(({ nativeId }) => nativeId),
    ];
    this.#affected = new Set([...this.#before.withMembers(differing), ...this.#after.withMembers(differing)]);
    const affectedOf = ({ identities }: Directory): Map<string, Entity> =>
      new Map(identities.flatMap((entity) => (this.#affected.has(entity.nativeId) ? [[entity.uri, entity] as const] : [])));
    [this.#former, this.#present] = [affectedOf(this.#before), affectedOf(this.#after)];
  }

  /**
   * Returns the principals that the policies of a source treat otherwise after the change, each with one that they treat so before and after.
   * @returns null if nobody is treated as one of them would be, so that only an evaluation can tell their access
   */
  movesIn(source: NamingSource): HolderMove[] | null {
    const [before, after] = [new NamedPrincipals(this.#before, source), new NamedPrincipals(this.#after, source)];
    const alike = new Map<string, Entity | null>();
    const moves: HolderMove[] = [];
    for (const uri of new Set([...this.#former.keys(), ...this.#present.keys()])) {
      const [former, principal] = [this.#former.get(uri), this.#present.get(uri)];
      const key = principal ? after.keyOf(principal) : null;
      if (key === (former ? before.keyOf(former) : null)) continue;
      const { nativeId, type } = (principal ?? former) as Entity;
      if (!PEOPLE.has(type) || !this.#changeable.has(uri)) return null;
      if (key !== null && principal && !alike.has(key)) alike.set(key, this.#find(principal, key, after));
      const like = key === null ? null : (alike.get(key) ?? null);
      if (key !== null && !like) return null;
      moves.push({ uri, nativeId, like: like && { uri: like.uri, nativeId: like.nativeId } });
    }
    return moves;
  }

  /** Returns a principal with a key that the change does not affect. */
  #find(principal: Entity, key: string, named: NamedPrincipals): Entity | null {
    const directory = this.#after;
    const groups = [...directory.withGroups(principal.nativeId)].filter((id) => id !== principal.nativeId && named.namesOf(id).length > 0);
    const [smallest] = groups.sort((one, other) => directory.sizeOf(one) - directory.sizeOf(other));
    const candidates =
      smallest === undefined ? directory.identities : [...directory.withMembers([smallest])].flatMap((id) => directory.entityOf(id) ?? []);
    const isAlike = (one: Entity): boolean =>
      one.type === principal.type && this.#changeable.has(one.uri) && !this.#affected.has(one.nativeId) && named.keyOf(one) === key;
    return candidates.find(isAlike) ?? null;
  }
}

/** Returns the entries of two lists that one of them lacks. */
function differingBy<T>(before: readonly T[], after: readonly T[], textOf: (entry: T) => string): T[] {
  const [was, is] = [before, after].map((list) => new Map(list.map((entry) => [textOf(entry), entry]))) as [Map<string, T>, Map<string, T>];
  return [...[...was].filter(([text]) => !is.has(text)), ...[...is].filter(([text]) => !was.has(text))].map(([, entry]) => entry);
}

/** Returns everything about an identity that evaluations of other sources read. */
function identityText({ uri, nativeId, type, attributes: { email, azuresignin } }: Entity): string {
  return JSON.stringify([uri, nativeId, type, email ?? null, gatesText({ attributes: { azuresignin } })]);
}
