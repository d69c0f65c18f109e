import { Aborted, ApiFailure, notify } from '@cam/platform';
import { store } from '@cam/platform/host';
import { remoteStatesAtom } from '../loader/loader';
import { reportLoad } from '../loader/report-loads';
import { registryAtom } from '../registry/registry-client';
import { releaseFromStack } from './release-from-stack';

/** A broken handler may be pressed again and again: people and operators are told of the same release once in this time, ms. */
const NOTIFY_INTERVAL = 10_000;

const notifiedAt = new Map<string, number>();

/**
 * Errors in handlers and promises reach no boundary. Those of remotes are told to whoever wonders why nothing happened, and to the
 * operators; what the platform told already, or what was ended on purpose, is none.
 */
export function watchErrors(): void {
  window.addEventListener('error', ({ error, filename }) => handleError(error, filename));
  window.addEventListener('unhandledrejection', ({ reason }) => handleError(reason, ''));
}

function handleError(error: unknown, file: string): void {
  if (error instanceof ApiFailure || error instanceof Aborted) return;
  const release = releaseFromStack(`${error instanceof Error ? (error.stack ?? '') : ''} ${file}`);
  if (!release) return;
  const state = store.get(remoteStatesAtom)[release.id];
  // A file that releases share names none of them: it is of the one that runs here.
  const version = release.version ?? (state?.kind === 'ready' ? state.version : undefined);
  if (version === undefined) return;
  const key = `${release.id}@${version}`;
  const now = Date.now();
  if (now - (notifiedAt.get(key) ?? -NOTIFY_INTERVAL) < NOTIFY_INTERVAL) return;
  notifiedAt.set(key, now);
  const name = store.get(registryAtom).view?.remotes.find(({ id }) => id === release.id)?.manifest.name ?? release.id;
  reportLoad({ id: release.id, version, outcome: 'crashed', ms: 0 });
  notify.error(`Something in ${name} went wrong. Please try again; the rest of the console goes on working.`);
}
