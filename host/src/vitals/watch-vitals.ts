import { callApi } from '@cam/platform';
import { mountedRemotes, stateOf } from '../loader/loader';
import { VitalMeter, type VisibleRelease } from './vital-meter';

/** Shorter events are not observed, ms. */
const SHORTEST_EVENT = 40;

/** Maximum number of vitals in one report. */
const MAX_VITALS = 20;

/** Measures the largest contentful paint and the interactions of the visible area, and reports them when the user leaves the tab. */
export function watchVitals(): void {
  const meter = new VitalMeter();
  observe('largest-contentful-paint', {}, ({ startTime }, release) => meter.notePaint(release, startTime));
  observe('event', { durationThreshold: SHORTEST_EVENT }, (entry, release) => {
    const { interactionId } = entry as PerformanceEntry & { interactionId?: number };
    if (interactionId) meter.noteInteraction(release, interactionId, entry.duration);
  });
  for (const input of ['pointerdown', 'keydown']) window.addEventListener(input, () => meter.endPaints(), { once: true, capture: true });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) return;
    const vitals = meter.take().slice(0, MAX_VITALS);
    if (vitals.length > 0)
      callApi('POST /v1/remotes/vitals', { body: { vitals } }, { toast: false, filtered: false, keepalive: true }).catch(() => undefined);
  });
}

function observe(type: string, options: object, note: (entry: PerformanceEntry, release: VisibleRelease) => void): void {
  // Some browsers lack these entries; they then report nothing.
  if (!('PerformanceObserver' in window) || !PerformanceObserver.supportedEntryTypes.includes(type)) return;
  new PerformanceObserver((list) => {
    const release = visibleRelease();
    if (release) for (const entry of list.getEntries()) note(entry, release);
  }).observe({ type, buffered: true, ...options });
}

function visibleRelease(): VisibleRelease | null {
  const [id] = mountedRemotes();
  const state = id === undefined ? null : stateOf(id);
  return id !== undefined && state?.kind === 'ready' ? { id, version: state.version } : null;
}
