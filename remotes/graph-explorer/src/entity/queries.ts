/** A value that stands for itself alone. */
function quoted(text: string): string {
  return `"${text.replaceAll('"', '\\"')}"`;
}

export const PEOPLE = 'user|federated_user|service_account';
export const GROUPS = 'group|federated_group';

/** Who of some types reaches an entity, from the query for whoever reaches it. */
export function narrowedTo(query: string, types: string): string {
  return query.replace(/^any /, `${types} `);
}

/** Who may act as a role. */
export function actsAs(uri: string, types: string): string {
  return `${types} with-access any via role with-attribute uri ${quoted(uri)}`;
}

/** What an identity reaches within a scope: an account, or one resource. */
export function withinScope(query: string, scopeUri: string): string {
  const [, , accountId = '', , type = ''] = scopeUri.split(':');
  return type === 'ACCOUNT_DATA' ? `${query} with-attribute accountid ${accountId}` : `${query} with-attribute uri ${quoted(scopeUri)}`;
}
