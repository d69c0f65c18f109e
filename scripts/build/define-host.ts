import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import webpack, { type Chunk, type Configuration } from 'webpack';
import { HelpPagesPlugin } from './help/help-pages-plugin';
import { hostConstants } from './host-constants';
import { HostPagePlugin } from './host-page-plugin';
import { HOST_SOURCES, prebundle } from './prebundle';
import { BUILD_FILES } from './root';
import { sharedByHost } from './shared-dependencies';
import { webpackBase } from './webpack-base';

/** Returns whether the entry requests a chunk as soon as it runs. Chunks that load on demand stay separate. */
function isAtStart(chunk: Chunk): boolean {
  return !chunk.canBeInitial() && [...chunk.groupsIterable].some((group) => group.getParents().some((parent) => parent.isInitial()));
}

/**
 * Everything that the host loads at start is in two files: packages and our own code. They compress better than separate shared modules, and a
 * change of our code leaves the larger file in browser caches.
 */
const CONSOLE_CHUNKS = {
  default: false,
  defaultVendors: false,
  packages: { name: 'packages', test: /[\\/]node_modules[\\/]/, chunks: isAtStart, enforce: true },
  console: { name: 'console', test: /[\\/](contracts|host|shared)[\\/]([^/]+[\\/])?src[\\/]/, chunks: isAtStart, enforce: true },
} as const;

interface HostBuild {
  /** With `development`, React can refresh components of remotes in place. */
  mode?: 'production' | 'development';
  /** Output folder, emptied first. Default: `dist` in the folder of the sources. */
  dist?: string;
}

/** Returns the webpack configuration of the host. */
export async function defineHost(
  folder: string,
  version: string,
  { mode = 'production', dist = join(folder, 'dist') }: HostBuild = {},
): Promise<Configuration> {
  const refresh = mode === 'development' ? [join(BUILD_FILES, 'browser/install-refresh.ts')] : [];
  // Large packages stay as they are deployed, which every build shares: only React and our own code differ in development.
  const base = webpackBase(folder, 'assets', mode, await prebundle(HOST_SOURCES));
  return {
    ...base,
    devtool: false,
    entry: { main: [...refresh, './src/index.ts'] },
    output: {
      path: dist,
      publicPath: '/',
      uniqueName: 'cam_host',
      // The federation runtime does not support a hash in the name of an entry, so the page puts it in the query.
      filename: 'assets/[name].js',
      chunkFilename: 'assets/[name].[contenthash:12].js',
      chunkLoadTimeout: 120_000,
      clean: true,
    },
    optimization: { ...base.optimization, splitChunks: { cacheGroups: CONSOLE_CHUNKS } },
    plugins: [
      ...(base.plugins ?? []),
      new ModuleFederationPlugin({
        name: 'cam_host',
        shareStrategy: 'loaded-first',
        shared: sharedByHost(),
        dts: false,
        dev: false,
        manifest: false,
        // The registry has the addresses of entries, so the runtime reads no manifests itself.
        experiments: { optimization: { target: 'web', disableSnapshot: true } },
      }) as never,
      new webpack.DefinePlugin(hostConstants(version)),
      new HostPagePlugin(folder, version),
      new HelpPagesPlugin(version.split('-')[0] ?? version),
    ],
  };
}
