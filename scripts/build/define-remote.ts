import { join, sep } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { stylePrefix, type RemoteId } from '@cam/contracts/server';
import type { Configuration } from 'webpack';
import { ChunkIntegrityPlugin } from './chunk-integrity-plugin';
import { ReleaseFilesPlugin } from './release-files-plugin';
import { prebundle } from './prebundle';
import { ROOT } from './root';
import { runtimeOfHost, sharedByRemote } from './shared-dependencies';
import { changedModule, webpackBase } from './webpack-base';

/** Returns the name of a remote in the federation runtime. */
export function federationName(id: RemoteId): string {
  return `cam_${id.replaceAll('-', '_')}`;
}

/** Runs in the browser and gives style sheets their digest, as ChunkIntegrityPlugin does for scripts. */
export function insertChecked(link: HTMLLinkElement): void {
  const { __camIntegrity: digests, __camTries: tries } = self as { __camIntegrity?: Record<string, string>; __camTries?: Record<string, number> };
  const digest = digests?.[link.href];
  if (digest) link.integrity = digest;
  for (const base in tries) if (link.href.startsWith(base)) link.href += `?try=${tries[base]}`;
  document.head.appendChild(link);
}

export interface RemoteBuild {
  folder: string;
  /** Output folder, emptied first. */
  dist: string;
  id: RemoteId;
  version: string;
  /** Adds a change without effect, for benchmarks. */
  changed?: boolean;
}

/** Prebundles the packages of a remote of this repository. Others may have versions of their own. */
export async function packagesOf(folder: string, mode: 'production' | 'development' = 'production'): Promise<Record<string, string>> {
  return folder.startsWith(ROOT + sep) ? prebundle([join(folder, 'src')], mode) : {};
}

/** Returns the options of the federation plugin that all builds of a remote have. */
export function federationOptions(name: string): ConstructorParameters<typeof ModuleFederationPlugin>[0] {
  return {
    name,
    filename: 'remoteEntry.js',
    // The minifier wraps an entry in a function, so the container must be put on the window by name.
    library: { type: 'window', name },
    exposes: { './remote': './src/remote.tsx' },
    shareStrategy: 'loaded-first',
    shared: sharedByRemote(),
    dts: false,
    dev: false,
    experiments: { optimization: { target: 'web', disableRemote: true } },
  };
}

/**
 * Returns the webpack configuration of a remote. The version is in `uniqueName`, which only the entry contains. So a chunk with unchanged sources is
 * the same file in the next release.
 */
export async function defineRemote({ folder, dist, id, version, changed = false }: RemoteBuild): Promise<Configuration> {
  const base = webpackBase(folder, '', 'production', await packagesOf(folder), { prefix: stylePrefix(id), insert: insertChecked });
  const name = federationName(id);
  return {
    ...base,
    entry: {},
    externals: runtimeOfHost,
    output: {
      path: dist,
      publicPath: 'auto',
      uniqueName: `${name}_${version.replace(/[^a-zA-Z0-9]/g, '_')}`,
      chunkLoadingGlobal: `${name}_chunks`,
      filename: '[name].js',
      chunkFilename: '[name].[contenthash:12].js',
      chunkLoadTimeout: 120_000,
      crossOriginLoading: 'anonymous',
      clean: true,
    },
    module: { ...base.module, rules: [...(base.module?.rules ?? []), ...(changed ? [changedModule(folder)] : [])] },
    plugins: [
      ...(base.plugins ?? []),
      new ModuleFederationPlugin(federationOptions(name)) as never,
      new ChunkIntegrityPlugin(),
      new ReleaseFilesPlugin(),
    ],
  };
}
