import { atom } from 'jotai';
import type { RemoteId, RemoteLoad, ResolvedRemote } from '@cam/contracts';
import type { RemoteModule } from '@cam/platform';
import { closeRemote, hasUnsavedChanges, openRemote, store } from '@cam/platform/host';
import { reportError } from '../failure/report-error';
import { registryAtom } from '../registry/registry-client';
import { refetchRelease } from './refetch-release';
import { loadRelease } from './load-release';
import { filesOf } from './release-files';
import { endStyles } from './release-styles';
import { reportLoad } from './report-loads';
import { LoadError, outcomeOf, toLoadError } from './load-error';
import { IDLE, type FailedRelease, type RemoteState, type RemoteStates } from './remote-state';
import { withRetry } from './retry';

/** Load state of each remote in this tab. */
export const remoteStatesAtom = atom<RemoteStates>({});

const loads = new Map<RemoteId, Promise<RemoteModule>>();

/** Returns the load state of a remote in this tab. */
export function stateOf(id: RemoteId): RemoteState {
  return store.get(remoteStatesAtom)[id] ?? IDLE;
}

function setState(id: RemoteId, state: RemoteState): void {
  store.set(remoteStatesAtom, (states) => ({ ...states, [id]: state }));
}

/** Starts to follow the registry. Remotes that are turned off are unloaded, and a new release clears a failed load. */
export function startLoader(): void {
  store.sub(registryAtom, () => {
    const view = store.get(registryAtom).view;
    if (!view) return;
    for (const { id } of view.off) {
      forget(id);
      void closeRemote(id);
    }
    for (const { id, version } of view.remotes) {
      openRemote(id);
      takeFix(id, version);
      // A remote without a visible page takes the new release at its next visit. A visible page stays until the user leaves it or reloads the
      // section.
      if (!mounted.has(id) && isOutdated(id)) forget(id);
    }
  });
  window.addEventListener('online', () => {
    for (const [id, state] of Object.entries(store.get(remoteStatesAtom))) if (state?.kind === 'failed') forget(id);
  });
}

/**
 * Takes another release in place of one that failed, without asking: the user sees a failure or the previous release. Unsaved input is kept; the page then
 * offers the release.
 */
function takeFix(id: RemoteId, offered: string): void {
  const state = stateOf(id);
  if (state.kind === 'failed' && state.version !== offered) forget(id);
  if (state.kind !== 'ready' || !state.fellBackFrom || state.fellBackFrom.version === offered) return;
  // An operator rolled back to the release that runs here already.
  if (state.version === offered) setState(id, { ...state, fellBackFrom: null });
  else if (!hasUnsavedChanges()) forget(id);
}

/** Remotes with a visible page. */
const mounted = new Set<RemoteId>();

/** Returns the remotes with a visible page. */
export function mountedRemotes(): RemoteId[] {
  return [...mounted];
}

/**
 * Registers a visible page of a remote.
 * @returns a function to call when the page leaves; a newer release then loads at the next visit
 */
export function enterPage(id: RemoteId): () => void {
  mounted.add(id);
  return () => {
    mounted.delete(id);
    if (isOutdated(id)) forget(id);
  };
}

/** Reports whether the registry offers another release than the running one. A release that failed to load does not count. */
export function isOutdated(id: RemoteId): boolean {
  const state = stateOf(id);
  const offered = store.get(registryAtom).view?.remotes.find((remote) => remote.id === id)?.version;
  return state.kind === 'ready' && offered !== undefined && offered !== state.version && offered !== state.fellBackFrom?.version;
}

/** Resets a remote to idle. Its next use loads it again. */
export function forget(id: RemoteId): void {
  loads.delete(id);
  setState(id, IDLE);
  endStyles(id);
}

/** Resets a remote to idle after a failure and makes the next load request every file again. */
export function resetAndRefetch(id: RemoteId): void {
  const remote = store.get(registryAtom).view?.remotes.find((candidate) => candidate.id === id);
  if (remote) refetchRelease(filesOf(remote, remote));
  forget(id);
}

/**
 * Loads a remote. Concurrent callers share one load.
 * @throws LoadError
 */
export function loadRemote(id: RemoteId): Promise<RemoteModule> {
  const running = loads.get(id);
  if (running) return running;
  const remote = store.get(registryAtom).view?.remotes.find((candidate) => candidate.id === id);
  if (!remote) return Promise.reject(new LoadError('missing', `the registry offers no release of ${id}`));
  const load = loadOrFallBack(remote);
  loads.set(id, load);
  load.catch(() => loads.get(id) === load && loads.delete(id));
  return load;
}

async function loadOrFallBack(remote: ResolvedRemote): Promise<RemoteModule> {
  const { id, version } = remote;
  const began = performance.now();
  const report = (outcome: RemoteLoad['outcome']): void => reportLoad({ id, version, outcome, ms: Math.round(performance.now() - began) });
  setState(id, { kind: 'loading', version });
  try {
    const module = await withRetry(() => loadRelease(remote, filesOf(remote, remote)));
    report('ready');
    setState(id, { kind: 'ready', version, base: remote.base, module, fellBackFrom: null });
    return module;
  } catch (failure) {
    const error = toLoadError(failure);
    report(outcomeOf(error));
    if (error.kind === 'crashed') reportError(id, version, failure);
    return loadPrevious(remote, { version, crashed: false }, error);
  }
}

/** @throws the error of the release that failed, if there is no previous one or it fails as well */
async function loadPrevious(remote: ResolvedRemote, failed: FailedRelease, error: LoadError): Promise<RemoteModule> {
  const { id, previous } = remote;
  try {
    if (!previous) throw error;
    const module = await loadRelease(remote, filesOf(remote, previous));
    setState(id, { kind: 'ready', version: previous.version, base: previous.base, module, fellBackFrom: failed });
    return module;
  } catch {
    // The first failure is the one to report.
    setState(id, { kind: 'failed', version: failed.version, error });
    throw error;
  }
}

/**
 * Replaces a release whose page crashed with the previous release.
 * @returns false if there is none, if the previous release is the one that crashed, or in a preview; the page then shows the failure itself
 */
export function fallBack(id: RemoteId, version: string, error: LoadError): boolean {
  const state = stateOf(id);
  const { view } = store.get(registryAtom);
  const remote = view?.remotes.find((candidate) => candidate.id === id);
  if (state.kind !== 'ready' || state.version !== version || state.fellBackFrom || !remote?.previous || remote.previous.version === version)
    return false;
  if (view?.tried.some((one) => one.id === id)) return false;
  forget(id);
  setState(id, { kind: 'loading', version: remote.previous.version });
  const load = loadPrevious(remote, { version, crashed: true }, error);
  loads.set(id, load);
  load.catch(() => loads.get(id) === load && loads.delete(id));
  return true;
}

/** Stops a remote that harms the whole console. It loads again with the next release, or when the user tries again. */
export function stopRemote(id: RemoteId, error: LoadError): void {
  const state = stateOf(id);
  if (state.kind !== 'ready') return;
  reportLoad({ id, version: state.version, outcome: outcomeOf(error), ms: 0 });
  forget(id);
  setState(id, { kind: 'failed', version: state.fellBackFrom?.version ?? state.version, error });
}
