import type { Catalogue } from './catalogue';

/**
 * Returns a function that makes a value once for each catalogue. The values are shared, so nobody may change them.
 * @param make makes the value, which depends on the catalogue alone
 */
export function perCatalogue<T extends object>(make: (catalogue: Catalogue) => T): (catalogue: Catalogue) => T {
  const made = new WeakMap<Catalogue, T>();
  return (catalogue) => {
    const known = made.get(catalogue) ?? make(catalogue);
    made.set(catalogue, known);
    return known;
  };
}
