import type { Token } from './pattern';

/** The values of a request key. Null: the request does not have the key. Undefined: only the request decides. */
export type KeyValues = readonly string[] | null | undefined;

/** The known keys of a request. */
export interface RequestKeys {
  /** @param key in lower case */
  valuesOf: (key: string) => KeyValues;
  /** The earliest time of the request, in milliseconds since 1970. */
  notBefore?: number;
}

/** A request to AWS. */
export interface AwsRequest {
  /** The ARN of a user, role or session, a service principal, an identity provider as a trust policy names it, or "*anonymous*". */
  principal: string;
  action: string;
  resource: string;
  /** Instead of the ARN of the resource, a form: the request may name any ARN that it stands for. */
  form?: readonly Token[];
  resourceAccount: string;
  keys: RequestKeys;
  /** The keys that count for allow statements of the resource policy, where these differ. */
  keysOfAllows?: RequestKeys;
}

/** Returns the account of a principal; null for services, users of identity providers and the public. */
export function accountOf(principal: string): string | null {
  return /^arn:[^:]+:(?:iam|sts)::(\d{12}):(?!saml-provider|oidc-provider)/.exec(principal)?.[1] ?? null;
}
