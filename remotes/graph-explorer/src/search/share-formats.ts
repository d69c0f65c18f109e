import { searchAddress } from '@cam/platform';

/** The formats in which a search can be shared. */
export interface ShareFormats {
  link: string;
  query: string;
  curl: string;
}

/**
 * Returns a link to the search, the query itself and a curl command with the token from the environment.
 * @param filter the source filter, which only the command includes; addresses of the console never contain it
 */
export function shareFormats(query: string, origin: string, filter: { id: string; uid: string } | null): ShareFormats {
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
