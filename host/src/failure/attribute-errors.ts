import { Aborted, ApiFailure, notify } from '@cam/platform';
import { store } from '@cam/platform/host';
import { remoteStatesAtom } from '../loader/loader';
import { reportLoad } from '../loader/report-loads';
import { registryAtom } from '../registry/registry-client';
import { releaseFromStack } from './release-from-stack';
import { reportError } from './report-error';

/** Minimum time between two notifications about the same release, in ms. A broken handler may fail repeatedly. */
const NOTIFY_INTERVAL = 10_000;

const notifiedAt = new Map<string, number>();

/**
 * Watches for errors in handlers and promises, which no error boundary catches. Errors of a remote are shown to the user and reported to the
 * operators. API failures and aborted requests are ignored, because the platform handles them.
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
  // Releases share some files, which therefore carry no version. The error then belongs to the running release.
  const version = release.version ?? (state?.kind === 'ready' ? state.version : undefined);
  if (version === undefined) return;
  const key = `${release.id}@${version}`;
  const now = Date.now();
  if (now - (notifiedAt.get(key) ?? -NOTIFY_INTERVAL) < NOTIFY_INTERVAL) return;
  notifiedAt.set(key, now);
  const name = store.get(registryAtom).view?.remotes.find(({ id }) => id === release.id)?.manifest.name ?? release.id;
  reportLoad({ id: release.id, version, outcome: 'crashed', ms: 0 });
  reportError(release.id, version, error);
  notify.error(`Something went wrong in ${name}. Try again. The rest of the console keeps working.`);
}
