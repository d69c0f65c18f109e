import type { RemoteManifest } from '@cam/contracts';

/** Reports whether one of the routes matches the address. Route precedence does not matter here. */
export function hasPage({ routes }: RemoteManifest, pathname: string): boolean {
  return routes.some((route) => {
    const pattern = route.path
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\/\*$/, '(/.*)?')
      .replace(/\/:\w+\?/g, '(/[^/]*)?')
      .replace(/:\w+/g, '[^/]+');
    return new RegExp(`^${pattern}${route.accountSegment ? '(/[^/]+)?' : ''}/?$`).test(pathname);
  });
}
