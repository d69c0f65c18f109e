/**
 * Whether a resource's own policy has to hand an action to the account before the account's identity policies count: the key policy of
 * a key, and the trust policy of a role where somebody wants to become it.
 * Source: AWS KMS Developer Guide, "Key policies in AWS KMS"; IAM User Guide, "Roles terms and concepts" (trust policy).
 * @param service prefix of the action, in lower case
 */
export function isGoverned(service: string, arn: string): boolean {
  if (service === 'kms') return /^arn:[^:]+:kms:[^:]*:[^:]*:key\//.test(arn);
  return service === 'sts' && /^arn:[^:]+:iam::[^:]*:role\//.test(arn);
}
