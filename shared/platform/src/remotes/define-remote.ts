import type { ComponentType, LazyExoticComponent } from 'react';
import type { PartId, PartProps } from '@cam/contracts';

type Loadable<P> = LazyExoticComponent<ComponentType<P>> | ComponentType<P>;

/** The module that a remote exposes as `./remote`: pages by the keys of its manifest, and parts. */
export interface RemoteModule {
  pages: Record<string, Loadable<object>>;
  parts: { [K in PartId]?: Loadable<PartProps[K]> };
}

/** Returns the exposed module with its type. */
export function defineRemote(module: RemoteModule): RemoteModule {
  return module;
}
