import type { Entity } from './model';
import type { Relation } from './source-facts';

/** Scopes over several accounts. An organization of AWS is none of them: one account alone lists it. */
const SHARED_KINDS: ReadonlySet<unknown> = new Set(['management group', 'folder', 'organization']);

/** Whether an entity lies over several accounts, so that each source below it tells of it, under the same URI. */
export function isShared({ type, cloudType, attributes }: Entity): boolean {
  return type === 'SCOPE' && cloudType !== 'AWS' && SHARED_KINDS.has(attributes.scopekind);
}

/** Native ids of the shared scopes that something else of a source lies in: what is given and denied there, the source lists. */
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

/** That a source tells of a shared scope. */
export interface ScopeReport {
  uri: string;
  sourceUid: string;
  /** Something of the source lies in it. */
  isAbove: boolean;
}

/**
 * Of each shared scope the source whose word counts, by URI: one with something in it before one that only names it, the one that counts already
 * before others, and among those the first by its uid. So nothing changes as long as that source goes on to tell of it.
 * @param counting sources that count now, by URI; several where they were stored by an earlier release
 */
export function chooseReportingSources(told: readonly ScopeReport[], counting: ReadonlyMap<string, ReadonlySet<string>>): Map<string, string> {
  const chosen = new Map<string, ScopeReport>();
  const rank = ({ uri, sourceUid, isAbove }: ScopeReport): number => (isAbove ? 0 : 2) + (counting.get(uri)?.has(sourceUid) ? 0 : 1);
  for (const one of told) {
    const known = chosen.get(one.uri);
    if (!known || rank(one) < rank(known) || (rank(one) === rank(known) && one.sourceUid < known.sourceUid)) chosen.set(one.uri, one);
  }
  return new Map([...chosen].map(([uri, { sourceUid }]) => [uri, sourceUid]));
}
