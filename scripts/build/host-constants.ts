import { readerSchema, RemotesView } from '@cam/contracts/server';
import { providedByHost } from './shared-dependencies';

/** Returns the constants that the build fills into `host/src/loader/provided.ts`. The schema library itself stays out of browsers. */
export function hostConstants(version: string): Record<string, string> {
  return {
    __CAM_PROVIDES__: JSON.stringify(providedByHost()),
    __CAM_HOST_VERSION__: JSON.stringify(version),
    __CAM_VIEW_SCHEMA__: JSON.stringify(readerSchema(RemotesView)),
  };
}
