import { stableId } from './stable-id';
import type { Entity } from './model';
import { findPaths, type Link, type LinkGraph, type ClassPath } from './paths';

/** What one source says of one principal: its class there, and what it may become. */
export interface LinkEntry {
  pclassId: string | null;
  links: Link[];
  /** Of both: entries of one signature say the same. */
  signature: string;
}

/** What one source says of who is what. */
export interface SourceLinks {
  /** By the URI of the principal, of this or another source. */
  entries: ReadonlyMap<string, LinkEntry>;
  externalPrincipals: readonly Entity[];
}

/** A set of ways that identities share. Its id stays the same while all who share it go the same new ways together. */
export interface Profile {
  profileId: string;
  /** Of its ways. */
  hash: string;
  paths: ClassPath[];
  /** Its ways until now, none of a new one; null: what is stored tells. */
  previousPaths: ClassPath[] | null;
}

/** What changed of who can become whom. */
export interface LinkChanges {
  /** Profile by the URI of the identity; null: it holds nothing any more. Also of those who keep a profile whose ways changed. */
  profiles: Map<string, Profile | null>;
}

/** The profiles that are stored. */
export interface StoredProfiles {
  /** Profile id by the URI of the identity. */
  profileOf: Map<string, string>;
  /** Hash of its ways by the id of the profile. */
  hashOf: Map<string, string>;
}

const NOTHING: SourceLinks = { entries: new Map(), externalPrincipals: [] };

/**
 * Who is what and can become what, over all sources of a tenant. Each source says its part; what follows from all of them together,
 * the profiles, is worked out anew only for those whom a change can reach.
 */
export class TenantLinks implements LinkGraph {
  readonly #sources = new Map<string, SourceLinks>();
  /** By the URI of the principal, then by source. */
  readonly #entries = new Map<string, Map<string, LinkEntry>>();
  /** Who can become a principal by one step, by its URI, with the number of links that say so. */
  readonly #from = new Map<string, Map<string, number>>();

  readonly profileOf: Map<string, string>;
  readonly #hashOf: Map<string, string>;
  /** By source, what its evaluation depended on: a fingerprint, of those that this process evaluated. */
  readonly keyOf = new Map<string, string>();

  constructor({ profileOf, hashOf }: StoredProfiles = { profileOf: new Map(), hashOf: new Map() }) {
    this.profileOf = profileOf;
    this.#hashOf = hashOf;
  }

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

  /** Takes what sources say now, and works out whose profile changes by it. Yields how much is done, 0 to 1, so that others get their turn. */
  *replace(sources: ReadonlyMap<string, SourceLinks | null>): Generator<number, LinkChanges> {
    const changed = new Set<string>();
    for (const [sourceUid, links] of sources) {
      const [before, after] = [this.#sources.get(sourceUid) ?? NOTHING, links ?? NOTHING];
      for (const [uri, entry] of after.entries) if (!sameEntry(before.entries.get(uri), entry)) changed.add(uri);
      for (const uri of before.entries.keys()) if (!after.entries.has(uri)) changed.add(uri);
    }
    const before = yield* this.#pathsOfProfiles(this.#affectedBy(changed));
    for (const [sourceUid, links] of sources) this.#put(sourceUid, links);
    return yield* this.#changesOf(this.#affectedBy(changed), before);
  }

  /** Works all profiles out anew. Yields how much is done, 0 to 1. */
  *refresh(): Generator<number, LinkChanges> {
    return yield* this.#changesOf(new Set([...this.#entries.keys(), ...this.profileOf.keys()]), new Map());
  }

  /** Who stands outside, each once, however many sources name them; an account that is connected is not outside. */
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

  /** In an order that does not depend on which source came first. */
  #entriesOf(uri: string): LinkEntry[] {
    const bySource = this.#entries.get(uri);
    if (!bySource) return [];
    return bySource.size === 1 ? [...bySource.values()] : [...bySource].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
  }

  #put(sourceUid: string, links: SourceLinks | null): void {
    for (const [uri, entry] of this.#sources.get(sourceUid)?.entries ?? []) {
      const bySource = this.#entries.get(uri);
      bySource?.delete(sourceUid);
      if (bySource?.size === 0) this.#entries.delete(uri);
      for (const { to } of entry.links) this.#count(to.uri, uri, -1);
    }
    this.#sources.delete(sourceUid);
    if (!links) return;
    this.#sources.set(sourceUid, links);
    for (const [uri, entry] of links.entries) {
      const bySource = this.#entries.get(uri) ?? new Map<string, LinkEntry>();
      this.#entries.set(uri, bySource.set(sourceUid, entry));
      for (const { to } of entry.links) this.#count(to.uri, uri, 1);
    }
  }

  #count(to: string, child: string, by: 1 | -1): void {
    const children = this.#from.get(to) ?? new Map<string, number>();
    const count = (children.get(child) ?? 0) + by;
    if (count > 0) this.#from.set(to, children.set(child, count));
    else children.delete(child);
    if (children.size === 0) this.#from.delete(to);
  }

  /** Those and everybody who can become one of them. */
  #affectedBy(changed: ReadonlySet<string>): Set<string> {
    const found = new Set(changed);
    for (const uri of found) for (const child of this.#from.get(uri)?.keys() ?? []) found.add(child);
    return found;
  }

  /** The ways of the profiles that these have now, of those that are as they are stored. */
  *#pathsOfProfiles(uris: ReadonlySet<string>): Generator<number, Map<string, ClassPath[]>> {
    const found = new Map<string, ClassPath[]>();
    let done = 0;
    for (const uri of uris) {
      yield (0.5 * done++) / uris.size;
      const profileId = this.profileOf.get(uri);
      if (profileId === undefined || found.has(profileId)) continue;
      const paths = findPaths(this, uri);
      if (hashOf(paths) === this.#hashOf.get(profileId)) found.set(profileId, paths);
    }
    return found;
  }

  /** @param before the ways that profiles had, as far as they are known */
  *#changesOf(uris: ReadonlySet<string>, before: ReadonlyMap<string, ClassPath[]>): Generator<number, LinkChanges> {
    const sharing = new Map<string, { paths: ClassPath[]; uris: string[] }>();
    const profiles: LinkChanges['profiles'] = new Map();
    const shared = new Map<string, HashedPaths>();
    let done = 0;
    for (const uri of uris) {
      yield 0.5 + (0.5 * done++) / uris.size;
      const { paths, hash } = this.#hashedPathsOf(uri, shared);
      const known = this.profileOf.get(uri);
      if (hash === (known === undefined ? null : this.#hashOf.get(known))) continue;
      if (hash === null) {
        profiles.set(uri, null);
        continue;
      }
      const group = sharing.get(hash) ?? { paths, uris: [] };
      sharing.set(hash, group);
      group.uris.push(uri);
    }
    this.#assign(sharing, profiles, before);
    return { profiles };
  }

  /** Those of whom all sources say the same go the same ways, where nobody can become one of them: then the ways could lead past themselves. */
  #hashedPathsOf(uri: string, shared: Map<string, HashedPaths>): HashedPaths {
    const isTarget = this.#from.has(uri);
    const signatures = isTarget
      ? ''
      : this.#entriesOf(uri)
          .map(({ signature }) => signature)
          .join(' ');
    const known = isTarget ? undefined : shared.get(signatures);
    if (known) return known;
    const paths = findPaths(this, uri);
    const hashed = { paths, hash: paths.length === 0 ? null : hashOf(paths) };
    if (!isTarget) shared.set(signatures, hashed);
    return hashed;
  }

  /** Gives each set of ways a profile: one that has them, one whose holders all turn to them, or a new one. */
  #assign(
    sharing: ReadonlyMap<string, { paths: ClassPath[]; uris: string[] }>,
    profiles: LinkChanges['profiles'],
    before: ReadonlyMap<string, ClassPath[]>,
  ): void {
    const holders = new Map<string, number>();
    for (const profileId of this.profileOf.values()) holders.set(profileId, (holders.get(profileId) ?? 0) + 1);
    const idOf = new Map([...this.#hashOf].filter(([profileId]) => holders.has(profileId)).map(([profileId, hash]) => [hash, profileId]));
    for (const [hash, { paths, uris }] of sharing) {
      const [same, left] = [idOf.get(hash), this.#leftBehind(uris, holders)];
      const profileId = same ?? left ?? this.#freeId(hash);
      this.#hashOf.set(profileId, hash);
      const until = same !== undefined ? paths : left !== undefined ? (before.get(left) ?? null) : [];
      const profile = { profileId, hash, paths, previousPaths: until };
      for (const uri of uris) profiles.set(uri, profile);
    }
    for (const [uri, profile] of profiles) {
      if (profile) this.profileOf.set(uri, profile.profileId);
      else this.profileOf.delete(uri);
    }
  }

  /** The profile that all of these and nobody else had. */
  #leftBehind(uris: readonly string[], holders: ReadonlyMap<string, number>): string | undefined {
    const leaving = new Map<string, number>();
    for (const uri of uris) {
      const before = this.profileOf.get(uri);
      if (before !== undefined) leaving.set(before, (leaving.get(before) ?? 0) + 1);
    }
    return [...leaving].find(([profileId, count]) => holders.get(profileId) === count)?.[0];
  }

  /** A profile that once began with these ways may have gone on to others. */
  #freeId(hash: string): string {
    let id = hash;
    for (let count = 1; this.#hashOf.has(id); count += 1) id = stableId(hash, String(count));
    return id;
  }
}

interface HashedPaths {
  paths: ClassPath[];
  /** Null: there are none. */
  hash: string | null;
}

function hashOf(paths: readonly ClassPath[]): string {
  return stableId('profile', JSON.stringify(paths));
}

function sameEntry(a: LinkEntry | undefined, b: LinkEntry): boolean {
  return a?.signature === b.signature;
}
