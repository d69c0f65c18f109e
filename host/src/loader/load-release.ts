import { createInstance, type ModuleFederation } from '@module-federation/enhanced/runtime';
import { ENTRY_FILE, type ResolvedRemote } from '@cam/contracts';
import type { RemoteModule } from '@cam/platform';
import { currentAddress, beginLoad, endLoad } from './refetch-release';
import { diagnose } from './diagnose';
import { LoadError, toLoadError } from './load-error';
import { checkNeeds, preflight } from './preflight';
import { preloadFirstFiles } from './preload';
import { PROVIDED } from './provided';
import { absolute, registerRelease, type ReleaseFiles } from './release-files';
import { beginStyles } from './release-styles';
import { digestsInEntry, provideRemoteLoader } from './remote-loader';
import { provideRemoteRuntime } from './remote-runtime';
import { camRuntimePlugin } from './runtime-plugin';
import { TIME_LIMITS, withinTime } from './time-limit';

/** Number of loads so far. Each load needs its own name, because the federation runtime never retries a name that failed. */
let loadNumber = 0;

/**
 * Loads a release and returns its exposed module. The single-artefact build replaces this file.
 * @throws LoadError
 */
export async function loadRelease({ id }: ResolvedRemote, release: ReleaseFiles): Promise<RemoteModule> {
  beginLoad(release);
  registerRelease(release);
  preloadFirstFiles(release);
  const { entry, digests } = await checked(release);
  registerWhole(id, release, digests);
  const name = `cam_${id.replaceAll('-', '_')}`;
  const alias = `${name}_${(loadNumber += 1)}`;
  const runtime = runtimeInstance();
  unregister(runtime, name);
  runtime.registerRemotes([{ name, alias, entry: currentAddress(release.base + entry) }], { force: true });
  const loading = runtime.loadRemote<{ default?: RemoteModule }>(`${name}/remote`);
  const loaded = await withinTime(loading, TIME_LIMITS.manifest + TIME_LIMITS.entry, 'loading').catch(async (error: unknown) => {
    throw await diagnose(toLoadError(error));
  });
  registerWhole(id, release, { ...digests, ...digestsInEntry(absolute(release.base)) });
  const module = loaded?.default;
  if (!module?.pages) throw new LoadError('empty', 'it exposes no pages', release.base);
  endLoad(release);
  return module;
}

/** Checks a release before any of its code runs. The registry vouches for what it says itself, and for the manifest of a release that has to be asked. */
async function checked({ base, needs }: ReleaseFiles): Promise<{ entry: string; digests: Record<string, string> }> {
  if (!needs) return preflight(`${base}mf-manifest.json`, PROVIDED);
  checkNeeds(needs, PROVIDED, base);
  return { entry: ENTRY_FILE, digests: {} };
}

/** Registers a release with the digests that it lists. Those from the registry take precedence. */
function registerWhole(id: ResolvedRemote['id'], release: ReleaseFiles, digests: Record<string, string>): void {
  const whole = { ...release, integrity: { ...digests, ...release.integrity } };
  registerRelease(whole);
  beginStyles(id, whole);
}

/** Removes what an earlier load registered. The runtime would do the same, but with a warning in the browser's console. */
function unregister(runtime: ModuleFederation, name: string): void {
  const known = runtime.options.remotes.find((remote) => remote.name === name);
  if (known) runtime.remoteHandler['removeRemote'](known);
}

let instance: ModuleFederation | null = null;

/** Returns the federation runtime instance of the host, with the CAM plugin. */
function runtimeInstance(): ModuleFederation {
  if (instance) return instance;
  const existing = (globalThis as { __FEDERATION__?: { __INSTANCES__?: ModuleFederation[] } }).__FEDERATION__?.__INSTANCES__?.find(
    ({ options }) => options.name === 'cam_host',
  );
  instance = existing ?? createInstance({ name: 'cam_host', remotes: [] });
  instance.registerPlugins([camRuntimePlugin()]);
  provideRemoteRuntime();
  provideRemoteLoader();
  return instance;
}
