import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Compiler, WebpackPluginInstance } from 'webpack';
import { providedByHost } from './shared-dependencies';

/** Returns a short digest of an entry file, so that a changed file has a new address. */
function digestOf(source: string | Buffer | undefined): string {
  return createHash('sha256')
    .update(source ?? '')
    .digest('hex')
    .slice(0, 12);
}

/** Writes the host's page with its hashed entry files, and `host-provides.json` with the modules that the host provides. */
export class HostPagePlugin implements WebpackPluginInstance {
  constructor(
    private readonly folder: string,
    private readonly version: string,
  ) {}

  apply(compiler: Compiler): void {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('HostPagePlugin', (compilation) => {
      compilation.hooks.processAssets.tap({ name: 'HostPagePlugin', stage: Compilation.PROCESS_ASSETS_STAGE_REPORT }, () => {
        const entry = compilation.entrypoints.get('main');
        const files = entry?.getFiles() ?? [];
        const next = new Set(entry?.getChildren().flatMap((group) => group.getFiles()));
        const tags = [
          ...files.filter((file) => file.endsWith('.css')).map((file) => `<link rel="stylesheet" href="/${file}">`),
          ...files
            .filter((file) => file.endsWith('.js'))
            .map((file) => `<script src="/${file}?v=${digestOf(compilation.assets[file]?.source())}" defer></script>`),
          // Preloads what the entry requests as soon as it runs.
          ...[...next]
            .filter((file) => /\.(js|css)$/.test(file))
            .map((file) => `<link rel="preload" href="/${file}" as="${file.endsWith('.js') ? 'script' : 'style'}">`),
        ].join('\n    ');
        const page = readFileSync(join(this.folder, 'index.html'), 'utf8').replace('<!-- entry -->', tags);
        compilation.emitAsset('favicon.svg', new sources.RawSource(readFileSync(join(this.folder, 'favicon.svg'))));
        compilation.emitAsset('index.html', new sources.RawSource(page));
        compilation.emitAsset(
          'host-provides.json',
          new sources.RawSource(JSON.stringify({ version: this.version, provides: providedByHost() }, null, 2)),
        );
      });
    });
  }
}
