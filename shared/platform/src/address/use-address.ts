import { useSearchParams } from 'react-router-dom';

export interface Address {
  /** Returns a parameter of the address; empty when it is absent. */
  get: (name: string) => string;
  /** Changes parameters; null or empty removes one. Each change is a step of the history, unless `replace` is set. */
  set: (change: Readonly<Record<string, string | null>>, options?: { replace?: boolean }) => void;
}

/** The change that resets a list: first page, no search, no filter, no order. */
export const LIST_RESET = { page: null, search: null, sort: null, order: null, severity: null, kind: null } as const;

/**
 * Returns the parameters of the address as the state of a view. A link restores the view, and back and forward work.
 * @param of prefix of the parameters, for a page with several lists
 */
export function useAddress(of?: string): Address {
  const [parameters, setParameters] = useSearchParams();
  const named = (name: string): string => (of === undefined ? name : `${of}.${name}`);
  return {
    get: (name) => parameters.get(named(name)) ?? '',
    set: (change, options) =>
      setParameters((before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(change)) {
          if (value === null || value === '') next.delete(named(name));
          else next.set(named(name), value);
        }
        return next;
      }, options),
  };
}

/** Reads a whole number above 0 from an address. Any other text counts as absent. */
export function numberOf(text: string, otherwise: number): number {
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : otherwise;
}

/** Reads a day from an address, YYYY-MM-DD. A day that does not exist, such as 30 February, counts as absent. */
export function dayOf(text: string): string | null {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  return isDay && new Date(text).toISOString().startsWith(text) ? text : null;
}
