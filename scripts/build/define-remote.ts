import { join, sep } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { stylePrefix, type RemoteId } from '@cam/contracts/server';
import type { Configuration } from 'webpack';
import { HostLoaderPlugin } from './host-loader-plugin';
import { prebundle } from './prebundle';
import { ROOT } from './root';
import { runtimeOfHost, sharedByRemote } from './shared-dependencies';
import { changedModule, webpackBase } from './webpack-base';

/** Returns the name of a remote in the federation runtime. */
export function federationName(id: RemoteId): string {
  return `cam_${id.replaceAll('-', '_')}`;
}

/** Runs in the browser for a remote under development, and gives a style sheet another address after a failure. */
export function insertAgain(link: HTMLLinkElement): void {
  const { __camTries: tries } = self as { __camTries?: Record<string, number> };
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
 * Returns the webpack configuration of a remote. No file names the release, and only the entry names other files. So a chunk with unchanged sources is the
 * same file in the next release.
 */
export async function defineRemote({ folder, dist, id, version, changed = false }: RemoteBuild): Promise<Configuration> {
  const base = webpackBase(folder, '', 'production', await packagesOf(folder), { prefix: stylePrefix(id) });
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
      // The loader of the host reads the id of a chunk from its name.
      chunkFilename: '[id].[contenthash:12].js',
      clean: true,
    },
    module: { ...base.module, rules: [...(base.module?.rules ?? []), ...(changed ? [changedModule(folder)] : [])] },
    plugins: [...(base.plugins ?? []), new ModuleFederationPlugin(federationOptions(name)) as never, new HostLoaderPlugin(name)],
  };
}
