import type { Compiler, RuntimeModule, WebpackPluginInstance } from 'webpack';

const NAME = 'ReleaseFilesPlugin';

/**
 * Lets two releases of a remote share their equal files and keeps all other files apart.
 *
 * Files with a digest in their name have one address for all releases. The host puts their folder into `window.__camFiles`, by the address of the
 * release. (Without it, they load from the release itself.) A shared file must not name a release, so all releases of a remote hand over their chunks
 * through one global. A runtime takes only chunks from files that it would have requested itself. Equal names have equal content, so releases in one
 * page never mix their chunks.
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
          // The chunk loader below starts with an empty list, whatever other releases received.
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
