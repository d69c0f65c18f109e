import { atom, useAtomValue } from 'jotai';
import { store } from './store';

export type Connectivity = 'online' | 'offline';

export const connectivityAtom = atom<Connectivity>('online');
export const pendingAtom = atom(0);

export function setConnectivity(state: Connectivity): void {
  if (store.get(connectivityAtom) !== state) store.set(connectivityAtom, state);
}

export function useConnectivity(): Connectivity {
  return useAtomValue(connectivityAtom);
}

/** Returns the number of pending requests. */
export function usePending(): number {
  return useAtomValue(pendingAtom);
}

export function countRequest(change: 1 | -1): void {
  store.set(pendingAtom, (count) => count + change);
}

/** Follows the online state of the browser. Returns the function that stops this. */
export function watchBrowserConnectivity(): () => void {
  setConnectivity(navigator.onLine ? 'online' : 'offline');
  const online = (): void => setConnectivity('online');
  const offline = (): void => setConnectivity('offline');
  window.addEventListener('online', online);
  window.addEventListener('offline', offline);
  return () => {
    window.removeEventListener('online', online);
    window.removeEventListener('offline', offline);
  };
}
