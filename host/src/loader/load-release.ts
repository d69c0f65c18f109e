import { createInstance, type ModuleFederation } from '@module-federation/enhanced/runtime';
import type { ResolvedRemote } from '@cam/contracts';
import type { RemoteModule } from '@cam/platform';
import { currentAddress, beginLoad, endLoad } from './refetch-release';
import { diagnose } from './diagnose';
import { LoadError, toLoadError } from './load-error';
import { preflight } from './preflight';
import { preloadFirstFiles } from './preload';
import { PROVIDED } from './provided';
import { registerRelease, type ReleaseFiles } from './release-files';
import { beginStyles } from './release-styles';
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
  const manifestUrl = `${release.base}mf-manifest.json`;
  beginLoad(release);
  registerRelease(release);
  preloadFirstFiles(release);
  const { entry, digests } = await preflight(manifestUrl, PROVIDED);
  // Digests from the registry take precedence; the registry vouches for the manifest itself.
  const whole = { ...release, integrity: { ...digests, ...release.integrity } };
  registerRelease(whole);
  beginStyles(id, whole);
  const name = `cam_${id.replaceAll('-', '_')}`;
  const alias = `${name}_${(loadNumber += 1)}`;
  const runtime = runtimeInstance();
  unregister(runtime, name);
  runtime.registerRemotes([{ name, alias, entry: currentAddress(release.base + entry) }], { force: true });
  const loading = runtime.loadRemote<{ default?: RemoteModule }>(`${name}/remote`);
  const loaded = await withinTime(loading, TIME_LIMITS.manifest + TIME_LIMITS.entry, 'loading').catch(async (error: unknown) => {
    throw await diagnose(toLoadError(error));
  });
  const module = loaded?.default;
  if (!module?.pages) throw new LoadError('empty', 'it exposes no pages', manifestUrl);
  endLoad(release);
  return module;
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
  return instance;
}
