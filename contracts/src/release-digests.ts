/** What every load of a release asks for one after the other: its manifest, its entry, and what the entry exposes. */
export const FIRST_FILES = /^(mf-manifest\.json|remoteEntry\.js|__federation_expose_remote\.[0-9a-f]+\.js)$/;

/** Under which name `mf-manifest.json` of a release lists the digests of the files that code of it loads, by path. */
export const LISTED_DIGESTS = 'camDigests';
