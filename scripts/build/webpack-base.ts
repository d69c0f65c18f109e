import { join } from 'node:path';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import { EsbuildPlugin } from 'esbuild-loader';
import type { Configuration, RuleSetRule } from 'webpack';
import { ROOT } from './root';

const PACKAGES = join(ROOT, 'node_modules');

/** Makes the first module of a remote another one that does the same. */
export function changedModule(folder: string): RuleSetRule {
  return { include: join(folder, 'src/remote.tsx'), loader: join(ROOT, 'scripts/build/changed-loader.cjs') };
}

/**
 * What host and remotes have in common. `assets`: the folder of hashed files below the output, '' for none. `insertStyle` runs in the browser and
 * puts a style sheet into the page.
 */
export function webpackBase(
  folder: string,
  assets: string,
  mode: 'production' | 'development',
  insertStyle?: (link: HTMLLinkElement) => void,
): Configuration {
  const prefix = assets === '' ? '' : `${assets}/`;
  return {
    mode,
    context: folder,
    target: 'web',
    // Source maps are files of their own: an eval map would need a weaker content security policy.
    devtool: mode === 'production' ? false : 'source-map',
    // A remote outside this repository is built with the packages of this one.
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'], modules: ['node_modules', PACKAGES] },
    resolveLoader: { modules: ['node_modules', PACKAGES] },
    module: {
      rules: [
        { test: /\.tsx?$/, loader: 'esbuild-loader', options: { target: 'es2022', jsx: 'automatic' } },
        {
          test: /\.module\.css$/,
          use: [
            MiniCssExtractPlugin.loader,
            {
              loader: 'css-loader',
              options: { modules: { localIdentName: '[name]__[local]--[hash:base64:5]', namedExport: false, exportLocalsConvention: 'as-is' } },
            },
          ],
        },
        { test: /\.css$/, exclude: /\.module\.css$/, use: [MiniCssExtractPlugin.loader, 'css-loader'] },
        { test: /\.woff2$/, type: 'asset/resource', generator: { filename: `${prefix}[name].[contenthash:12][ext]` } },
        { test: /\.svg$/, type: 'asset/inline' },
      ],
    },
    plugins: [
      new MiniCssExtractPlugin({
        filename: `${prefix}[name].[contenthash:12].css`,
        chunkFilename: `${prefix}[name].[contenthash:12].css`,
        ignoreOrder: true,
        ...(insertStyle ? { insert: insertStyle } : {}),
      }),
    ],
    optimization: {
      minimize: mode === 'production',
      minimizer: [new EsbuildPlugin({ target: 'es2022', css: true })],
      chunkIds: 'deterministic',
      moduleIds: 'deterministic',
    },
    performance: { hints: false },
    stats: 'errors-warnings',
    // The federation plugin warns of what is meant: that a remote finds its own address at run time.
    infrastructureLogging: { level: 'error' },
  };
}
