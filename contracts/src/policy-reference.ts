/**
 * How a row names a policy. `LOOKUP`: a document that is attached or stands at a resource. `IDP`: what a directory grants, with the directory. `ROLE`:
 * a role that is granted where it is assigned, with its name.
 */
export interface PolicyReferenceParts {
  kind: 'LOOKUP' | 'IDP' | 'ROLE';
  /** The directory or the role; empty of a document. */
  of: string;
  /** For POST /v1/policy-reader/policies. */
  id: string;
  title: string;
}

const SEPARATOR = '-';

/** `LOOKUP:{id} -:{title}`, `IDP={directory}:{id} -:{title}`, `ROLE={role}:{id} -:{title}`; blanks and colons of the first parts are percent-encoded. */
export function printPolicyReference({ kind, of, id, title }: PolicyReferenceParts): string {
  const prefix = kind === 'LOOKUP' ? kind : `${kind}=${encoded(of)}`;
  return `${prefix}:${encoded(id)} ${SEPARATOR}:${title}`;
}

/** Null where it is none. Without a title the id stands for it, or the name of the role. */
export function readPolicyReference(text: string): PolicyReferenceParts | null {
  const [, kind, of = '', id = '', title] = /^(LOOKUP|(?:IDP|ROLE)(?==))(?:=([^:]*))?:(\S+)(?: [^\s:]*:(.*))?$/s.exec(text) ?? [];
  if (kind !== 'LOOKUP' && kind !== 'IDP' && kind !== 'ROLE') return null;
  if (kind === 'LOOKUP' && of !== '') return null;
  const named = kind === 'ROLE' ? decoded(of) : decoded(id);
  return { kind, of: decoded(of), id: decoded(id), title: title || named };
}

/** Accounts in which a policy of a row is looked up, by whichever of its fields name one. */
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

/** What was written by hand may hold a percent sign that encodes nothing. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
