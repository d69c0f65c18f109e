/** The clouds whose privileges have the form namespace/operation. */
const BY_SLASH = ['AZURE', 'IDP_AZURE_AD'];

/** Splits a privilege into its upper-case type and its name: S3 and GetObject for `s3:GetObject`. */
export function privilegeParts(cloudType: string, privilege: string): { type: string; name: string } {
  const separator = BY_SLASH.includes(cloudType) ? '/' : ':';
  const at = privilege.indexOf(separator);
  return at < 0 ? { type: '', name: privilege } : { type: privilege.slice(0, at).toUpperCase(), name: privilege.slice(at + 1) };
}
