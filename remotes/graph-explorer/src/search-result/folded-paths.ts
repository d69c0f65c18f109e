import type { AccessPath } from '@cam/contracts';

/** An access path, with the further ones that differ in the names between its ends only. */
export interface FoldedPath {
  path: AccessPath;
  alike: readonly AccessPath[];
}

/**
 * Returns the paths in the order in which they explain most: paths that grant a privilege that the query asks about first, then paths without
 * conditions, then short ones, then those that grant more. Paths of the same kind follow the first of them. A path that returns to an entity that it
 * has left explains nothing more than the shorter one.
 */
export function foldedPaths(paths: readonly AccessPath[]): FoldedPath[] {
  const direct = paths.filter((path) => !isDetour(path));
  const folded = new Map<string, { path: AccessPath; alike: AccessPath[] }>();
  for (const path of (direct.length > 0 ? direct : [...paths]).sort(byUse)) {
    const kind = kindOf(path);
    const known = folded.get(kind);
    if (known) known.alike.push(path);
    else folded.set(kind, { path, alike: [] });
  }
  return [...folded.values()];
}

/** The server says whether a path grants what was asked. Without a question, all paths are equal. */
const RANKS = { ALWAYS: 0, CONDITIONALLY: 1, NO: 2 } as const;

function byUse(a: AccessPath, b: AccessPath): number {
  return (
    RANKS[a.grants_asked ?? 'NO'] - RANKS[b.grants_asked ?? 'NO'] ||
    Number(a.conditional) - Number(b.conditional) ||
    a.hops.length - b.hops.length ||
    lettersOf(b) - lettersOf(a)
  );
}

function lettersOf({ actions_str: letters }: AccessPath): number {
  return letters.replaceAll('-', '').length;
}

/** An inline policy has the URI of its owner, so only a repeated entity of the same type and name makes a detour. */
function isDetour({ hops }: AccessPath): boolean {
  const ids = hops.map(({ uri, type, name }) => `${type} ${uri} ${name}`);
  return ids.some((id, index) => ids.indexOf(id) < index - 1);
}

function kindOf({ hops, actions_str: actions, conditional_actions_str: letters, conditional }: AccessPath): string {
  return JSON.stringify([actions, letters, conditional, hops.map(({ type, relation, conditions }) => [type, relation, conditions])]);
}
