/**
 * Reports whether a resource policy must delegate an action to the account before identity policies count. This holds for key policies and trust
 * policies.
 * @param service service prefix of the action, in lower case
 * @see AWS KMS Developer Guide, "Key policies in AWS KMS"
 * @see IAM User Guide, "Roles terms and concepts" (trust policy)
 */
export function requiresDelegation(service: string, arn: string): boolean {
  if (service === 'kms') return /^arn:[^:]+:kms:[^:]*:[^:]*:key\//.test(arn);
  return service === 'sts' && /^arn:[^:]+:iam::[^:]*:role\//.test(arn);
}
