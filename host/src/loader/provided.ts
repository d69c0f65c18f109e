/** Versions of the shared modules that this host provides. The build fills them in from the installed packages. */
declare const __CAM_PROVIDES__: Record<string, string>;
declare const __CAM_HOST_VERSION__: string;

export const PROVIDED: Record<string, string> = __CAM_PROVIDES__;
/** Version of this host. */
export const HOST_VERSION: string = __CAM_HOST_VERSION__;
