import { useSearchParams } from 'react-router-dom';

export interface Address {
  /** A parameter of the address; empty where it has none. */
  get: (name: string) => string;
  /** Changes parameters; null or empty takes one away. A view that is changed so is a step back and forward lead to, unless it is replaced. */
  set: (change: Readonly<Record<string, string | null>>, options?: { replace?: boolean }) => void;
}

/** A list that is looked at anew: its first page, not searched, filtered or sorted. */
export const ANEW = { page: null, search: null, sort: null, order: null, severity: null, kind: null } as const;

/**
 * The parameters of the address as the state of a view: it restores from its address, and back and forward work.
 * @param of tells the parameters of one of several lists of a page from those of the others
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

/** A whole number above 0 out of an address; what is none counts as absent. */
export function numberOf(text: string, otherwise: number): number {
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : otherwise;
}

/** A day out of an address, YYYY-MM-DD; what is none, as the 30th of February, counts as absent. */
export function dayOf(text: string): string | null {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  return isDay && new Date(text).toISOString().startsWith(text) ? text : null;
}
