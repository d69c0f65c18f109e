import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import webpack, { type Configuration } from 'webpack';
import { REMOTE_IDS, type OwnRemoteId } from '@cam/contracts/server';
import { hostConstants } from './host-constants';
import { HostPagePlugin } from './host-page-plugin';
import { HOST_SOURCES, prebundle } from './prebundle';
import { ROOT } from './root';
import { changedModule, webpackBase } from './webpack-base';

/** Output folder. The server serves it with CAM_HOST_DIR. */
export const MONOLITH_DIST = join(ROOT, 'dist/monolith');

/** Folder of the modules that replace the federation loader. Remotes are part of the build, each as lazy as when it is deployed separately. */
const GENERATED = join(ROOT, '.cache/monolith');

/**
 * Returns the configuration of one build of host and remotes without federation: same sources, minifier and lazy pages. The registry still decides
 * which areas a tenant has, but not which release.
 */
export async function defineMonolith(version: string, changed?: OwnRemoteId): Promise<Configuration> {
  const folder = join(ROOT, 'host');
  const sources = REMOTE_IDS.map((id) => join(ROOT, 'remotes', id, 'src'));
  const base = webpackBase(folder, 'assets', 'production', await prebundle([...HOST_SOURCES, ...sources]));
  writeReplacements();
  return {
    ...base,
    entry: { main: './src/index.ts' },
    output: {
      path: MONOLITH_DIST,
      publicPath: '/',
      uniqueName: 'cam_monolith',
      filename: 'assets/[name].js',
      chunkFilename: 'assets/[name].[contenthash:12].js',
      chunkLoadTimeout: 120_000,
      clean: true,
    },
    module: {
      ...base.module,
      rules: [...(base.module?.rules ?? []), ...(changed ? [changedModule(join(ROOT, 'remotes', changed))] : [])],
    },
    plugins: [
      ...(base.plugins ?? []),
      new webpack.NormalModuleReplacementPlugin(/^\.\/load-release$/, join(GENERATED, 'load-release.ts')),
      new webpack.NormalModuleReplacementPlugin(/\/loader\/preload$/, join(GENERATED, 'preload.ts')),
      new webpack.NormalModuleReplacementPlugin(/^\.\/loader\/shared-modules$/, join(GENERATED, 'shared-modules.ts')),
      new webpack.DefinePlugin(hostConstants(version)),
      new HostPagePlugin(folder, version),
    ],
  };
}

function writeReplacements(): void {
  mkdirSync(GENERATED, { recursive: true });
  const remotes = REMOTE_IDS.map((id) => `  ${JSON.stringify(id)}: () => import(${JSON.stringify(join(ROOT, 'remotes', id, 'src/remote.tsx'))}),`);
  writeFileSync(
    join(GENERATED, 'load-release.ts'),
    `const BUNDLED = {\n${remotes.join('\n')}\n};\nexport async function loadRelease({ id }) {\n  if (!BUNDLED[id]) throw new Error('This build has its areas inside and can load no others.');\n  return (await BUNDLED[id]()).default;\n}\n`,
  );
  writeFileSync(join(GENERATED, 'preload.ts'), 'export function preloadFirstFiles() {}\n');
  writeFileSync(join(GENERATED, 'shared-modules.ts'), 'export async function provideSharedModules() {}\n');
}
