/** Quotes a value, so that the query language takes it literally. */
function quoted(text: string): string {
  return `"${text.replaceAll('"', '\\"')}"`;
}

/** Returns the query restricted to entities of one side whose name contains a text. */
export function filterByName(query: string, side: 'identity' | 'resource', text: string): string {
  const named = `with-attribute name ~ ${quoted(text)}`;
  // Queries of entity pages start with the identity types and end with the resource. A trailing condition never applies to identities.
  return side === 'identity' ? query.replace(/^\S+/, (types) => `${types} ${named}`) : `${query} ${named}`;
}

/** Returns the query for the events of an identity or on a resource in the last 90 days. */
export function eventsQuery({ type, uri }: { type: string; uri: string }, side: 'identity' | 'resource'): string {
  const entity = `${type.toLowerCase()} with-attribute uri ${quoted(uri)}`;
  return side === 'identity' ? `${entity} with-usage < 90` : `any with-usage < 90 ${entity}`;
}

/** The types on the Users tab. */
export const USER_TYPES = 'user|federated_user|service_account';
/** The types on the Groups tab. */
export const GROUP_TYPES = 'group|federated_group';

/** The types on the Others tab: everything else that acts. */
export const OTHER_TYPES = 'instance|serverless_compute|service|ext_account|network_node|public_node';

/**
 * Returns the query restricted to identities of some types.
 * @param query finds the access of any identity
 * @param types type names separated by bars
 */
export function restrictToTypes(query: string, types: string): string {
  return query.replace(/^any /, `${types} `);
}

/**
 * Returns the query for the identities that can assume a role.
 * @param types type names separated by bars
 */
export function assumersQuery(uri: string, types: string): string {
  return `${types} with-access any via role with-attribute uri ${quoted(uri)}`;
}

/**
 * Returns the query restricted to a scope.
 * @param scopeUri the URI of an account or of one resource
 */
export function scopedQuery(query: string, scopeUri: string): string {
  const [, , accountId = '', , type = ''] = scopeUri.split(':');
  return type === 'ACCOUNT_DATA' ? `${query} with-attribute accountid ${accountId}` : `${query} with-attribute uri ${quoted(scopeUri)}`;
}
