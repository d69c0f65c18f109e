/** Clouds that write a privilege as namespace/operation. */
const BY_SLASH = ['AZURE', 'IDP_AZURE_AD'];

/** A privilege as its type, in capitals, and its name: `s3:GetObject` is S3 and GetObject. */
export function privilegeParts(cloudType: string, privilege: string): { type: string; name: string } {
  const separator = BY_SLASH.includes(cloudType) ? '/' : ':';
  const at = privilege.indexOf(separator);
  return at < 0 ? { type: '', name: privilege } : { type: privilege.slice(0, at).toUpperCase(), name: privilege.slice(at + 1) };
}
