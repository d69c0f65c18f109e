import type { Compiler, WebpackPluginInstance } from 'webpack';

/**
 * Lets the loader give a digest to every chunk script: the host knows the digests of a release from the registry and puts them, by
 * address, into `window.__camIntegrity` before it loads the release. A chunk whose bytes differ is then refused by the browser.
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
          // After a failure the host has every file asked for by another address (`refetch-release.ts`).
          `var camTries = (self.__camTries || {})[${compiler.webpack.RuntimeGlobals.publicPath}]; if (camTries) script.src = url + "?try=" + camTries;`,
        ].join('\n'),
      );
    });
  }
}
