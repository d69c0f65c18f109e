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
  const shared = new SharedLinks();
  const said = new Map<string, { pclassId: string | null; links: SharedLink[] }>();
  const entryOf = (uri: string): { pclassId: string | null; links: SharedLink[] } => {
    const known = said.get(uri) ?? { pclassId: null, links: [] };
    said.set(uri, known);
    return known;
  };
  for (const [uri, pclassId] of pclassOf) entryOf(uri).pclassId = pclassId;
  for (const { childUri, parent, relation, group, conditions } of steps) {
    entryOf(childUri).links.push(shared.link({ to: parent, relation, conditions, group, isMembership: false }));
  }
  for (const { child, parent, kind, detail } of relations) {
    const relation = RELATIONS[kind];
    const [from, to] = relation === undefined ? [null, null] : [find(child), find(parent)];
    if (!from || !to || relation === undefined) continue;
    const { relation: own, conditions } = detail as { relation?: unknown; conditions?: unknown };
    const link = shared.link({
      to,
      relation: typeof own === 'string' ? own : relation,
      conditions: Array.isArray(conditions) ? conditions.map(String) : [],
      group: null,
      isMembership: kind === 'member_of',
    });
    entryOf(from.uri).links.push(link);
  }
  const entries = new Map<string, LinkEntry>();
  for (const [uri, { pclassId, links }] of said) entries.set(uri, shared.entry(pclassId, links));
  return { entries, externalPrincipals };
}

/** A link and its place among all links of the source. */
interface SharedLink {
  link: Link;
  number: number;
  /** Orders links independently of where they come from. */
  order: string;
}

/** Makes equal nodes, links, lists and entries one object each: in a large organization, thousands of principals of a source may act as the same hundred identities. */
class SharedLinks {
  readonly #nodes = new Map<string, Node>();
  readonly #links = new Map<string, SharedLink>();
  /** By the numbers of the links. */
  readonly #lists = new Map<string, { links: readonly Link[]; text: string }>();
  /** By their signature. */
  readonly #entries = new Map<string, LinkEntry>();

  link({ to, relation, conditions, group, isMembership }: Link): SharedLink {
    const order = `${to.uri} ${relation} ${group?.uri ?? ''}`;
    const key = `${order}\0${String(isMembership)}\0${conditions.join('\0')}`;
    const known = this.#links.get(key);
    if (known) return known;
    const link = { to: this.#node(to), relation, conditions, group: group && this.#node(group), isMembership };
    const found = { link, number: this.#links.size, order };
    this.#links.set(key, found);
    return found;
  }

  entry(pclassId: string | null, links: SharedLink[]): LinkEntry {
    links.sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0));
    const list = this.#list(links);
    const signature = stableId(pclassId ?? '', list.text);
    const entry = this.#entries.get(signature) ?? { pclassId, links: list.links, signature };
    this.#entries.set(signature, entry);
    return entry;
  }

  #list(sorted: readonly SharedLink[]): { links: readonly Link[]; text: string } {
    const key = sorted.map(({ number }) => number).join();
    const known = this.#lists.get(key);
    if (known) return known;
    const links = sorted.map(({ link }) => link);
    const list = { links, text: JSON.stringify(links) };
    this.#lists.set(key, list);
    return list;
  }

  #node({ uri, type, name, accountId }: Node): Node {
    const node = this.#nodes.get(uri) ?? { uri, type, name, accountId };
    this.#nodes.set(uri, node);
    return node;
  }
}
