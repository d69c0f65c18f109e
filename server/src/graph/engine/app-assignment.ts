import type { PolicyFact } from './source-facts';

/** How an application of an identity provider signs its users in at AWS. */
export type SignIn = SamlSignIn | OidcSignIn | IdentityCenterSignIn | PermissionSetSignIn;

/** A SAML assertion that carries a role of AWS and the SAML provider by which AWS knows the directory. */
export interface SamlSignIn {
  protocol: 'saml';
  /** ARNs. */
  role: string;
  provider: string;
  /** Where the assertion is sent to, which AWS knows as SAML:aud; null: not known. */
  audience: string | null;
}

/** An ID token of OpenID Connect, for any role that trusts its issuer. */
export interface OidcSignIn {
  protocol: 'oidc';
  /** Without `https://`, as AWS names the provider. */
  issuer: string;
  /** Client id of the application. */
  audience: string;
  /** Of the token, where the assignment is of one person; null: each member's own. */
  subject: string | null;
}

/** A SAML assertion for IAM Identity Center, which knows itself who gets which role. */
export interface IdentityCenterSignIn {
  protocol: 'identity-center';
}

/** An assignment of IAM Identity Center itself: the role that it made in an account for a permission set. */
export interface PermissionSetSignIn {
  protocol: 'permission-set';
  accountId: string;
  /** Its name. */
  permissionSet: string;
}

/** An application that is assigned to somebody: the document of a policy of kind `app_assignment` or `federated_assignment`. */
export interface AppAssignment {
  application: { id: string; name: string };
  /** The group by which a person is assigned, where the person counts and not the whole group. */
  by: { uri: string; type: string; name: string; accountId: string } | null;
  /** What the users of the application may do there, where the directory knows: values of roles. */
  roles: string[];
  signIns: SignIn[];
}

export function readAppAssignment({ document }: Pick<PolicyFact, 'document'>): AppAssignment {
  return JSON.parse(document) as AppAssignment;
}

/** The AWS account that a sign-in leads to; null: any. */
export function accountOfSignIn(signIn: SignIn): string | null {
  if (signIn.protocol === 'permission-set') return signIn.accountId;
  return signIn.protocol === 'saml' ? (signIn.role.split(':')[4] ?? null) : null;
}
