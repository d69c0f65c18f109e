import { referenceDecision, type ReferenceCase, type ReferencePolicy } from './aws-reference';

/**
 * A grant of a key, as `aws kms list-grants` prints it.
 * @see https://docs.aws.amazon.com/kms/latest/APIReference/API_GrantListEntry.html
 */
export interface ReferenceGrant {
  GrantId: string;
  GranteePrincipal?: string;
  GranteeServicePrincipal?: string;
  RetiringPrincipal?: string;
  Operations: string[];
  Constraints?: { EncryptionContextSubset?: Record<string, string>; EncryptionContextEquals?: Record<string, string>; SourceArn?: string };
}

type Decision = ReturnType<typeof referenceDecision>;

/** How sure access is: not at all, under conditions, always. */
const SURENESS: Readonly<Record<Decision, number>> = { ExplicitlyDenied: 0, ImplicitlyDenied: 0, Conditional: 1, Allowed: 2 };

const allowing = (Action: string, Principal: ReferencePolicy['Statement'][number]['Principal']): ReferencePolicy => ({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action, Resource: '*', ...(Principal ? { Principal } : {}) }],
});

/**
 * Returns how sure a request to a key is allowed by its policies and grants: 0 not, 1 under conditions, 2 always. Written from "Grants in AWS KMS",
 * "Troubleshooting AWS KMS permissions", "GrantConstraints" and "RetireGrant" of the documentation of AWS KMS, and from "Required AWS KMS key policy for
 * use with encrypted volumes" of Amazon EC2 Auto Scaling for grantees of other accounts. An explicit deny wins over grants.
 */
export function referenceKeyAccess(given: ReferenceCase, grants: readonly ReferenceGrant[]): number {
  // The denies alone decide a request that everything else allows.
  const open = { ...allowing('kms:*', '*'), Statement: [...allowing('kms:*', '*').Statement, ...(given.resource?.Statement ?? [])] };
  const left = SURENESS[referenceDecision({ ...given, identity: [...given.identity, allowing('*', undefined)], resource: open })];
  const byGrants = Math.max(0, ...grants.map((grant) => givenBy(grant, given)));
  return Math.max(SURENESS[referenceDecision(given)], Math.min(byGrants, left));
}

function givenBy({ GranteePrincipal: grantee, GranteeServicePrincipal: service, ...grant }: ReferenceGrant, given: ReferenceCase): number {
  const { principal, action } = given.request;
  const operation = action.replace('kms:', '');
  // Constraints do not apply to the right of the retiring principal.
  if (grant.RetiringPrincipal === principal && operation === 'RetireGrant') return 2;
  if (!grant.Operations.includes(operation)) return 0;
  const { EncryptionContextSubset: subset = {}, EncryptionContextEquals: equals = {}, SourceArn: source } = grant.Constraints ?? {};
  const hasContext = !['DescribeKey', 'RetireGrant'].includes(operation) && Object.keys({ ...subset, ...equals }).length > 0;
  const needsSource = source !== undefined && operation !== 'RetireGrant';
  // Only requests of services have a source: reference_policies_condition-keys.html#condition-keys-sourcearn of the IAM User Guide.
  if (needsSource && principal.startsWith('arn:')) return 0;
  const limit = hasContext || needsSource ? 1 : 2;
  if (grantee === principal || service === principal) return limit;
  // A grant to an account lets the account give the permission to its identities.
  const account = /^arn:aws:iam::(\d{12}):/.exec(principal)?.[1];
  if (account === undefined || (grantee !== account && grantee !== `arn:aws:iam::${account}:root`)) return 0;
  return Math.min(limit, SURENESS[referenceDecision({ ...given, resource: allowing('kms:*', { AWS: account }) })]);
}
