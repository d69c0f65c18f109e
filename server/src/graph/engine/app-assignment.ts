import type { PolicyFact } from './source-facts';

/** A sign-in method of an identity provider's application for AWS. */
export type SignIn = SamlSignIn | OidcSignIn | IdentityCenterSignIn | PermissionSetSignIn;

/** A SAML assertion with an AWS role and the SAML provider that represents the directory in AWS. */
export interface SamlSignIn {
  protocol: 'saml';
  /** ARNs. */
  role: string;
  provider: string;
  /** The URL that receives the assertion, which AWS exposes as SAML:aud; null where unknown. */
  audience: string | null;
}

/** An OpenID Connect ID token, for any role that trusts its issuer. */
export interface OidcSignIn {
  protocol: 'oidc';
  /** Without `https://`, as AWS names the provider. */
  issuer: string;
  /** Client id of the application. */
  audience: string;
  /** Subject of the token for an assignment to one person; null for a group, whose members have their own. */
  subject: string | null;
}

/** A SAML assertion for IAM Identity Center, which itself decides who gets which role. */
export interface IdentityCenterSignIn {
  protocol: 'identity-center';
}

/** An assignment of IAM Identity Center itself, to the role that it created in an account for a permission set. */
export interface PermissionSetSignIn {
  protocol: 'permission-set';
  accountId: string;
  /** Name of the permission set. */
  permissionSet: string;
}

/** An application assignment: the document of a policy of kind `app_assignment` or `federated_assignment`. */
export interface AppAssignment {
  application: { id: string; name: string };
  /** The group through which a person is assigned, where the assignment covers the person and not the whole group. */
  by: { uri: string; type: string; name: string; accountId: string } | null;
  /** Values of the application roles that the assignment gives, where the directory knows them. */
  roles: string[];
  signIns: SignIn[];
  /** Conditions of the sign-in to the application, in words. Absent: none. */
  conditions?: string[];
  /** Sign-in policies that block the holder. Absent: none. */
  blockedBy?: string[];
}

export function readAppAssignment({ document }: Pick<PolicyFact, 'document'>): AppAssignment {
  return JSON.parse(document) as AppAssignment;
}

/** Returns the AWS account of a sign-in; null for any account. */
export function accountOfSignIn(signIn: SignIn): string | null {
  if (signIn.protocol === 'permission-set') return signIn.accountId;
  return signIn.protocol === 'saml' ? (signIn.role.split(':')[4] ?? null) : null;
}
