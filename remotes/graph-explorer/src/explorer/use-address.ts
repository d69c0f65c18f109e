import { useSearchParams } from 'react-router-dom';

/** The parameters of the address as the state of a view: it restores from its address, and back and forward work. */
export function useAddress(): {
  get: (name: string) => string;
  set: (change: Record<string, string | null>, options?: { replace?: boolean }) => void;
} {
  const [parameters, setParameters] = useSearchParams();
  return {
    get: (name) => parameters.get(name) ?? '',
    set: (change, options) =>
      setParameters((before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(change)) {
          if (value === null || value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      }, options),
  };
}

/** A page number of an address, from 0; anything that is none is the first page. */
export function pageNumber(text: string): number {
  return /^\d{1,6}$/.test(text) ? Number(text) : 0;
}
