import { searchAddress } from './api';

/** The ways in which an answer can be handed on. */
export interface CopyForms {
  link: string;
  query: string;
  curl: string;
}

/** A link that restores the answer, the query itself, and a call of the API with a token of whoever runs it. */
export function copyForms(query: string, origin: string): CopyForms {
  const body = JSON.stringify({ input: query, session_props: { batch_size: 20 } });
  const curl = [
    `curl -s '${origin}/v1/graph-querymgr/autocomplete-user'`,
    `-H "Authorization: Bearer $CAM_TOKEN"`,
    `-H 'Content-Type: application/json'`,
    `-d '${body.replaceAll("'", "'\\''")}'`,
  ].join(' \\\n  ');
  return { link: `${origin}${searchAddress(query)}`, query, curl };
}
