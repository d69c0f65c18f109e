import type { Entity } from './model';
import type { Relation } from './source-facts';

/** Kinds of scopes above several accounts. An AWS organization does not count, because only one account lists it. */
const SHARED_KINDS: ReadonlySet<unknown> = new Set(['management group', 'folder', 'organization']);

/** Reports whether an entity lies above several accounts, so that each source below describes it under the same URI. */
export function isShared({ type, cloudType, attributes }: Entity): boolean {
  return type === 'SCOPE' && cloudType !== 'AWS' && SHARED_KINDS.has(attributes.scopekind);
}

/** Returns the native ids of shared scopes that contain other entities of a source. The source lists the grants and denies there. */
export function scopesAbove(entities: readonly Entity[], relations: readonly Relation[]): Set<string> {
  const shared = new Set(entities.filter(isShared).map(({ nativeId }) => nativeId));
  const contains = relations.filter(({ kind }) => kind === 'contains');
  const parentOf = new Map(contains.map(({ child, parent }) => [child.nativeId, parent.nativeId]));
  const above = new Set<string>();
  for (const { child, parent } of contains) {
    if (shared.has(child.nativeId)) continue;
    for (let at: string | undefined = parent.nativeId; at !== undefined && !above.has(at); at = parentOf.get(at)) if (shared.has(at)) above.add(at);
  }
  return above;
}

/** A source's description of a shared scope. */
export interface ScopeReport {
  uri: string;
  sourceUid: string;
  /** The scope contains entities of the source. */
  isAbove: boolean;
}

/**
 * Returns the authoritative source of each shared scope, by URI. A source with entities in the scope comes first, then the current authoritative
 * source, then the lowest uid. The choice is stable while that source still describes the scope.
 * @param current current authoritative sources by URI; several where an earlier release stored them
 */
export function chooseReportingSources(reports: readonly ScopeReport[], current: ReadonlyMap<string, ReadonlySet<string>>): Map<string, string> {
  const chosen = new Map<string, ScopeReport>();
  const rank = ({ uri, sourceUid, isAbove }: ScopeReport): number => (isAbove ? 0 : 2) + (current.get(uri)?.has(sourceUid) ? 0 : 1);
  for (const one of reports) {
    const known = chosen.get(one.uri);
    if (!known || rank(one) < rank(known) || (rank(one) === rank(known) && one.sourceUid < known.sourceUid)) chosen.set(one.uri, one);
  }
  return new Map([...chosen].map(([uri, { sourceUid }]) => [uri, sourceUid]));
}
