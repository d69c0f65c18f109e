import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { stylePrefix, type RemoteId } from '@cam/contracts/server';
import webpack, { type Configuration } from 'webpack';
import { federationName, federationOptions, insertAgain, packagesOf } from './define-remote';
import { BUILD_FILES } from './root';
import { runtimeOfHost, sharedByRemote } from './shared-dependencies';
import { SOURCE_TEXT, webpackBase } from './webpack-base';

/** Returns the federation manifest of a remote under development: the build itself writes none. */
export function developmentFederation(id: RemoteId): object {
  const shared = Object.entries(sharedByRemote()).map(([module, { requiredVersion }]) => ({ name: module, requiredVersion, singleton: true }));
  const name = federationName(id);
  return { id: name, name, metaData: { remoteEntry: { name: 'remoteEntry.js', path: '', type: 'window' } }, shared, exposes: [] };
}

interface DevelopmentBuild {
  folder: string;
  /** Output folder, emptied first. */
  dist: string;
  id: RemoteId;
}

/**
 * Returns the webpack configuration of a remote under development: its components refresh in the page while sources change. It is no release: nothing has a
 * digest, and the registry refuses it.
 */
export async function defineDevelopment({ folder, dist, id }: DevelopmentBuild): Promise<Configuration> {
  const base = webpackBase(folder, '', 'development', await packagesOf(folder, 'development'), { prefix: stylePrefix(id), insert: insertAgain });
  const name = federationName(id);
  const refresh = {
    test: /\.tsx?$/,
    include: join(folder, 'src'),
    resourceQuery: { not: SOURCE_TEXT },
    enforce: 'post',
    loader: join(BUILD_FILES, 'refresh-loader.cjs'),
    options: { remote: id, runtime: join(BUILD_FILES, 'browser/refresh-module.ts') },
  } as const;
  return {
    ...base,
    entry: {},
    devtool: 'cheap-module-source-map',
    experiments: { cacheUnaffected: true },
    externals: runtimeOfHost,
    output: {
      path: dist,
      publicPath: 'auto',
      uniqueName: `${name}_development`,
      filename: '[name].js',
      chunkFilename: '[name].js',
      crossOriginLoading: 'anonymous',
      clean: true,
    },
    // A change of a module must not change the ids of others. An update leads from one build without mistakes to the next.
    optimization: {
      ...base.optimization,
      chunkIds: 'named',
      moduleIds: 'named',
      emitOnErrors: false,
      splitChunks: false,
      removeAvailableModules: false,
    },
    module: { ...base.module, rules: [...(base.module?.rules ?? []), refresh] },
    plugins: [
      ...(base.plugins ?? []),
      new ModuleFederationPlugin({
        ...federationOptions(name),
        // It takes a fifth of each build.
        manifest: false,
        exposes: { './remote': { import: [join(BUILD_FILES, 'browser/dev-client.ts'), './src/remote.tsx'] } },
      }) as never,
      new webpack.DefinePlugin({ __CAM_REMOTE__: JSON.stringify(id) }),
      new webpack.HotModuleReplacementPlugin(),
    ],
  };
}
