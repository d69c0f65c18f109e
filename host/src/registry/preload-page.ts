import { store } from '@cam/platform/host';
import { preloadArea } from './view-prefetch';
import { registryAtom } from './registry-client';

/** Somebody is about to go to a page: asks for the first files of its area, once. */
export function preloadPage(pathname: string): void {
  const { view } = store.get(registryAtom);
  if (view) preloadArea(view, pathname);
}
