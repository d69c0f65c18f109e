import type { EndpointKey } from '@cam/contracts';

/** Calls that only read although they are sent by POST: what they are asked does not fit into an address. */
const READING_POSTS: ReadonlySet<string> = new Set<EndpointKey>([
  'POST /v1/graph-querymgr/autocomplete',
  'POST /v1/graph-querymgr/autocomplete-user',
  'POST /v1/policy-reader/policies',
]);

/** Whether a call may be ended half-way without anything being lost. */
export function onlyReads(key: string): boolean {
  return key.startsWith('GET ') || READING_POSTS.has(key);
}
