import { stableId } from '../evaluate/stable-id';
import type { Entity } from '../model';
import { waysOf, type Link, type LinkGraph, type Way } from './ways';

/** What one source says of one principal: its class there, and what it may become. */
export interface LinkEntry {
  pclassId: string | null;
  links: Link[];
}

/** What one source says of who is what. */
export interface SourceLinks {
  /** By the URI of the principal, of this or another source. */
  entries: ReadonlyMap<string, LinkEntry>;
  outsiders: readonly Entity[];
}

export interface Profile {
  profileId: string;
  ways: Way[];
}

/** What changed of who can become whom. */
export interface LinkChanges {
  /** Profile by the URI of the identity; null: it holds nothing any more. */
  profiles: Map<string, Profile | null>;
}

const NOTHING: SourceLinks = { entries: new Map(), outsiders: [] };

/**
 * Who is what and can become what, over all sources of a tenant. Each source says its part; what follows from all of them together,
 * the profiles, is worked out anew only for those whom a change can reach.
 */
export class TenantLinks implements LinkGraph {
  readonly #sources = new Map<string, SourceLinks>();
  /** By the URI of the principal, then by source. */
  readonly #entries = new Map<string, Map<string, LinkEntry>>();

  /**
   * @param profileOf the profile that each identity is stored with, by URI
   */
  constructor(readonly profileOf: Map<string, string>) {}

  *linksOf(uri: string): Iterable<Link> {
    for (const { links } of this.#entriesOf(uri)) yield* links;
  }

  *classesOf(uri: string): Iterable<string> {
    for (const { pclassId } of this.#entriesOf(uri)) if (pclassId !== null) yield pclassId;
  }

  /** Puts in what is stored; profiles are taken to be right. */
  load(sourceUid: string, links: SourceLinks): void {
    this.#put(sourceUid, links);
  }

  /** Takes what sources say now, and works out whose profile changes by it. */
  replace(sources: ReadonlyMap<string, SourceLinks | null>): LinkChanges {
    const touched = new Set<string>();
    for (const [sourceUid, links] of sources) {
      const [before, after] = [this.#sources.get(sourceUid) ?? NOTHING, links ?? NOTHING];
      for (const [uri, entry] of after.entries) if (!sameEntry(before.entries.get(uri), entry)) touched.add(uri);
      for (const uri of before.entries.keys()) if (!after.entries.has(uri)) touched.add(uri);
      this.#put(sourceUid, links);
    }
    return this.#changesOf(this.#reaching(touched));
  }

  /** Works all profiles out anew. */
  refresh(): LinkChanges {
    return this.#changesOf(new Set([...this.#entries.keys(), ...this.profileOf.keys()]));
  }

  /** Who stands outside, each once, however many sources name them; an account that is connected is not outside. */
  outsiders(connected: ReadonlySet<string>): Entity[] {
    const found = new Map<string, Entity>();
    const sources = [...this.#sources].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [, { outsiders }] of sources) {
      for (const outsider of outsiders) {
        const isConnected = outsider.type === 'EXT_ACCOUNT' && connected.has(outsider.accountId);
        if (!isConnected && !found.has(outsider.uri)) found.set(outsider.uri, outsider);
      }
    }
    return [...found.values()];
  }

  /** In an order that does not depend on which source came first. */
  #entriesOf(uri: string): LinkEntry[] {
    const bySource = this.#entries.get(uri);
    if (!bySource) return [];
    return bySource.size === 1 ? [...bySource.values()] : [...bySource].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
  }

  #put(sourceUid: string, links: SourceLinks | null): void {
    for (const uri of this.#sources.get(sourceUid)?.entries.keys() ?? []) {
      const bySource = this.#entries.get(uri);
      bySource?.delete(sourceUid);
      if (bySource?.size === 0) this.#entries.delete(uri);
    }
    this.#sources.delete(sourceUid);
    if (!links) return;
    this.#sources.set(sourceUid, links);
    for (const [uri, entry] of links.entries) {
      const bySource = this.#entries.get(uri) ?? new Map<string, LinkEntry>();
      this.#entries.set(uri, bySource.set(sourceUid, entry));
    }
  }

  /** Those and everybody who can become one of them. */
  #reaching(touched: ReadonlySet<string>): Set<string> {
    if (touched.size === 0) return new Set();
    const from = new Map<string, string[]>();
    for (const [uri, bySource] of this.#entries) {
      for (const { links } of bySource.values()) {
        for (const { to } of links) {
          const known = from.get(to.uri);
          if (known) known.push(uri);
          else from.set(to.uri, [uri]);
        }
      }
    }
    const found = new Set(touched);
    for (const uri of found) for (const child of from.get(uri) ?? []) found.add(child);
    return found;
  }

  #changesOf(uris: ReadonlySet<string>): LinkChanges {
    const profiles = new Map<string, Profile | null>();
    for (const uri of uris) {
      const profile = this.#profileFor(uri);
      const known = this.profileOf.get(uri) ?? null;
      if (known === (profile?.profileId ?? null)) continue;
      profiles.set(uri, profile);
      if (profile) this.profileOf.set(uri, profile.profileId);
      else this.profileOf.delete(uri);
    }
    return { profiles };
  }

  #profileFor(uri: string): Profile | null {
    const ways = waysOf(this, uri);
    return ways.length === 0 ? null : { profileId: stableId('profile', JSON.stringify(ways)), ways };
  }
}

function sameEntry(a: LinkEntry | undefined, b: LinkEntry): boolean {
  return a !== undefined && a.pclassId === b.pclassId && JSON.stringify(a.links) === JSON.stringify(b.links);
}
