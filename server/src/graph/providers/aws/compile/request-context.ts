/**
 * The known request keys. A list of values means that the key is present, null that it is absent; undefined means that only the request decides. Key
 * names are in lower case.
 */
export interface RequestContext {
  valuesOf: (key: string) => readonly string[] | null | undefined;
  /** Reports for an undecided key whether the context rules out every value that matches a pattern. */
  neverIs?: (key: string, pattern: string) => boolean;
  /** Earliest time of a request in milliseconds since 1970. The credentials that sign it are not much older. */
  notBefore?: number;
}

/** Known keys by name, with their values. */
export type KnownKeys = Readonly<Record<string, string | readonly string[] | null>>;

/** Returns a context of known keys. `rest` decides all other keys. */
export function contextOf(known: KnownKeys, rest: RequestContext['valuesOf'] = () => undefined): RequestContext {
  return {
    valuesOf: (key) => {
      if (!Object.hasOwn(known, key)) return rest(key);
      const values = known[key];
      if (values === null || values === undefined) return null;
      return typeof values === 'string' ? [values] : values.length === 0 ? null : values;
    },
  };
}
