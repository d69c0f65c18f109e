/** The first files of every load, in order: the manifest, the entry and the exposed module. */
export const FIRST_FILES = /^(mf-manifest\.json|remoteEntry\.js|__federation_expose_remote\.[0-9a-f]+\.js)$/;

/** Key in `mf-manifest.json` of the digests of all files that the release loads, by path. */
export const LISTED_DIGESTS = 'camDigests';
