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
import { provideRemoteRuntime } from './remote-runtime';
import { camRuntimePlugin } from './runtime-plugin';
import { TIME_LIMITS, withinTime } from './time-limit';

/** Each load has a name of its own in the federation runtime: a name that failed once stays poisoned there. */
let loadNumber = 0;

/** Loads the files of a release and answers with what it exposes. Throws LoadError. The build as one artefact puts its own in this place. */
export async function loadRelease({ id }: ResolvedRemote, release: ReleaseFiles): Promise<RemoteModule> {
  const manifestUrl = `${release.base}mf-manifest.json`;
  beginLoad(release);
  registerRelease(release);
  preloadFirstFiles(release);
  const { entry, digests } = await preflight(manifestUrl, PROVIDED);
  // What the registry says stands: the manifest is what it vouches for.
  registerRelease({ ...release, integrity: { ...digests, ...release.integrity } });
  const name = `cam_${id.replaceAll('-', '_')}`;
  const alias = `${name}_${(loadNumber += 1)}`;
  const runtime = runtimeInstance();
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

let instance: ModuleFederation | null = null;

/** The runtime instance that webpack made for the host, with our plugin. */
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
