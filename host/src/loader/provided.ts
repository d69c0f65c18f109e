import type { ReaderSchema } from '@cam/contracts';

declare const __CAM_PROVIDES__: Record<string, string>;
declare const __CAM_HOST_VERSION__: string;
declare const __CAM_VIEW_SCHEMA__: ReaderSchema;

/** Versions of the shared modules that this host provides. The build fills them in from the installed packages. */
export const PROVIDED: Record<string, string> = __CAM_PROVIDES__;
/** Version of this host. */
export const HOST_VERSION: string = __CAM_HOST_VERSION__;
/** Schema of the registry's view. The build takes it from the contract. */
export const VIEW_SCHEMA: ReaderSchema = __CAM_VIEW_SCHEMA__;
