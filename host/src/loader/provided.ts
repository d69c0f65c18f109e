/** What this host provides, filled in at build from the installed packages. */
declare const __CAM_PROVIDES__: Record<string, string>;
declare const __CAM_HOST_VERSION__: string;

export const PROVIDED: Record<string, string> = __CAM_PROVIDES__;
export const HOST_VERSION: string = __CAM_HOST_VERSION__;
