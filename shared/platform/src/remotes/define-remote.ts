import type { ComponentType, LazyExoticComponent } from 'react';
import type { PartId, PartProps } from '@cam/contracts';

type Loadable<P> = LazyExoticComponent<ComponentType<P>> | ComponentType<P>;

/** What a remote exposes as `./remote`: its pages by the keys of its manifest, and the parts it offers. */
export interface RemoteModule {
  pages: Record<string, Loadable<object>>;
  parts: { [K in PartId]?: Loadable<PartProps[K]> };
}

/** Gives the exposed module its type. */
export function defineRemote(module: RemoteModule): RemoteModule {
  return module;
}
