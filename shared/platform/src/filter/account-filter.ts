import { atom, useAtomValue } from 'jotai';
import type { CloudType } from '@cam/contracts';
import { storage } from '../state/storage';
import { store } from '../state/store';

/** A source that a person selected in the account filter. */
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

/** Returns the account filter of the console. Only the host changes it. */
export function useAccountFilter(): { current: FilterOption | null } {
  return { current: useAtomValue(accountFilterAtom) };
}

/** Pending requests for the old filter are aborted before the new filter applies. */
const beforeChange = new Set<() => void>();

export function onBeforeFilterChange(listener: () => void): void {
  beforeChange.add(listener);
}

/** Sets the filter, or resets it with null. Setting the same source again only updates its details. */
export function setAccountFilter(option: FilterOption | null): void {
  const before = store.get(accountFilterAtom);
  if (option?.uid !== before?.uid) for (const listener of beforeChange) listener();
  if (option) storage.set(KEY, JSON.stringify(option));
  else storage.remove(KEY);
  store.set(accountFilterAtom, option);
}
