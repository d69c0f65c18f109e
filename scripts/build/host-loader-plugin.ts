import type { Chunk, Compilation, Compiler, WebpackPluginInstance } from 'webpack';

const NAME = 'HostLoaderPlugin';

/** Runtime modules of webpack and of the federation plugin, by name. The host's loader does their work for all remotes (`host/src/loader/remote-loader.ts`). */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'consumes',
  'css loading',
  'ensure chunk',
  'federation runtime',
  'get javascript chunk filename',
  'get mini-css chunk filename',
  'jsonp chunk loading',
  'load script',
  'publicPath',
  'sharing',
]);

/** Name of the chunk with the exposed module, which the federation plugin chooses. */
const EXPOSED = '__federation_expose_remote';

/** Facts about a remote for the loader of the host. The type is there too, because a remote of a team is built without the host's sources. */
interface EntryFacts {
  name: string;
  /** Id of the chunk with the exposed module, which is inside the entry; null if it is a file of its own. */
  exposed: string | number | null;
  /** Share keys by module id. */
  shared: Record<string, string>;
  /** Ids of shared modules by chunk. */
  consumes: Record<string, (string | number)[]>;
}

/**
 * Leaves out of an entry what is the same in each remote: loading and checking of chunks and style sheets, and the sharing of modules. The host has it
 * once, as `self.__camAttach`. Also puts the chunk with the exposed module into the entry, so that a load is one request.
 */
export class HostLoaderPlugin implements WebpackPluginInstance {
  /** @param name of the remote in the federation runtime */
  constructor(private readonly name: string) {}

  apply(compiler: Compiler): void {
    const { RuntimeGlobals, RuntimeModule } = compiler.webpack;
    const { name } = this;

    class Attach extends RuntimeModule {
      constructor() {
        super('host loader', RuntimeModule.STAGE_ATTACH);
      }

      override generate(): string | null {
        if (!this.compilation || !this.chunk) return null;
        return `self.__camAttach(${RuntimeGlobals.require}, ${JSON.stringify(factsOf(name, this.chunk, this.compilation))});`;
      }
    }

    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.runtimeModule.tap(NAME, (module) => {
        if (LEFT_OUT.has(module.name)) module.generate = () => null;
      });
      compilation.hooks.runtimeRequirementInTree.for(RuntimeGlobals.ensureChunkHandlers).tap(NAME, (chunk, needed) => {
        needed.add(RuntimeGlobals.hasOwnProperty);
        compilation.addRuntimeModule(chunk, new Attach());
      });
      this.#mergeExposed(compiler, compilation);
    });
  }

  /** Puts the exposed chunk behind the code of the entry, before both are minified. */
  #mergeExposed({ webpack: { Compilation, sources } }: Compiler, compilation: Compilation): void {
    compilation.hooks.processAssets.tap({ name: NAME, stage: Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_COUNT }, () => {
      const chunk = exposedChunk(compilation);
      const [file] = chunk?.files ?? [];
      const entry = compilation.getAsset('remoteEntry.js');
      const exposed = file === undefined ? undefined : compilation.getAsset(file);
      if (!chunk || file === undefined || !entry || !exposed) return;
      compilation.updateAsset('remoteEntry.js', new sources.ConcatSource(entry.source, '\n', exposed.source));
      compilation.deleteAsset(file);
      chunk.files.delete(file);
    });
  }
}

/** Returns the chunk with the exposed module. One with a style sheet stays a file of its own. */
function exposedChunk(compilation: Compilation): Chunk | undefined {
  const chunk = compilation.namedChunks.get(EXPOSED);
  const hasStyles = chunk && [...compilation.chunkGraph.getChunkModulesIterable(chunk)].some(({ type }) => type.startsWith('css'));
  return hasStyles ? undefined : chunk;
}

function factsOf(name: string, entry: Chunk, compilation: Compilation): EntryFacts {
  const { chunkGraph, codeGenerationResults } = compilation;
  const facts: EntryFacts = { name, exposed: exposedChunk(compilation)?.id ?? null, shared: {}, consumes: {} };
  for (const chunk of entry.getAllReferencedChunks()) {
    for (const module of chunkGraph.getChunkModulesIterableBySourceType(chunk, 'consume-shared') ?? []) {
      const id = chunkGraph.getModuleId(module);
      const shared = codeGenerationResults?.getData(module, chunk.runtime, 'consume-shared') as { shareKey: string } | undefined;
      if (id === null || chunk.id === null || !shared) continue;
      facts.shared[id] = shared.shareKey;
      (facts.consumes[chunk.id] ??= []).push(id);
    }
  }
  for (const ids of Object.values(facts.consumes)) ids.sort();
  return facts;
}
