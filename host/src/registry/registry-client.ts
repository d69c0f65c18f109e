import { atom } from 'jotai';
import type { RemotesView } from '@cam/contracts';
import { callApi } from '@cam/platform';
import { queryString } from '@cam/platform/early';
import { freshToken, loadFlags, refreshData, sessionAtom, store } from '@cam/platform/host';
import { takePrefetchedView } from './view-prefetch';
import { HOST_VERSION } from '../loader/provided';
import { previewReleases, withPreviewBuilds } from './preview-releases';

/** The registry view of this tab. */
export interface RegistryState {
  view: RemotesView | null;
  /** True while the registry does not respond. The view is then the last good one of this browser, or null. */
  stale: boolean;
}

/** Registry view of this tab. */
export const registryAtom = atom<RegistryState>({ view: null, stale: false });

/** Interval between requests for the view, in ms. It covers for a broken event stream. */
const POLL = 15_000;
/** Waits before the event stream reconnects, in ms. */
const RECONNECT = [500, 1000, 2000, 5000, 10_000];

function lastGoodKey(): string {
  return `cam:lastView:${store.get(sessionAtom)?.tenant.tenant_id ?? ''}`;
}

/**
 * Requests the remotes of the current user and falls back to the last good view of this browser.
 * @throws ApiFailure when there is no such view
 */
export async function refreshView(): Promise<void> {
  try {
    const trying = previewReleases();
    const query = { host: HOST_VERSION, digests: 'first' as const, ...(trying ? { try: trying } : {}) };
    const early = trying ? null : await takePrefetchedView();
    const answer = early ?? (await callApi('GET /v1/remotes', { query }, { toast: false, filtered: false }));
    const view = trying ? await withPreviewBuilds(answer) : answer;
    if (!trying) localStorage.setItem(lastGoodKey(), JSON.stringify(view));
    const known = store.get(registryAtom);
    if (known.stale || known.view?.revision !== view.revision) store.set(registryAtom, { view, stale: false });
  } catch (error) {
    const lastKnown = store.get(registryAtom).view ?? readLastGood();
    store.set(registryAtom, { view: lastKnown, stale: true });
    if (!lastKnown) throw error;
  }
}

function readLastGood(): RemotesView | null {
  try {
    return JSON.parse(localStorage.getItem(lastGoodKey()) ?? 'null') as RemotesView | null;
  } catch {
    return null;
  }
}

/**
 * Follows the registry by event stream and polling.
 * @returns a function that stops it
 */
export function followRegistry(): () => void {
  const end = new AbortController();
  void followEvents(end.signal);
  const poll = setInterval(() => void refreshView().catch(() => undefined), POLL);
  return () => {
    end.abort();
    clearInterval(poll);
  };
}

async function followEvents(signal: AbortSignal): Promise<void> {
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    try {
      await readEvents(signal, () => {
        attempt = 0;
      });
    } catch {
      // The stream ended or did not open; it reconnects after the wait below.
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, RECONNECT[Math.min(attempt, RECONNECT.length - 1)]));
  }
}

/** Reads the stream with fetch, because an EventSource cannot send a bearer token. */
async function readEvents(signal: AbortSignal, onOpen: () => void): Promise<void> {
  const trying = previewReleases();
  const query = queryString({ host: HOST_VERSION, ...(trying ? { try: trying } : {}) });
  const response = await fetch(`/v1/remotes/events${query}`, {
    signal,
    headers: { accept: 'text/event-stream', authorization: `Bearer ${await freshToken()}` },
  });
  if (!response.ok || !response.body) throw new Error(`event stream: ${response.status}`);
  onOpen();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffered = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    buffered += value;
    const events = buffered.split('\n\n');
    buffered = events.pop() ?? '';
    for (const event of events) {
      if (event.includes('event: current')) await onRevision(revisionOf(event));
      if (event.includes('event: revision')) await onRevision(null);
      if (event.includes('event: snapshot')) await refreshData();
    }
  }
}

function revisionOf(event: string): string | null {
  return /"revision":"([^"]+)"/.exec(event)?.[1] ?? null;
}

/** The stream begins with the `current` revision. If this tab knows it, no change was missed and the view is not requested again. */
async function onRevision(current: string | null): Promise<void> {
  const { view, stale } = store.get(registryAtom);
  const isKnown = !stale && current !== null && current === view?.revision;
  await Promise.all([loadFlags(), isKnown ? null : refreshView().catch(() => undefined)]);
}
