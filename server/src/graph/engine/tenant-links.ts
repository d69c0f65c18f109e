import { stableId, stableIdOfPieces } from './stable-id';
import type { Entity } from './model';
import { findPaths, type Link, type LinkGraph, type ClassPath } from './paths';

/** One source's data about one principal: its class there, and the identities that it may act as. */
export interface LinkEntry {
  pclassId: string | null;
  links: readonly Link[];
  /** Hash of class and links: entries with equal signatures are equal. */
  signature: string;
}

/** One source's data about all of its principals. */
export interface SourceLinks {
  /** By URI of the principal, of this or another source. */
  entries: ReadonlyMap<string, LinkEntry>;
  externalPrincipals: readonly Entity[];
}

/** A set of paths that several identities share. Its id stays while all identities that share it change to the same new paths. */
export interface Profile {
  profileId: string;
  /** Hash of the paths. */
  hash: string;
  /** True where the profile had the same paths before, of other identities. */
  isKnown: boolean;
  /** Finds the paths. An administrator of an organization has tens of thousands, so they are never all in memory. Valid until the links change again. */
  paths(): ClassPath[];
  /** Finds the paths until now: none of a new profile, null where only the store knows them. Valid as long as `paths`. */
  previousPaths(): ClassPath[] | null;
}

/** The changes of profiles. */
export interface LinkChanges {
  /** Profile by identity URI; null where it has no more paths. Includes identities that keep a profile with changed paths. */
  profiles: Map<string, Profile | null>;
}

/** The stored profiles. */
export interface StoredProfiles {
  /** Profile id by identity URI. */
  profileOf: Map<string, string>;
  /** Hash of the paths by profile id. */
  hashOf: Map<string, string>;
}

const NO_ENTRIES: readonly LinkEntry[] = [];

const NOTHING: SourceLinks = { entries: new Map(), externalPrincipals: [] };

/**
 * Combines the links of all sources of a tenant. Profiles follow from all sources together. A change recomputes only the profiles of identities that
 * it can affect.
 */
export class TenantLinks implements LinkGraph {
  readonly #sources = new Map<string, SourceLinks>();
  /** By URI of the principal, then by source. */
  readonly #entries = new Map<string, Map<string, LinkEntry>>();
  /** Each URI in `#entries` once: up to all sources of a tenant name a principal, each with a text of its own. */
  readonly #uris = new Map<string, string>();
  /** The same in the order of the sources, as far as it was asked for. */
  readonly #ordered = new Map<string, LinkEntry[]>();
  /** The identities with a direct link to a principal, by its URI, with the number of links. */
  readonly #from = new Map<string, Map<string, number>>();
  /** The maps in `#entries` and `#from` that no fork shares, so that they may change; null: all of them. */
  #own: Set<ReadonlyMap<string, unknown>> | null = null;

  readonly profileOf: Map<string, string>;
  readonly #hashOf: Map<string, string>;
  /** Profiles whose hash was made of the present links. Those that were only read may be of others. */
  readonly #verified = new Set<string>();
  /** Fingerprint of each source's evaluation inputs, for sources that this process evaluated. */
  readonly keyOf = new Map<string, string>();

  constructor({ profileOf, hashOf }: StoredProfiles = { profileOf: new Map(), hashOf: new Map() }) {
    this.profileOf = profileOf;
    this.#hashOf = hashOf;
  }

  /** Returns links that can change while these stay as they are. Each of both copies what it changes, because a tenant may have half a million entries. */
  fork(): TenantLinks {
    const fork = new TenantLinks({ profileOf: new Map(this.profileOf), hashOf: new Map(this.#hashOf) });
    [this.#own, fork.#own] = [new Set(), new Set()];
    for (const [sourceUid, links] of this.#sources) fork.#sources.set(sourceUid, links);
    for (const [uri, bySource] of this.#entries) fork.#entries.set(uri, bySource);
    for (const uri of this.#uris.keys()) fork.#uris.set(uri, uri);
    for (const [uri, children] of this.#from) fork.#from.set(uri, children);
    for (const [sourceUid, key] of this.keyOf) fork.keyOf.set(sourceUid, key);
    for (const profileId of this.#verified) fork.#verified.add(profileId);
    return fork;
  }

  linksOf(uri: string): Iterable<Link> {
    return linksIn(this.#entriesOf(uri));
  }

  classesOf(uri: string): Iterable<string> {
    return classesIn(this.#entriesOf(uri));
  }

  /** Returns an identity of each profile, by its id. All identities of a profile have the same paths. */
  identityOfProfiles(): Map<string, string> {
    const found = new Map<string, string>();
    for (const [uri, profileId] of this.profileOf) if (!found.has(profileId)) found.set(profileId, uri);
    return found;
  }

  /** Loads the stored links of a source. Stored profiles are assumed to be current. */
  load(sourceUid: string, links: SourceLinks): void {
    this.#put(sourceUid, links);
  }

  /**
   * Replaces the links of sources and returns the changed profiles. It yields its progress, 0 to 1, for cooperative scheduling.
   * @param alike by uid of a source that is not replaced: principals that get what the source says about another one, or nothing (null), by their URI
   */
  *replace(
    sources: ReadonlyMap<string, SourceLinks | null>,
    alike: ReadonlyMap<string, ReadonlyMap<string, string | null>> = new Map(),
  ): Generator<number, LinkChanges> {
    const changed = new Set<string>();
    for (const [sourceUid, links] of sources) {
      const [before, after] = [this.#sources.get(sourceUid) ?? NOTHING, links ?? NOTHING];
      for (const [uri, entry] of after.entries) if (!sameEntry(before.entries.get(uri), entry)) changed.add(uri);
      for (const uri of before.entries.keys()) if (!after.entries.has(uri)) changed.add(uri);
    }
    for (const [, likeOf] of alike) for (const uri of likeOf.keys()) changed.add(uri);
    const entries = new Map([...changed].map((uri) => [uri, this.#entriesOf(uri)]));
    for (const [sourceUid, links] of sources) this.#put(sourceUid, links);
    for (const [sourceUid, likeOf] of alike) this.#liken(sourceUid, likeOf);
    return yield* this.#changesOf(this.#affectedBy(changed), entries);
  }

  /** Recomputes all profiles. It yields its progress, 0 to 1. */
  *refresh(): Generator<number, LinkChanges> {
    return yield* this.#changesOf(new Set([...this.#entries.keys(), ...this.profileOf.keys()]), null);
  }

  /** Returns each external principal once, whatever the number of sources that name it. A connected account is not external. */
  externalPrincipals(connected: ReadonlySet<string>): Entity[] {
    const found = new Map<string, Entity>();
    const sources = [...this.#sources].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [, { externalPrincipals }] of sources) {
      for (const principal of externalPrincipals) {
        const isConnected = principal.type === 'EXT_ACCOUNT' && connected.has(principal.accountId);
        if (!isConnected && !found.has(principal.uri)) found.set(principal.uri, principal);
      }
    }
    return [...found.values()];
  }

  /** Orders entries by source, so that the result does not depend on the order of arrival. */
  #entriesOf(uri: string): readonly LinkEntry[] {
    const bySource = this.#entries.get(uri);
    if (!bySource) return NO_ENTRIES;
    const known = this.#ordered.get(uri) ?? [...bySource].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
    this.#ordered.set(uri, known);
    return known;
  }

  #put(sourceUid: string, links: SourceLinks | null): void {
    for (const [uri, entry] of this.#sources.get(sourceUid)?.entries ?? []) this.#drop(sourceUid, uri, entry);
    this.#sources.delete(sourceUid);
    if (!links) return;
    const entries = new Map<string, LinkEntry>();
    this.#sources.set(sourceUid, { ...links, entries });
    for (const [uri, entry] of links.entries) this.#add(sourceUid, entries, uri, entry);
  }

  /** Gives principals the entries of others in a source. Forks share its map of entries. */
  #liken(sourceUid: string, likeOf: ReadonlyMap<string, string | null>): void {
    const links = this.#sources.get(sourceUid) ?? NOTHING;
    const entries = new Map(links.entries);
    this.#sources.set(sourceUid, { ...links, entries });
    for (const [uri, like] of likeOf) {
      const [before, after] = [links.entries.get(uri), like === null ? undefined : links.entries.get(like)];
      if (before) this.#drop(sourceUid, uri, before);
      entries.delete(uri);
      if (after) this.#add(sourceUid, entries, uri, after);
    }
  }

  #drop(sourceUid: string, uri: string, { links }: LinkEntry): void {
    const bySource = this.#changeable(this.#entries, uri);
    this.#ordered.delete(uri);
    bySource.delete(sourceUid);
    if (bySource.size === 0) {
      this.#entries.delete(uri);
      this.#uris.delete(uri);
    }
    for (const { to } of links) this.#count(to.uri, uri, -1);
  }

  #add(sourceUid: string, entries: Map<string, LinkEntry>, said: string, entry: LinkEntry): void {
    const uri = this.#uris.get(said) ?? said;
    this.#uris.set(uri, uri);
    entries.set(uri, entry);
    this.#ordered.delete(uri);
    this.#changeable(this.#entries, uri).set(sourceUid, entry);
    for (const { to } of entry.links) this.#count(to.uri, uri, 1);
  }

  #count(to: string, child: string, by: 1 | -1): void {
    const children = this.#changeable(this.#from, to);
    const count = (children.get(child) ?? 0) + by;
    if (count > 0) children.set(child, count);
    else children.delete(child);
    if (children.size === 0) this.#from.delete(to);
  }

  /** Returns the map of a URI, which no fork shares from now on. */
  #changeable<V>(maps: Map<string, Map<string, V>>, uri: string): Map<string, V> {
    const known = maps.get(uri);
    if (known && (this.#own === null || this.#own.has(known))) return known;
    const own = new Map(known);
    this.#own?.add(own);
    maps.set(uri, own);
    return own;
  }

  /** Returns these identities and all that can act as one of them. */
  #affectedBy(changed: ReadonlySet<string>): Set<string> {
    const found = new Set(changed);
    for (const uri of found) for (const child of this.#from.get(uri)?.keys() ?? []) found.add(child);
    return found;
  }

  /** @param former the entries of changed principals until now, by their URI; null: not known */
  *#changesOf(uris: ReadonlySet<string>, former: ReadonlyMap<string, readonly LinkEntry[]> | null): Generator<number, LinkChanges> {
    const sharing = new Map<string, string[]>();
    const profiles: LinkChanges['profiles'] = new Map();
    const shared = new Map<string, string | null>();
    let done = 0;
    for (const uri of uris) {
      yield done++ / uris.size;
      const hash = this.#hashOfPaths(uri, shared);
      const known = this.profileOf.get(uri);
      if (hash === (known === undefined ? null : this.#hashOf.get(known))) {
        if (known !== undefined) this.#verified.add(known);
        continue;
      }
      if (hash === null) {
        profiles.set(uri, null);
        continue;
      }
      const group = sharing.get(hash);
      if (group) group.push(uri);
      else sharing.set(hash, [uri]);
    }
    this.#assign(sharing, profiles, former && this.#until(former));
    return { profiles };
  }

  /** Returns the graph in which some principals have their former entries. */
  #until(former: ReadonlyMap<string, readonly LinkEntry[]>): LinkGraph {
    const of = (uri: string): readonly LinkEntry[] => former.get(uri) ?? this.#entriesOf(uri);
    return { linksOf: (uri) => linksIn(of(uri)), classesOf: (uri) => classesIn(of(uri)) };
  }

  /**
   * Returns the hash of the paths of an identity; null: it has none. Identities with equal entries share it, unless other identities can act as them: then
   * a path could lead back.
   */
  #hashOfPaths(uri: string, shared: Map<string, string | null>): string | null {
    const isTarget = this.#from.has(uri);
    const signatures = isTarget
      ? ''
      : this.#entriesOf(uri)
          .map(({ signature }) => signature)
          .join(' ');
    const known = isTarget ? undefined : shared.get(signatures);
    if (known !== undefined) return known;
    const paths = findPaths(this, uri);
    const hash = paths.length === 0 ? null : hashOf(paths);
    if (!isTarget) shared.set(signatures, hash);
    return hash;
  }

  /**
   * Assigns a profile to each set of paths: an existing one with these paths, one whose identities all change to them, or a new one.
   * @param before the graph until now; null: not known
   */
  #assign(sharing: ReadonlyMap<string, string[]>, profiles: LinkChanges['profiles'], before: LinkGraph | null): void {
    const holders = new Map<string, number>();
    for (const profileId of this.profileOf.values()) holders.set(profileId, (holders.get(profileId) ?? 0) + 1);
    const idOf = new Map([...this.#hashOf].filter(([profileId]) => holders.has(profileId)).map(([profileId, hash]) => [hash, profileId]));
    for (const [hash, together] of sharing) {
      // Their order follows the order in which sources are read. The ids must not.
      const uris = together.sort();
      const [same, left] = [idOf.get(hash), this.#leftBehind(uris, holders)];
      const profileId = same ?? left?.profileId ?? this.#freeId(hash);
      const previousPaths = left ? this.#pathsUntil(left.uri, left.profileId, before) : () => [];
      this.#hashOf.set(profileId, hash);
      this.#verified.add(profileId);
      const [first = ''] = uris;
      const profile = { profileId, hash, isKnown: same !== undefined, paths: () => findPaths(this, first), previousPaths };
      for (const uri of uris) profiles.set(uri, profile);
    }
    for (const [uri, profile] of profiles) {
      if (profile) this.profileOf.set(uri, profile.profileId);
      else this.profileOf.delete(uri);
    }
  }

  /** Returns the function that finds the former paths of an identity, if they are those of its stored profile. */
  #pathsUntil(uri: string, profileId: string, before: LinkGraph | null): () => ClassPath[] | null {
    const [isVerified, hash] = [this.#verified.has(profileId), this.#hashOf.get(profileId)];
    return () => {
      if (!before) return null;
      const paths = findPaths(before, uri);
      return isVerified || hashOf(paths) === hash ? paths : null;
    };
  }

  /** Returns the profile that exactly these identities had, with one of them. */
  #leftBehind(uris: readonly string[], holders: ReadonlyMap<string, number>): { profileId: string; uri: string } | undefined {
    const leaving = new Map<string, { uri: string; count: number }>();
    for (const uri of uris) {
      const before = this.profileOf.get(uri);
      if (before !== undefined) leaving.set(before, { uri, count: (leaving.get(before)?.count ?? 0) + 1 });
    }
    for (const [profileId, { uri, count }] of leaving) if (holders.get(profileId) === count) return { profileId, uri };
    return undefined;
  }

  /** Returns an unused id: a profile that started with these paths may have different ones now. */
  #freeId(hash: string): string {
    let id = hash;
    for (let count = 1; this.#hashOf.has(id); count += 1) id = stableId(hash, String(count));
    return id;
  }
}

function* linksIn(entries: readonly LinkEntry[]): Iterable<Link> {
  for (const { links } of entries) yield* links;
}

function* classesIn(entries: readonly LinkEntry[]): Iterable<string> {
  for (const { pclassId } of entries) if (pclassId !== null) yield pclassId;
}

/** Returns the hash of the paths as JSON. */
function hashOf(paths: readonly ClassPath[]): string {
  return stableIdOfPieces('profile', textOf(paths));
}

/** Yields the JSON of paths in pieces. All paths to the classes of one principal have the same hops, whose text is made once. */
function* textOf(paths: readonly ClassPath[]): Generator<string> {
  let of: ClassPath['hops'] | null = null;
  let hops = '';
  let separator = '';
  yield '[';
  for (const path of paths) {
    if (path.hops !== of) hops = JSON.stringify(path.hops);
    of = path.hops;
    yield `${separator}{"pclassId":${JSON.stringify(path.pclassId)},"hops":${hops},"conditional":${String(path.conditional)}}`;
    separator = ',';
  }
  yield ']';
}

function sameEntry(a: LinkEntry | undefined, b: LinkEntry): boolean {
  return a?.signature === b.signature;
}
