import { stableId } from './stable-id';
import type { AssumptionEdge } from './evaluation';
import type { Entity } from './model';
import type { Reference, Relation } from './source-facts';
import type { LinkEntry, SourceLinks } from './tenant-links';
import type { Link, Node } from './paths';

/** Relations between identities, in words. */
const RELATIONS: Partial<Record<Relation['kind'], string>> = { can_become: 'may act as', runs_as: 'runs as', member_of: 'member of' };

/** The data of one source about identities and the identities that they may act as. */
export interface LinkFacts {
  relations: readonly Relation[];
  pclassOf: ReadonlyMap<string, string>;
  steps: readonly AssumptionEdge[];
  externalPrincipals: readonly Entity[];
}

/**
 * Builds the link entries of one source.
 * @param find resolves a reference in this or another source; null where nothing connected matches
 */
export function sourceLinks({ relations, pclassOf, steps, externalPrincipals }: LinkFacts, find: (reference: Reference) => Node | null): SourceLinks {
  const entries = new Map<string, LinkEntry>();
  const entryOf = (uri: string): LinkEntry => {
    const known = entries.get(uri) ?? { pclassId: null, links: [], signature: '' };
    entries.set(uri, known);
    return known;
  };
  const nodes = new Map<string, Node>();
  // All links to a node share one object.
  const toNode = ({ uri, type, name, accountId }: Node): Node => {
    const node = nodes.get(uri) ?? { uri, type, name, accountId };
    nodes.set(uri, node);
    return node;
  };
  for (const [uri, pclassId] of pclassOf) entryOf(uri).pclassId = pclassId;
  for (const { childUri, parent, relation, group, conditions } of steps) {
    entryOf(childUri).links.push({ to: toNode(parent), relation, conditions, group: group && toNode(group), isMembership: false });
  }
  for (const { child, parent, kind, detail } of relations) {
    const relation = RELATIONS[kind];
    const [from, to] = relation === undefined ? [null, null] : [find(child), find(parent)];
    if (!from || !to || relation === undefined) continue;
    const { relation: own, conditions } = detail as { relation?: unknown; conditions?: unknown };
    entryOf(from.uri).links.push({
      to: toNode(to),
      relation: typeof own === 'string' ? own : relation,
      conditions: Array.isArray(conditions) ? conditions.map(String) : [],
      group: null,
      isMembership: kind === 'member_of',
    });
  }
  for (const entry of entries.values()) {
    entry.links.sort(byTarget);
    entry.signature = stableId(entry.pclassId ?? '', JSON.stringify(entry.links));
  }
  return { entries, externalPrincipals };
}

/** Orders links independently of where they come from. */
function byTarget(a: Link, b: Link): number {
  const [x, y] = [`${a.to.uri} ${a.relation} ${a.group?.uri ?? ''}`, `${b.to.uri} ${b.relation} ${b.group?.uri ?? ''}`];
  return x < y ? -1 : x > y ? 1 : 0;
}
