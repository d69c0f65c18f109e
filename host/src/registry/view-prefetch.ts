import { offeredParts, readRemotesView, type CheckedView, type RemotesView } from '@cam/contracts';
import { authValue, isUsable, queryString } from '@cam/platform/early';
import { preloadFirstFiles } from '../loader/preload';
import { HOST_VERSION, VIEW_SCHEMA } from '../loader/provided';
import { filesOf } from '../loader/release-files';
import { hasPage } from './has-page';
import { isPreviewing } from './preview-releases';

/** Time limit of the early request, in ms. The console then sends its own. */
const ANSWER_LIMIT = 10_000;

/** Page behind `/` for most users. */
const LANDING = '/dashboard';

let prefetched: { token: string; view: Promise<CheckedView | null> } | null = null;

/**
 * Requests the registry view while the console itself still loads, then the first files of the addressed remote. Does nothing without a session or in
 * a preview tab. The console repeats and reports any request that fails here.
 */
export function prefetchView(): void {
  const token = authValue('token');
  if (!token || !isUsable(token, Date.now()) || isPreviewing()) return;
  const view = fetchView(token).catch(() => null);
  prefetched = { token, view };
  void view.then((known) => known && preloadArea(known.view, window.location.pathname));
}

async function fetchView(token: string): Promise<CheckedView | null> {
  const query = queryString({ host: HOST_VERSION, digests: 'entry', 'req_hdr.tid': crypto.randomUUID() });
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  const response = await fetch(`/v1/remotes${query}`, { headers, signal: AbortSignal.timeout(ANSWER_LIMIT) });
  return response.ok ? readRemotesView(await response.json(), VIEW_SCHEMA) : null;
}

/** Returns the prefetched view of the current session, once; null when there is none or it failed. */
export async function takePrefetchedView(): Promise<CheckedView | null> {
  const prefetch = prefetched;
  prefetched = null;
  return prefetch && prefetch.token === authValue('token') ? prefetch.view : null;
}

/** Preloads the first files of the remote that owns a page, and of the remotes whose parts it uses. */
export function preloadArea({ remotes }: RemotesView, pathname: string): void {
  const path = pathname === '/' ? LANDING : pathname;
  const area = remotes.find(({ manifest }) => hasPage(manifest, path));
  if (!area) return;
  const parts = remotes.filter(
    ({ id, manifest }) => id !== area.id && offeredParts(manifest).some((part) => (area.manifest.uses as string[]).includes(part)),
  );
  for (const remote of [area, ...parts]) preloadFirstFiles(filesOf(remote, remote));
}
