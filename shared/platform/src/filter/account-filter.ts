import { atom, useAtomValue } from 'jotai';
import type { CloudType } from '@cam/contracts';
import { storage } from '../state/storage';
import { store } from '../state/store';

/** A source that a person chose to look at alone. */
export interface FilterOption {
  id: string;
  uid: string;
  name: string;
  isOrganization: boolean;
  isSingle: boolean;
  cloud_type: CloudType;
  subItems: FilterOption[];
}

const KEY = 'globalFilter';

export const accountFilterAtom = atom<FilterOption | null>(readStored());

function readStored(): FilterOption | null {
  try {
    return JSON.parse(storage.get(KEY) ?? 'null') as FilterOption | null;
  } catch {
    return null;
  }
}

/** The account filter of the console. Only the host changes it. */
export function useAccountFilter(): { current: FilterOption | null } {
  return { current: useAtomValue(accountFilterAtom) };
}

/** Every request that is under way for the old filter is aborted before the new one holds. */
const beforeChange = new Set<() => void>();

export function onBeforeFilterChange(listener: () => void): void {
  beforeChange.add(listener);
}

/** Sets the filter, or resets it with null. The same source again changes nothing but what is known of it. */
export function setAccountFilter(option: FilterOption | null): void {
  const before = store.get(accountFilterAtom);
  if (option?.uid !== before?.uid) for (const listener of beforeChange) listener();
  if (option) storage.set(KEY, JSON.stringify(option));
  else storage.remove(KEY);
  store.set(accountFilterAtom, option);
}
