/** The first files of every load, in order: the manifest, the entry and the exposed module. */
export const FIRST_FILES = /^(mf-manifest\.json|remoteEntry\.js|__federation_expose_remote\.[0-9a-f]+\.js)$/;

/** Key in `mf-manifest.json` of the digests of all files that the release loads, by path. */
export const LISTED_DIGESTS = 'camDigests';

/** The entry of a release. */
export const ENTRY_FILE = 'remoteEntry.js';

/** Name under which hosts provide their loader of remotes. A release that needs it lists the digests of its files in its entry, and is loaded without its manifest. */
export const HOST_LOADER = '@cam/remote-loader';

/** Begin of an entry with digests. The rest of its first line is a JSON object of the SHA-384 in base64 by file, and a semicolon. */
export const ENTRY_DIGESTS = 'self.__camListed=';
