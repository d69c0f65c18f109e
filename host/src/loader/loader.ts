import { atom } from 'jotai';
import { createInstance, type ModuleFederation } from '@module-federation/enhanced/runtime';
import type { RemoteId, RemoteLoad, ResolvedRemote } from '@cam/contracts';
import type { RemoteModule } from '@cam/platform';
import { closeRemote, openRemote, store } from '@cam/platform/host';
import { registryAtom } from '../registry/registry-client';
import { reportLoad } from './report-loads';
import { registerIntegrity } from './integrity';
import { LoadError, toLoadError } from './load-error';
import { preflight } from './preflight';
import { PROVIDED } from './provided';
import { IDLE, type RemoteState, type RemoteStates } from './remote-state';
import { withRetry } from './retry';
import { camRuntimePlugin } from './runtime-plugin';
import { TIME_LIMITS, withinTime } from './time-limit';

export const remoteStatesAtom = atom<RemoteStates>({});

/** Each load has a name of its own in the federation runtime: a name that failed once stays poisoned there. */
let loadNumber = 0;
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
    for (const [id, state] of Object.entries(store.get(remoteStatesAtom))) if (state.kind === 'failed') forget(id as RemoteId);
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
    const module = await withRetry(() => loadRelease(remote, remote.base, remote.integrity));
    report('ready');
    setState(id, { kind: 'ready', version, module, fellBackFrom: null });
    return module;
  } catch (failure) {
    const error = toLoadError(failure);
    report(error.kind);
    if (previous) {
      try {
        const module = await loadRelease(remote, previous.base, previous.integrity);
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

async function loadRelease({ id }: ResolvedRemote, base: string, integrity: ResolvedRemote['integrity']): Promise<RemoteModule> {
  const manifestUrl = `${base}mf-manifest.json`;
  registerIntegrity(base, integrity);
  await preflight(manifestUrl, PROVIDED);
  const name = `cam_${id.replaceAll('-', '_')}`;
  const alias = `${name}_${(loadNumber += 1)}`;
  const runtime = runtimeInstance();
  runtime.registerRemotes([{ name, alias, entry: new URL(manifestUrl, window.location.origin).href }], { force: true });
  const loaded = await withinTime(
    runtime.loadRemote<{ default?: RemoteModule }>(`${name}/remote`),
    TIME_LIMITS.manifest + TIME_LIMITS.entry,
    'loading',
  );
  const module = loaded?.default;
  if (!module?.pages) throw new LoadError('empty', 'it exposes no pages', manifestUrl);
  return module;
}

let instance: ModuleFederation | null = null;

/** The runtime instance that webpack made for the host, with our plugin. */
function runtimeInstance(): ModuleFederation {
  if (instance) return instance;
  const existing = (globalThis as { __FEDERATION__?: { __INSTANCES__?: ModuleFederation[] } }).__FEDERATION__?.__INSTANCES__?.find(
    ({ options }) => options.name === 'cam_host',
  );
  instance = existing ?? createInstance({ name: 'cam_host', remotes: [] });
  instance.registerPlugins([camRuntimePlugin()]);
  return instance;
}
