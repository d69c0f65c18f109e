import type { Entity } from '../../engine/model';
import { membersStringsOf } from '../../engine/member-strings';
import type { SourceFacts } from '../../engine/source-facts';
import { azureGatesOf } from '../../engine/sign-in-gate';
import { namesWithin } from '../dependency-keys';
import { isNamed, type Directory } from './directory';

/** A source whose policies name principals of other sources. */
export interface NamingSource {
  cloudType: SourceFacts['cloudType'];
  /** Everything that its evaluation depends on, as `needsOf` returns it. */
  needs: ReadonlySet<string>;
}

/** The principals of a tenant as the policies of one source tell them apart. */
export class NamedPrincipals {
  readonly #named = new Map<string, readonly string[]>();

  constructor(
    readonly directory: Directory,
    private readonly source: NamingSource,
  ) {}

  /**
   * Returns a key of everything about a principal that an evaluation reads: policies treat principals of one directory with the same key alike. Null: policies
   * name neither the principal nor any of its groups.
   */
  keyOf({ nativeId, type, attributes }: Entity): string | null {
    const { directory, source } = this;
    const all = directory.withGroups(nativeId);
    const [own, ...groups] = [...all].map((id) => this.namesOf(id));
    const held = [...new Set(groups.flat())].sort();
    if (!own || own.length + held.length === 0) return null;
    const entities = [...all].flatMap((id) => directory.entityOf(id) ?? []);
    if (!entities.some((entity) => isNamed(entity, source.needs))) return null;
    // Limits of organizations concern kinds of members, such as users with an address.
    const kinds = refsOf(nativeId, directory.entityOf(nativeId)).map((ref) => ref.slice(0, ref.indexOf(':') + 1));
    const gates = source.cloudType === 'AZURE' ? gatesText({ attributes }) : '';
    return JSON.stringify([type, kinds, gates, own, held]);
  }

  /** Returns the names by which policies may name a principal itself. */
  namesOf(nativeId: string): readonly string[] {
    const known = this.#named.get(nativeId);
    if (known) return known;
    const found = refsOf(nativeId, this.directory.entityOf(nativeId)).filter((ref) => namesWithin(ref).some((name) => this.source.needs.has(name)));
    this.#named.set(nativeId, found);
    return found;
  }
}

/** Returns the gates of a principal as text. The database and a bundle list them in different orders. */
export function gatesText(principal: Pick<Entity, 'attributes'>): string {
  return Object.entries(azureGatesOf(principal))
    .map(([application, { blockedBy, conditions }]) => JSON.stringify([application, blockedBy, conditions]))
    .sort()
    .join();
}

function refsOf(nativeId: string, entity: Entity | undefined): string[] {
  return [...new Set([nativeId, ...(entity ? membersStringsOf(entity) : [])])];
}
