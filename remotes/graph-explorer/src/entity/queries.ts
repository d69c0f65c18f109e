/** A value that stands for itself alone. */
function quoted(text: string): string {
  return `"${text.replaceAll('"', '\\"')}"`;
}

/** Of what a query answers with, only where the entity of one side has a text in its name. */
export function searchedFor(query: string, side: 'identity' | 'resource', text: string): string {
  const named = `with-attribute name ~ ${quoted(text)}`;
  // The queries of entity pages name types first and end with what is reached, but those that end with a condition are about identities.
  return side === 'identity' ? query.replace(/^\S+/, (types) => `${types} ${named}`) : `${query} ${named}`;
}

/** What somebody did, or was done with something, within 90 days. */
export function eventsOf({ type, uri }: { type: string; uri: string }, side: 'identity' | 'resource'): string {
  const entity = `${type.toLowerCase()} with-attribute uri ${quoted(uri)}`;
  return side === 'identity' ? `${entity} with-usage < 90` : `any with-usage < 90 ${entity}`;
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
