/**
 * What is known of the keys of a request. A list of values: the key is there; null: it is known not to be there; undefined: nobody
 * knows before the request is made. Names are in lower case.
 */
export interface RequestContext {
  valuesOf: (key: string) => readonly string[] | null | undefined;
  /** Of a key that nobody knows: whether it is known all the same that no value of it matches a pattern. */
  neverIs?: (key: string, pattern: string) => boolean;
  /** No request is made before this moment (milliseconds since 1970), and none by credentials that are much older. */
  notBefore?: number;
}

/** Keys that are known by name, with their values. */
export type KnownKeys = Readonly<Record<string, string | readonly string[] | null>>;

/** A context of some known keys; of the others `rest` decides. */
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
