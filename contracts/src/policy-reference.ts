/**
 * A reference to a policy in a row. `LOOKUP` is a document that is attached or belongs to a resource. `IDP` is a grant of a directory. `ROLE` is a
 * role assignment.
 */
export interface PolicyReferenceParts {
  kind: 'LOOKUP' | 'IDP' | 'ROLE';
  /** The directory or the role name; empty for a document. */
  of: string;
  /** Policy id for POST /v1/policy-reader/policies. */
  id: string;
  title: string;
}

const SEPARATOR = '-';

/**
 * Prints a reference: `LOOKUP:{id} -:{title}`, `IDP={directory}:{id} -:{title}` or `ROLE={role}:{id} -:{title}`. Whitespace, colons and percent signs
 * of the first parts are percent-encoded.
 */
export function printPolicyReference({ kind, of, id, title }: PolicyReferenceParts): string {
  const prefix = kind === 'LOOKUP' ? kind : `${kind}=${encoded(of)}`;
  return `${prefix}:${encoded(id)} ${SEPARATOR}:${title}`;
}

/** Parses a reference; null when the text is not one. A missing title becomes the role name or the id. */
export function readPolicyReference(text: string): PolicyReferenceParts | null {
  const [, kind, of = '', id = '', title] = /^(LOOKUP|(?:IDP|ROLE)(?==))(?:=([^:]*))?:(\S+)(?: [^\s:]*:(.*))?$/s.exec(text) ?? [];
  if (kind !== 'LOOKUP' && kind !== 'IDP' && kind !== 'ROLE') return null;
  if (kind === 'LOOKUP' && of !== '') return null;
  const named = kind === 'ROLE' ? decoded(of) : decoded(id);
  return { kind, of: decoded(of), id: decoded(id), title: title || named };
}

/** Returns the titles of the policies that grant the access of a row, without repetition. */
export function grantingPolicies({ policies = [] }: { policies?: readonly string[] }): string[] {
  return [...new Set(policies.flatMap((text) => readPolicyReference(text)?.title ?? []))];
}

/** Returns the accounts in which to look up a policy of a row, without repetition. */
export function policyAccounts(row: {
  resourceAccountID?: string;
  identityAccountID?: string;
  account_id?: string;
  policy_account_id?: string;
}): string[] {
  const named = [row.resourceAccountID, row.identityAccountID, row.account_id, row.policy_account_id];
  return [...new Set(named.flatMap((id) => (id ? [id] : [])))];
}

function encoded(text: string): string {
  return text.replace(/[%:\s]/g, (character) => encodeURIComponent(character));
}

/** A reference written by hand may contain a percent sign that encodes nothing. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
