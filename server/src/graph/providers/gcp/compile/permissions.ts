import type { AccessKind } from '../../../engine/catalogue/action-kinds';
import { Bitset } from '../../../engine/bitset';
import { matchesWildcard } from '../../../engine/wildcard';
import { kindOfGcpPermission } from './action-kinds';

/** Services whose name in deny policies is not their name in permissions. */
const ALIASES: Record<string, string> = {
  cloudresourcemanager: 'resourcemanager',
  sqladmin: 'cloudsql',
  bigtableadmin: 'bigtable',
  cloudbilling: 'billing',
};

/** `storage.googleapis.com/buckets.get`, as deny policies write it, is `storage.buckets.get`. */
export function toPermission(text: string): string {
  const [, service, rest] = /^([^/]+)\.googleapis\.com\/(.+)$/.exec(text.trim()) ?? [];
  return service === undefined || rest === undefined ? text.trim() : `${ALIASES[service] ?? service}.${rest}`;
}

/** The permissions that are asked about, numbered: those that roles hold, for GCP's roles have no wildcards. */
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

  /** Permissions by name. */
  of(names: readonly string[]): Bitset {
    return Bitset.of(
      this.size,
      names.map((name) => this.indexOf(toPermission(name))).filter((index) => index >= 0),
    );
  }

  /** Permissions as deny rules name them: a `*` stands for any part. Source: Google Cloud, "Deny policies", Permission groups. */
  matching(patterns: readonly string[]): Bitset {
    const wanted = patterns.map(toPermission);
    const groups = wanted.filter((pattern) => pattern.includes('*'));
    const named = wanted.map((pattern) => this.indexOf(pattern)).filter((index) => index >= 0);
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
