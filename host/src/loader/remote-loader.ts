import { ENTRY_FILE } from '@cam/contracts';
import { ChunkFiles } from './chunk-files';
import { registerRelease } from './release-files';

type Id = string | number;

/** Modules of a chunk, as webpack hands them over: ids of chunks, modules by id, and what to run. */
type ChunkData = [ids: Id[], modules: Record<Id, unknown>, run?: (require: WebpackRequire) => void];

interface BundlerRuntime {
  I(options: object): unknown;
  consumes(options: object): void;
}

/** The require function of webpack in the entry of a remote. */
interface WebpackRequire {
  (id: Id): unknown;
  /** Modules by id. */
  m: Record<Id, unknown>;
  /** Address of the files. */
  p: string;
  /** Loads a chunk. */
  e: (id: Id) => Promise<unknown>;
  /** Share scopes and their start. */
  S: Record<string, unknown>;
  I: (scope: string, initScope: unknown) => unknown;
  federation: Record<string, unknown> & { bundlerRuntime?: BundlerRuntime };
  consumesLoadingData: object;
  remotesLoadingData: object;
}

/** Facts that the entry of a remote states. `HostLoaderPlugin` of the build writes it. */
interface EntryFacts {
  name: string;
  /** Id of the chunk with the exposed module, if it is inside the entry. */
  exposed: Id | null;
  /** Names of shared modules by module id. */
  shared: Record<Id, string>;
  /** Shared modules by chunk. */
  consumes: Record<Id, Id[]>;
}

declare global {
  interface Window {
    /** Digests in the entry that runs: SHA-384 in base64 by file. */
    __camListed?: Record<string, string> | undefined;
    /** Takes over the loading of a remote's files. Its entry calls it. */
    __camAttach?: (require: WebpackRequire, facts: EntryFacts) => void;
  }
}

/** Digests of the files of releases that list them in their entry, by address of the release. */
const listed = new Map<string, Record<string, string>>();

/** Returns the digests that the entry of a release lists; none before it has run. */
export function digestsInEntry(base: string): Record<string, string> {
  return listed.get(base) ?? {};
}

/** Provides the loader to entries of remotes. */
export function provideRemoteLoader(): void {
  window.__camAttach = attach;
}

function attach(require: WebpackRequire, { name, exposed, shared, consumes }: EntryFacts): void {
  const entry = runningScript();
  const base = entry.slice(0, entry.lastIndexOf('/') + 1);
  const integrity = Object.fromEntries(Object.entries(window.__camListed ?? {}).map(([file, digest]) => [file, `sha384-${digest}`]));
  delete window.__camListed;
  listed.set(base, integrity);
  const release = { base, files: window.__camFiles?.[base] ?? base, integrity };
  registerRelease(release);
  require.p = release.files;
  const files = new ChunkFiles(release);
  share(require, name, shared);
  const loadShared = sharedLoader(require, consumes);
  require.e = (id) => Promise.all([files.load(id), loadShared(id)]);
  receive(`${name}_chunks`, ([ids, modules, run]) => {
    const isOwn = ids.some((id) => runningScript() === (id === exposed ? base + ENTRY_FILE : files.scriptOf(id)));
    if (!isOwn || ids.every((id) => files.has(id))) return;
    Object.assign(require.m, modules);
    run?.(require);
    for (const id of ids) files.arrived(id);
  });
}

function runningScript(): string {
  const script = document.currentScript;
  return script instanceof HTMLScriptElement ? (script.src.split('?')[0] ?? '') : '';
}

/**
 * Receives the chunks of all releases of a remote. A runtime takes only those of files that it would request itself, so two releases in one page never mix
 * their chunks.
 */
function receive(global: string, take: (data: ChunkData) => void): void {
  type Receiver = { push(data: ChunkData): unknown };
  const receivers = window as unknown as Record<string, Receiver | undefined>;
  const others = receivers[global];
  receivers[global] = {
    push: (data) => {
      take(data);
      others?.push(data);
    },
  };
}

/** Does what the federation plugin would write into each entry. */
function share(require: WebpackRequire, name: string, shared: EntryFacts['shared']): void {
  const remotes = { remoteInfos: {}, webpackRequire: require, idToRemoteMap: {}, chunkMapping: {}, idToExternalAndNameMapping: {} };
  require.federation = {
    initOptions: { name, remotes: [], shareStrategy: 'loaded-first', shared: {} },
    chunkMatcher: () => true,
    rootOutputDir: '',
    bundlerRuntimeOptions: { remotes },
  };
  const missing = (key: string) => () => () => {
    throw new Error(`Can not get '${key}'`);
  };
  // The registry and the loader have compared the versions.
  const common = { shareScope: ['default'], singleton: true, requiredVersion: false, strictVersion: false, eager: false };
  const described = Object.entries(shared).map(([id, key]) => [id, { ...common, fallback: missing(key), shareKey: key }]);
  require.consumesLoadingData = { moduleIdToConsumeDataMapping: Object.fromEntries(described) as object };
  require.remotesLoadingData = {};
  require.S = {};
  const [initPromises, initTokens] = [{}, {}];
  require.I = (shareScopeName, initScope) =>
    require.federation.bundlerRuntime?.I({ shareScopeName, webpackRequire: require, initPromises, initTokens, initScope });
}

/** Returns the function that loads the shared modules of a chunk. */
function sharedLoader(require: WebpackRequire, chunkMapping: EntryFacts['consumes']): (id: Id) => Promise<unknown> {
  const [installedModules, moduleToHandlerMapping] = [{}, {}];
  return (chunkId) => {
    const promises: Promise<unknown>[] = [];
    require.federation.bundlerRuntime?.consumes({
      chunkMapping,
      installedModules,
      chunkId,
      moduleToHandlerMapping,
      promises,
      webpackRequire: require,
    });
    return Promise.all(promises);
  };
}
