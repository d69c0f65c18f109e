/** Whether a name is the id by which S3 knows an account, which tells nobody which account that is. Source: AWS Account Management, "View AWS account identifiers". */
export function isCanonicalId(name: string): boolean {
  return /^[0-9a-f]{64}$/.test(name);
}
