import { join } from 'node:path';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import { EsbuildPlugin } from 'esbuild-loader';
import type { Configuration, RuleSetRule } from 'webpack';
import { ROOT } from './root';

/** Query of an import that wants a file as text. */
export const SOURCE_TEXT = /^\?source$/;

const PACKAGES = join(ROOT, 'node_modules');

/** Returns the rule that changes the first module of a remote without an effect. */
export function changedModule(folder: string): RuleSetRule {
  return { include: join(folder, 'src/remote.tsx'), loader: join(ROOT, 'scripts/build/changed-loader.cjs') };
}

/**
 * Returns the common webpack configuration of host and remotes.
 * @param assets folder of hashed files below the output; '' for none
 * @param alias modules in place of others, as `prebundle` makes them
 * @param styles for a remote: the prefix of its classes and animations, and optionally the function that inserts a style sheet into the page in the browser
 */
export function webpackBase(
  folder: string,
  assets: string,
  mode: 'production' | 'development',
  alias: Record<string, string>,
  styles?: { prefix: string; insert?: (link: HTMLLinkElement) => void },
): Configuration {
  const prefix = assets === '' ? '' : `${assets}/`;
  return {
    mode,
    context: folder,
    target: 'web',
    // Source maps are separate files, because eval maps would need a weaker content security policy. Those of remotes hold positions only, and no file names
    // them: the registry keeps them for the stacks of errors.
    devtool: mode !== 'production' ? 'source-map' : styles ? 'hidden-nosources-source-map' : false,
    // Remotes outside this repository are built with the packages of this one.
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'], modules: ['node_modules', PACKAGES], alias },
    resolveLoader: { modules: ['node_modules', PACKAGES] },
    module: {
      rules: [
        // `import text from './Example.tsx?source'` gives the text of a file.
        { resourceQuery: SOURCE_TEXT, type: 'asset/source' },
        { test: /\.tsx?$/, resourceQuery: { not: SOURCE_TEXT }, loader: 'esbuild-loader', options: { target: 'es2022', jsx: 'automatic' } },
        {
          test: /\.module\.css$/,
          use: [
            MiniCssExtractPlugin.loader,
            {
              loader: 'css-loader',
              options: {
                sourceMap: false,
                modules: {
                  localIdentName: `${styles?.prefix ?? ''}[name]__[local]--[hash:base64:5]`,
                  namedExport: false,
                  exportLocalsConvention: 'as-is',
                },
              },
            },
          ],
        },
        { test: /\.css$/, exclude: /\.module\.css$/, use: [MiniCssExtractPlugin.loader, { loader: 'css-loader', options: { sourceMap: false } }] },
        { test: /\.woff2$/, type: 'asset/resource', generator: { filename: `${prefix}[name].[contenthash:12][ext]` } },
        { test: /\.svg$/, type: 'asset/inline' },
      ],
    },
    plugins: [
      new MiniCssExtractPlugin({
        filename: `${prefix}[name].[contenthash:12].css`,
        chunkFilename: `${prefix}${styles ? '[id]' : '[name]'}.[contenthash:12].css`,
        ignoreOrder: true,
        ...(styles?.insert ? { insert: styles.insert } : {}),
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
    // The federation plugin warns about a public path that is resolved at run time, which is intended.
    infrastructureLogging: { level: 'error' },
  };
}
