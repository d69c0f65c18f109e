/** The file of a release that says where it comes from. A signature covers its bytes. */
export const PROVENANCE_FILE = 'provenance.json';
/** The file of a release with the signature of its provenance. */
export const SIGNATURE_FILE = 'signature.json';
