import type { SignIn } from '../../../engine/app-assignment';

/** The SAML attribute that lists the AWS roles of an assertion. */
export const AWS_ROLE_ATTRIBUTE = 'https://aws.amazon.com/SAML/Attributes/Role';

const ROLE = /^arn:[\w-]+:iam::\d{12}:role\/\S+$/;
const PROVIDER = /^arn:[\w-]+:iam::\d{12}:saml-provider\/\S+$/;

/**
 * Parses one value of the role attribute: the ARNs of a role and a SAML provider with a comma between, in either order. Returns null for other text.
 * @see IAM User Guide, "Configure SAML assertions for the authentication response"
 */
export function readAwsRoleValue(value: string): { role: string; provider: string } | null {
  const parts = value.split(',').map((part) => part.trim());
  const role = parts.find((part) => ROLE.test(part));
  const provider = parts.find((part) => PROVIDER.test(part));
  return role !== undefined && provider !== undefined && parts.length === 2 ? { role, provider } : null;
}

/** Returns the audience of a SAML assertion for AWS; null for other targets. */
export function awsSignInUrl(url: string): string | null {
  return /^https:\/\/(?:[a-z0-9-]+\.)*signin\.(?:aws\.amazon\.com|amazonaws\.cn|amazonaws-us-gov\.com)\/saml\b/.exec(url)?.[0] ?? null;
}

/** Reports whether a SAML assertion goes to IAM Identity Center. */
export function isIdentityCenterUrl(url: string): boolean {
  return /^https:\/\/[a-z0-9.-]*signin\.(?:aws\.amazon\.com|aws|amazonaws\.cn|amazonaws-us-gov\.com)\/platform\/saml\b/.test(url);
}

/** Default sign-in URL for AWS accounts. */
export const AWS_SIGN_IN = 'https://signin.aws.amazon.com/saml';

/** Returns the AWS sign-in of an application with these URLs, for the values of the role attribute. */
export function awsSignInOf(roleValue: string, urls: readonly string[]): SignIn[] {
  if (urls.some(isIdentityCenterUrl)) return [{ protocol: 'identity-center' }];
  const role = readAwsRoleValue(roleValue);
  if (!role) return [];
  return [{ protocol: 'saml', ...role, audience: urls.map(awsSignInUrl).find((url) => url !== null) ?? AWS_SIGN_IN }];
}
