import type { RemotesView } from '@cam/contracts';
import { authValue, isAlive, queryString } from '@cam/platform/early';
import { preloadFirstFiles } from '../loader/preload';
import { HOST_VERSION } from '../loader/provided';
import { filesOf } from '../loader/release-files';
import { hasPage } from './has-page';
import { isPreviewing } from './preview-releases';

/** Where `/` leads most people. */
const LANDING = '/dashboard';

let prefetched: { token: string; view: Promise<RemotesView | null> } | null = null;

/**
 * Asks the registry while the console itself is still on its way, and then for the first files of the area that the address names. Does nothing
 * for whoever is not signed in or tries a release; whatever fails here is asked for again, and told, by the console.
 */
export function prefetchView(): void {
  const token = authValue('token');
  if (!token || !isAlive(token, Date.now()) || isPreviewing()) return;
  const view = fetchView(token).catch(() => null);
  prefetched = { token, view };
  void view.then((known) => known && preloadArea(known, window.location.pathname));
}

async function fetchView(token: string): Promise<RemotesView | null> {
  const query = queryString({ host: HOST_VERSION, digests: 'first', 'req_hdr.tid': crypto.randomUUID() });
  const response = await fetch(`/v1/remotes${query}`, { headers: { accept: 'application/json', authorization: `Bearer ${token}` } });
  return response.ok ? ((await response.json()) as RemotesView) : null;
}

/** What was asked early for whoever is signed in now; null where nothing was, or it did not come, or it was taken before. */
export async function takePrefetchedView(): Promise<RemotesView | null> {
  const asked = prefetched;
  prefetched = null;
  return asked && asked.token === authValue('token') ? asked.view : null;
}

/** Asks for the first files of the area that a page belongs to, and of those whose parts it uses. */
export function preloadArea({ remotes }: RemotesView, pathname: string): void {
  const path = pathname === '/' ? LANDING : pathname;
  const area = remotes.find(({ manifest }) => hasPage(manifest, path));
  if (!area) return;
  const parts = remotes.filter(({ id, manifest }) => id !== area.id && manifest.offers.some((part) => area.manifest.uses.includes(part)));
  for (const remote of [area, ...parts]) preloadFirstFiles(filesOf(remote, remote));
}
