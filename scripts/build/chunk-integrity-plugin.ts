import type { Compiler, WebpackPluginInstance } from 'webpack';

/**
 * Makes the loader set a digest on every chunk script. The host gets the digests of a release from the registry and puts them, by address, into
 * `window.__camIntegrity` before it loads the release. The browser then refuses a chunk with other bytes.
 */
export class ChunkIntegrityPlugin implements WebpackPluginInstance {
  apply(compiler: Compiler): void {
    const { RuntimePlugin } = { RuntimePlugin: compiler.webpack.runtime.LoadScriptRuntimeModule };
    compiler.hooks.compilation.tap('ChunkIntegrityPlugin', (compilation) => {
      const hooks = RuntimePlugin.getCompilationHooks(compilation);
      hooks.createScript.tap('ChunkIntegrityPlugin', (source) =>
        [
          source,
          'var camDigest = (self.__camIntegrity || {})[url]; if (camDigest) script.integrity = camDigest;',
          // After a failure, the host makes every file load from a different address (`refetch-release.ts`).
          `var camTries = (self.__camTries || {})[${compiler.webpack.RuntimeGlobals.publicPath}]; if (camTries) script.src = url + "?try=" + camTries;`,
        ].join('\n'),
      );
    });
  }
}
