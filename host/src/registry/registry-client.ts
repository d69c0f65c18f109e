import { atom } from 'jotai';
import { isRemoteId, readRemotesView, type CheckedView, type DroppedRemote, type RemotesView } from '@cam/contracts';
import { callApi } from '@cam/platform';
import { queryString } from '@cam/platform/early';
import { areFlagsKnown, freshToken, loadFlags, refreshData, sessionAtom, store } from '@cam/platform/host';
import { takePrefetchedView } from './view-prefetch';
import { HOST_VERSION, VIEW_SCHEMA } from '../loader/provided';
import { reportLoad } from '../loader/report-loads';
import { withinTime } from '../loader/time-limit';
import { previewReleases, withPreviewBuilds } from './preview-releases';

/** The registry view of this tab. */
export interface RegistryState {
  view: RemotesView | null;
  /** True while the registry does not respond. The view is then the last good one of this browser, or null. */
  stale: boolean;
  /** Remotes that the last answer described wrongly. The view does not contain them. */
  dropped: readonly DroppedRemote[];
}

/** Registry view of this tab. */
export const registryAtom = atom<RegistryState>({ view: null, stale: false, dropped: [] });

/** Interval between requests for the view, in ms. It covers for a broken event stream. */
const POLL = 15_000;
/** The same while the registry does not respond. */
const RETRY = 5000;
/** Time after which the console uses the stored view, in ms. A later answer replaces it. */
const ANSWER_LIMIT = 3000;
/** Time without a sign from the event stream after which it counts as broken, in ms. The server sends one every 20 s. */
const SILENCE = 50_000;
/** Waits before the event stream reconnects, in ms. */
const RECONNECT = [500, 1000, 2000, 5000, 10_000];

function lastGoodKey(): string {
  return `cam:lastView:${store.get(sessionAtom)?.tenant.tenant_id ?? ''}`;
}

/** Requests for the view so far. An answer that a later request overtook is ignored. */
let requests = 0;
let applied = 0;

/**
 * Requests the remotes of the current user. Without a valid answer in time, the console uses the last good view of this browser.
 * @throws ApiFailure or LoadError when there is no such view
 */
export async function refreshView(): Promise<void> {
  const answered = requestView((requests += 1));
  try {
    await withinTime(answered, ANSWER_LIMIT, 'the registry');
  } catch (error) {
    answered.catch(() => undefined);
    const known = store.get(registryAtom);
    const lastKnown = known.view ?? readLastGood();
    if (!known.stale) store.set(registryAtom, { view: lastKnown, stale: true, dropped: known.dropped });
    if (!lastKnown) throw error;
  }
}

async function requestView(request: number): Promise<void> {
  const trying = previewReleases();
  const query = { host: HOST_VERSION, digests: 'entry' as const, ...(trying ? { try: trying } : {}) };
  const early = trying ? null : await takePrefetchedView();
  const signal = AbortSignal.timeout(POLL);
  const answer = early ?? checkedView(await callApi('GET /v1/remotes', { query }, { toast: false, filtered: false, signal }));
  const view = trying ? await withPreviewBuilds(answer.view) : answer.view;
  if (request < applied) return;
  applied = request;
  const { dropped } = answer;
  if (!trying) localStorage.setItem(lastGoodKey(), JSON.stringify(view));
  const known = store.get(registryAtom);
  if (!known.stale && known.view?.revision === view.revision && known.dropped.length === dropped.length) return;
  reportDropped(dropped);
  store.set(registryAtom, { view, stale: false, dropped });
}

/** @throws Error if the answer as a whole is not a view; the console then treats the registry as not responding */
function checkedView(answer: unknown): CheckedView {
  const checked = readRemotesView(answer, VIEW_SCHEMA);
  if (!checked) throw new Error('the answer of the registry is not a view');
  return checked;
}

/** Releases that this tab has reported as invalid. */
const reported = new Set<string>();

function reportDropped(dropped: readonly DroppedRemote[]): void {
  for (const { id, version, why } of dropped) {
    if (reported.has(`${id}@${version}`)) continue;
    reported.add(`${id}@${version}`);
    console.warn(`The registry described the remote "${id}" wrongly, so the console leaves it out: ${why}`);
    if (isRemoteId(id) && version !== '') reportLoad({ id, version, outcome: 'invalid', ms: 0 });
  }
}

function readLastGood(): RemotesView | null {
  try {
    // An earlier host may have stored it.
    return readRemotesView(JSON.parse(localStorage.getItem(lastGoodKey()) ?? 'null'), VIEW_SCHEMA)?.view ?? null;
  } catch {
    return null;
  }
}

/** Removes the stored view, so that a view with which the console failed is not used again. */
export function forgetLastGood(): void {
  localStorage.removeItem(lastGoodKey());
}

/**
 * Follows the registry by event stream and polling.
 * @returns a function that stops it
 */
export function followRegistry(): () => void {
  const end = new AbortController();
  void followEvents(end.signal);
  void poll(end.signal);
  return () => end.abort();
}

async function poll(signal: AbortSignal): Promise<void> {
  for (;;) {
    await sleep(store.get(registryAtom).stale ? RETRY : POLL);
    if (signal.aborted) return;
    await refreshView().catch(() => undefined);
    // The stream reports changed flags, so they are requested only without it.
    if (!isStreamOpen) void loadFlags();
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** True while the event stream delivers. */
let isStreamOpen = false;

async function followEvents(signal: AbortSignal): Promise<void> {
  // The first stream opens just after the session was loaded with the flags.
  let haveFlags = areFlagsKnown();
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    try {
      await readEvents(signal, haveFlags, () => {
        attempt = 0;
        haveFlags = false;
        isStreamOpen = true;
      });
    } catch {
      // The stream ended or did not open; it reconnects after the wait below.
    }
    isStreamOpen = false;
    if (!signal.aborted) await sleep(RECONNECT[Math.min(attempt, RECONNECT.length - 1)] ?? POLL);
  }
}

/**
 * Reads the stream with fetch, because an EventSource cannot send a bearer token.
 * @param haveFlags the flags were loaded with the view
 */
async function readEvents(signal: AbortSignal, haveFlags: boolean, onOpen: () => void): Promise<void> {
  const trying = previewReleases();
  const query = queryString({ host: HOST_VERSION, ...(trying ? { try: trying } : {}) });
  // A connection that died without an end would otherwise never be noticed.
  const silent = new AbortController();
  const ended = AbortSignal.any([signal, silent.signal]);
  const heard = (): ReturnType<typeof setTimeout> => setTimeout(() => silent.abort(), SILENCE);
  let timer = heard();
  try {
    const response = await fetch(`/v1/remotes/events${query}`, {
      signal: ended,
      headers: { accept: 'text/event-stream', authorization: `Bearer ${await freshToken()}` },
    });
    if (!response.ok || !response.body) throw new Error(`event stream: ${response.status}`);
    onOpen();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let buffered = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = heard();
      buffered += value;
      const events = buffered.split('\n\n');
      buffered = events.pop() ?? '';
      for (const event of events) await onEvent(event, haveFlags);
    }
  } finally {
    clearTimeout(timer);
  }
}

async function onEvent(event: string, haveFlags: boolean): Promise<void> {
  if (event.includes('event: current')) await onCurrent(revisionOf(event), haveFlags);
  if (event.includes('event: revision')) await refreshAll();
  if (event.includes('event: snapshot')) await refreshData();
}

function revisionOf(event: string): string | null {
  return /"revision":"([^"]+)"/.exec(event)?.[1] ?? null;
}

/**
 * The stream begins with the `current` revision, which changes with the flags too. If this tab knows it, no change was missed and nothing is requested
 * again.
 */
async function onCurrent(current: string | null, haveFlags: boolean): Promise<void> {
  const { view, stale } = store.get(registryAtom);
  const isKnown = !stale && current !== null && current === view?.revision;
  if (!isKnown) await refreshAll();
  else if (!haveFlags) await loadFlags();
}

async function refreshAll(): Promise<void> {
  // The view first: most changes concern it.
  await Promise.all([refreshView().catch(() => undefined), loadFlags()]);
}
