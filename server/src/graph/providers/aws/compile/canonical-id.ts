/**
 * Reports whether a name is an S3 canonical user id. Only the account's owner can map such an id to an account number.
 * @see AWS Account Management, "View AWS account identifiers"
 */
export function isCanonicalId(name: string): boolean {
  return /^[0-9a-f]{64}$/.test(name);
}
