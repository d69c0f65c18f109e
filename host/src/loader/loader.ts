import { atom } from 'jotai';
import type { RemoteId, RemoteLoad, ResolvedRemote } from '@cam/contracts';
import type { RemoteModule } from '@cam/platform';
import { closeRemote, openRemote, store } from '@cam/platform/host';
import { registryAtom } from '../registry/registry-client';
import { refetchRelease } from './refetch-release';
import { loadRelease } from './load-release';
import { filesOf } from './release-files';
import { reportLoad } from './report-loads';
import { LoadError, toLoadError } from './load-error';
import { IDLE, type RemoteState, type RemoteStates } from './remote-state';
import { withRetry } from './retry';

export const remoteStatesAtom = atom<RemoteStates>({});

const loads = new Map<RemoteId, Promise<RemoteModule>>();

function stateOf(id: RemoteId): RemoteState {
  return store.get(remoteStatesAtom)[id] ?? IDLE;
}

function setState(id: RemoteId, state: RemoteState): void {
  store.set(remoteStatesAtom, (states) => ({ ...states, [id]: state }));
}

/** Begins to follow the registry: what is turned off is forgotten, and after a failure a new release gets its chance. */
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
      const state = stateOf(id);
      if (state.kind === 'failed' && state.version !== version) forget(id);
      // What nobody looks at is swapped at its next entry; what somebody looks at stays until they leave it or ask for the new one.
      if (!mounted.has(id) && isOutdated(id)) forget(id);
    }
  });
  window.addEventListener('online', () => {
    for (const [id, state] of Object.entries(store.get(remoteStatesAtom))) if (state?.kind === 'failed') forget(id);
  });
}

/** Remotes of which a page is on the screen. */
const mounted = new Set<RemoteId>();

/** A page of a remote came onto the screen. Returns what must be called when it leaves: a newer release is then taken at the next entry. */
export function enterPage(id: RemoteId): () => void {
  mounted.add(id);
  return () => {
    mounted.delete(id);
    if (isOutdated(id)) forget(id);
  };
}

/** Whether the registry offers another release than the one that runs. A release that could not be loaded does not count. */
export function isOutdated(id: RemoteId): boolean {
  const state = stateOf(id);
  const offered = store.get(registryAtom).view?.remotes.find((remote) => remote.id === id)?.version;
  return state.kind === 'ready' && offered !== undefined && offered !== state.version && offered !== state.fellBackFrom;
}

/** Back to idle: the next one who asks loads again. */
export function forget(id: RemoteId): void {
  loads.delete(id);
  setState(id, IDLE);
}

/** Back to idle after something went wrong: the next load asks for every file anew. */
export function resetAndRefetch(id: RemoteId): void {
  const remote = store.get(registryAtom).view?.remotes.find((candidate) => candidate.id === id);
  if (remote) refetchRelease(filesOf(remote, remote));
  forget(id);
}

/** Loads a remote once; everybody who asks meanwhile gets the same load. Throws LoadError. */
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
  const { id, version, previous } = remote;
  const began = performance.now();
  const report = (outcome: RemoteLoad['outcome']): void => reportLoad({ id, version, outcome, ms: Math.round(performance.now() - began) });
  setState(id, { kind: 'loading', version });
  try {
    const module = await withRetry(() => loadRelease(remote, filesOf(remote, remote)));
    report('ready');
    setState(id, { kind: 'ready', version, module, fellBackFrom: null });
    return module;
  } catch (failure) {
    const error = toLoadError(failure);
    report(error.kind);
    if (previous) {
      try {
        const module = await loadRelease(remote, filesOf(remote, previous));
        setState(id, { kind: 'ready', version: previous.version, module, fellBackFrom: version });
        return module;
      } catch {
        // The first failure is the one to tell.
      }
    }
    setState(id, { kind: 'failed', version, error });
    throw error;
  }
}
