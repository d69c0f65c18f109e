import type { EndpointKey } from '@cam/contracts';

/** POST calls that only read: their query does not fit into an address. */
const READING_POSTS: ReadonlySet<string> = new Set<EndpointKey>([
  'POST /v1/breaks',
  'POST /v1/graph-querymgr/autocomplete',
  'POST /v1/graph-querymgr/autocomplete-user',
  'POST /v1/graph-querymgr/what-if',
  'POST /v1/graph-querymgr/words',
  'POST /v1/policy-reader/policies',
  'POST /v1/tiers/of',
]);

/** Returns whether a call can be aborted without loss. */
export function isReadOnly(key: string): boolean {
  return key.startsWith('GET ') || READING_POSTS.has(key);
}
