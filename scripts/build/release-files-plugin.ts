import type { Compiler, RuntimeModule, WebpackPluginInstance } from 'webpack';

const NAME = 'ReleaseFilesPlugin';

/**
 * Lets two releases of a remote share the files that are the same in both, and keeps all others apart.
 *
 * The files that carry a digest in their name have one address for all releases: the host names the folder in `window.__camFiles`, by the address of
 * the release (a host that names none has them loaded from the release itself). For a file to be the same in two releases nothing in it may name one
 * of them, so all chunks of a remote are handed over in one place. A runtime takes from there what came out of a file that it would have asked
 * for itself, and nothing else: with equal names the content is equal, so releases in one page never mix their chunks.
 */
export class ReleaseFilesPlugin implements WebpackPluginInstance {
  apply(compiler: Compiler): void {
    const { RuntimeGlobals, RuntimeModule } = compiler.webpack;

    class Before extends RuntimeModule {
      constructor() {
        super('release files: addresses', RuntimeModule.STAGE_BASIC + 1);
      }

      override generate(): string {
        const chunks = `self[${JSON.stringify(this.compilation?.outputOptions.chunkLoadingGlobal)}]`;
        return [
          `${RuntimeGlobals.publicPath} = (self.__camFiles || {})[${RuntimeGlobals.publicPath}] || ${RuntimeGlobals.publicPath};`,
          // The chunk loader that comes next begins with an empty list, whatever other releases were given.
          `${RuntimeGlobals.require}.otherReleases = ${chunks};`,
          `${chunks} = [];`,
        ].join('\n');
      }
    }

    class After extends RuntimeModule {
      constructor() {
        super('release files: own chunks', RuntimeModule.STAGE_ATTACH + 1);
      }

      override generate(): string {
        const chunks = `self[${JSON.stringify(this.compilation?.outputOptions.chunkLoadingGlobal)}]`;
        return [
          `var camOwn = ${chunks}, camOthers = ${RuntimeGlobals.require}.otherReleases;`,
          `${chunks} = { push: function(data) {`,
          '  var source = document.currentScript ? document.currentScript.src.split("?")[0] : "";',
          '  var isOwn = data[0].some(function(id) {',
          `    return new URL(${RuntimeGlobals.publicPath} + ${RuntimeGlobals.getChunkScriptFilename}(id), location.href).href === source;`,
          '  });',
          '  if (isOwn) camOwn.push(data);',
          '  if (camOthers) camOthers.push(data);',
          '} };',
        ].join('\n');
      }
    }

    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.runtimeRequirementInTree.for(RuntimeGlobals.ensureChunkHandlers).tap(NAME, (chunk, needed) => {
        needed.add(RuntimeGlobals.publicPath).add(RuntimeGlobals.getChunkScriptFilename);
        for (const module of [new Before(), new After()] as RuntimeModule[]) compilation.addRuntimeModule(chunk, module);
      });
    });
  }
}
