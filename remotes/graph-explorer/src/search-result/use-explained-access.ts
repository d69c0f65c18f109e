import type { AccessRow } from '@cam/contracts';
import { useAddress } from '@cam/platform';

/** The fields of a row that an explanation needs. */
export type ExplainedAccess = Pick<AccessRow, 'identity' | 'identity_uri' | 'resource' | 'resource_uri'> & Partial<Pick<AccessRow, 'change'>>;

/**
 * Keeps the explained access in the address, so that a link to the explanation can be shared.
 * @param rows the rows of the current page; an access on another page is named after its URIs
 * @returns the explained access, and the function that sets it
 */
export function useExplainedAccess(rows: readonly AccessRow[]): { row: ExplainedAccess | null; explain: (row: ExplainedAccess | null) => void } {
  const address = useAddress();
  const [identity, resource] = [address.get('why'), address.get('reaches')];
  const known = rows.find((row) => row.identity_uri === identity && row.resource_uri === resource);
  const explain = (row: ExplainedAccess | null): void => address.set({ why: row?.identity_uri ?? null, reaches: row?.resource_uri ?? null });
  if (identity === '' || resource === '') return { row: null, explain };
  return { row: known ?? { identity: nameIn(identity), identity_uri: identity, resource: nameIn(resource), resource_uri: resource }, explain };
}

/** Returns a name for an entity of which only the URI is known. */
function nameIn(uri: string): string {
  const id = uri.split(':').at(-1) ?? '';
  try {
    return decodeURIComponent(id).split('/').at(-1) ?? id;
  } catch {
    return id;
  }
}
