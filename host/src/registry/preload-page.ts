import { store } from '@cam/platform/host';
import { preloadArea } from './view-prefetch';
import { registryAtom } from './registry-client';

/** Preloads the first files of the remote that owns a page. Called when the user is about to open it. */
export function preloadPage(pathname: string): void {
  const { view } = store.get(registryAtom);
  if (view) preloadArea(view, pathname);
}
