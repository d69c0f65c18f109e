import type { AccessKind } from '../../../engine/catalogue/action-kinds';
import { Bitset } from '../../../engine/bitset';
import { matchesWildcard } from '../../../engine/wildcard';
import { kindOfGcpPermission } from './action-kinds';

/** Services whose name in deny policies differs from their name in permissions. */
const ALIASES: Record<string, string> = {
  cloudresourcemanager: 'resourcemanager',
  sqladmin: 'cloudsql',
  bigtableadmin: 'bigtable',
  cloudbilling: 'billing',
};

/** Returns the permission of a deny policy's name: `storage.buckets.get` for `storage.googleapis.com/buckets.get`. */
export function toPermission(text: string): string {
  const [, service, rest] = /^([^/]+)\.googleapis\.com\/(.+)$/.exec(text.trim()) ?? [];
  return service === undefined || rest === undefined ? text.trim() : `${ALIASES[service] ?? service}.${rest}`;
}

/** The relevant permissions, numbered: those of all roles, because GCP roles contain no wildcards. */
export class GcpPermissions {
  readonly names: string[] = [];
  readonly #indexOf = new Map<string, number>();

  constructor(names: Iterable<string>) {
    for (const name of names) {
      if (name === '' || name.includes('*') || this.#indexOf.has(name)) continue;
      this.#indexOf.set(name, this.names.length);
      this.names.push(name);
    }
  }

  get size(): number {
    return this.names.length;
  }

  indexOf(name: string): number {
    return this.#indexOf.get(name) ?? -1;
  }

  nameOf(index: number): string {
    return this.names[index] ?? '';
  }

  /** Returns the permissions with these names. */
  of(names: readonly string[]): Bitset {
    return Bitset.of(
      this.size,
      names.map((name) => this.indexOf(toPermission(name))).filter((index) => index >= 0),
    );
  }

  /**
   * Returns the permissions that deny rule names cover. A `*` matches any part.
   * @see Google Cloud, "Deny policies", Permission groups
   */
  matching(patterns: readonly string[]): Bitset {
    const requested = patterns.map(toPermission);
    const groups = requested.filter((pattern) => pattern.includes('*'));
    const named = requested.map((pattern) => this.indexOf(pattern)).filter((index) => index >= 0);
    const grouped = groups.length === 0 ? [] : [...this.where((name) => groups.some((pattern) => matchesWildcard(pattern, name)))];
    return Bitset.of(this.size, [...new Set([...named, ...grouped])]);
  }

  where(test: (name: string) => boolean): Bitset {
    return Bitset.of(
      this.size,
      this.names.flatMap((name, index) => (test(name) ? [index] : [])),
    );
  }

  ofKind(kind: AccessKind): Bitset {
    return this.where((name) => kindOfGcpPermission(name) === kind);
  }
}
