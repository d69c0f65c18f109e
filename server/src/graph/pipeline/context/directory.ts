import type { Holder } from '../../engine/evaluation';
import { membersStringsOf } from '../../engine/member-strings';
import type { Entity } from '../../engine/model';
import type { Relation, SourceFacts } from '../../engine/source-facts';
import { namesOf } from '../dependency-keys';

/** Identities that policies may name, with their memberships. */
export interface Principals {
  identities: readonly Entity[];
  memberships: readonly Relation[];
}

/** Returns the principals of some sources. Policies name those of AWS accounts otherwise. */
export function principalsOf(all: readonly SourceFacts[]): Principals {
  const named = all.filter(({ cloudType }) => cloudType !== 'AWS');
  return {
    identities: named.flatMap(({ entities }) => entities.filter(({ isIdentity }) => isIdentity)),
    memberships: named.flatMap(({ relations }) => relations.filter(({ kind }) => kind === 'member_of')),
  };
}

/** The principals of all directories of a tenant, with their groups. */
export class Directory {
  readonly #byId: ReadonlyMap<string, Entity>;
  readonly #groupsOf = new Map<string, string[]>();
  readonly #membersOf = new Map<string, string[]>();

  constructor(
    readonly identities: readonly Entity[],
    memberships: readonly Relation[],
  ) {
    this.#byId = new Map(identities.map((entity) => [entity.nativeId, entity]));
    for (const { child, parent } of memberships) {
      addTo(this.#groupsOf, child.nativeId, parent.nativeId);
      addTo(this.#membersOf, parent.nativeId, child.nativeId);
    }
  }

  /** Returns the directory of principals from several places. */
  static of(...parts: readonly Principals[]): Directory {
    return new Directory(
      parts.flatMap(({ identities }) => identities),
      parts.flatMap(({ memberships }) => memberships),
    );
  }

  entityOf(nativeId: string): Entity | undefined {
    return this.#byId.get(nativeId);
  }

  /** Returns the native ids of a principal and of its groups, direct or nested, itself first. */
  withGroups(nativeId: string): ReadonlySet<string> {
    return closure([nativeId], this.#groupsOf);
  }

  /** Returns the native ids of principals and of their members, direct or nested. */
  withMembers(nativeIds: Iterable<string>): ReadonlySet<string> {
    return closure(nativeIds, this.#membersOf);
  }

  /** Returns the number of direct members of a group. */
  sizeOf(group: string): number {
    return this.#membersOf.get(group)?.length ?? 0;
  }

  /**
   * Returns the identities that policies name, with all their names and those of their groups, direct or nested.
   * @param named lower-case names in the policies; `null`: everyone
   */
  holdersOf(named: ReadonlySet<string> | null): Holder[] {
    return this.identities.flatMap((principal) => {
      const all = this.withGroups(principal.nativeId);
      const entities = [...all].flatMap((id) => this.#byId.get(id) ?? []);
      if (named && !entities.some((entity) => isNamed(entity, named))) return [];
      return [{ principal, refs: [...new Set([...all, ...entities.flatMap(membersStringsOf)])] }];
    });
  }
}

/** Reports whether policies name an identity, by a whole name or by the domain of its address. */
export function isNamed(entity: Entity, named: ReadonlySet<string>): boolean {
  return namesOf(entity).some((name) => named.has(name) || (name.includes('@') && named.has(name.slice(name.indexOf('@') + 1))));
}

function closure(ids: Iterable<string>, next: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set(ids);
  for (const id of found) for (const further of next.get(id) ?? []) found.add(further);
  return found;
}

function addTo(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
