import { searchAddress } from './api';

/** The ways in which an answer can be handed on. */
export interface CopyForms {
  link: string;
  query: string;
  curl: string;
}

/**
 * A link that restores the answer, the query itself, and a call of the API with a token of whoever runs it.
 * @param filter the source that alone is looked at, which the call asks for as well; the filter of a console is not part of its addresses
 */
export function copyForms(query: string, origin: string, filter: { id: string; uid: string } | null): CopyForms {
  const account = filter ? { account_id: filter.id, account_uid: filter.uid } : {};
  const body = JSON.stringify({ ...account, input: query, session_props: { batch_size: 20 } });
  const curl = [
    `curl -s '${origin}/v1/graph-querymgr/autocomplete-user'`,
    `-H "Authorization: Bearer $CAM_TOKEN"`,
    `-H 'Content-Type: application/json'`,
    `-d '${body.replaceAll("'", "'\\''")}'`,
  ].join(' \\\n  ');
  return { link: `${origin}${searchAddress(query)}`, query, curl };
}
