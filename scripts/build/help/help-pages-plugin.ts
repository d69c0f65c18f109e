import type { Compiler, WebpackPluginInstance } from 'webpack';
import { ROOT } from '../root';
import { helpFiles } from './help-pages';

/** Writes the pages of the help beside the host's page, so that each release serves the documentation of its own version. */
export class HelpPagesPlugin implements WebpackPluginInstance {
  constructor(private readonly version: string) {}

  apply(compiler: Compiler): void {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('HelpPagesPlugin', (compilation) => {
      compilation.hooks.processAssets.tap({ name: 'HelpPagesPlugin', stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL }, () => {
        for (const [name, content] of helpFiles(ROOT, this.version)) compilation.emitAsset(`help/${name}`, new sources.RawSource(content));
      });
    });
  }
}
