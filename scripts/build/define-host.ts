import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import webpack, { type Configuration } from 'webpack';
import { HostPagePlugin } from './host-page-plugin';
import { providedByHost, sharedByHost } from './shared-dependencies';
import { webpackBase } from './webpack-base';

/** The whole webpack configuration of the host. */
export function defineHost(folder: string, version: string, mode: 'production' | 'development' = 'production'): Configuration {
  const base = webpackBase(folder, 'assets', mode);
  return {
    ...base,
    entry: { main: './src/index.ts' },
    output: {
      path: join(folder, 'dist'),
      publicPath: '/',
      uniqueName: 'cam_host',
      // The federation runtime cannot take a hash in the name of an entry: the page asks for it with its hash in the query.
      filename: 'assets/[name].js',
      chunkFilename: 'assets/[name].[contenthash:12].js',
      chunkLoadTimeout: 120_000,
      clean: true,
    },
    plugins: [
      ...(base.plugins ?? []),
      new ModuleFederationPlugin({
        name: 'cam_host',
        shareStrategy: 'loaded-first',
        shared: sharedByHost(),
        dts: false,
        dev: false,
        manifest: false,
      }) as never,
      new webpack.DefinePlugin({ __CAM_PROVIDES__: JSON.stringify(providedByHost()), __CAM_HOST_VERSION__: JSON.stringify(version) }),
      new HostPagePlugin(folder, version),
    ],
  };
}
