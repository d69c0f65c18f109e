import { dayOf, useAddress } from './use-address';

export interface DaysAddress {
  /** Days, YYYY-MM-DD; null means no limit. */
  start: string | null;
  end: string | null;
  choose: (start: string | null, end: string | null) => void;
}

/** Returns a range of days from the address. A range that ends before it starts counts as absent. */
export function useDaysAddress(): DaysAddress {
  const address = useAddress();
  const [start, end] = [dayOf(address.get('start')), dayOf(address.get('end'))];
  const isInOrder = start === null || end === null || start <= end;
  return {
    start: isInOrder ? start : null,
    end: isInOrder ? end : null,
    choose: (from, to) => address.set({ start: from, end: to, page: null }),
  };
}
