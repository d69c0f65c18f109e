import type { AccessRow } from '@cam/contracts';
import { useAddress } from '@cam/platform';

/** What an explanation needs of a row. */
export type Explained = Pick<AccessRow, 'identity' | 'identity_uri' | 'resource' | 'resource_uri'> & Partial<Pick<AccessRow, 'change'>>;

/** The access that is explained stands in the address by both of its ends, so that a colleague can be sent why somebody reaches something. */
export function useExplained(rows: readonly AccessRow[]): { row: Explained | null; explain: (row: Explained | null) => void } {
  const address = useAddress();
  const [identity, resource] = [address.get('why'), address.get('reaches')];
  const known = rows.find((row) => row.identity_uri === identity && row.resource_uri === resource);
  const explain = (row: Explained | null): void => address.set({ why: row?.identity_uri ?? null, reaches: row?.resource_uri ?? null });
  if (identity === '' || resource === '') return { row: null, explain };
  return { row: known ?? { identity: nameIn(identity), identity_uri: identity, resource: nameIn(resource), resource_uri: resource }, explain };
}

/** Of a row on another page there is its address alone. */
function nameIn(uri: string): string {
  const id = uri.split(':').at(-1) ?? '';
  try {
    return decodeURIComponent(id).split('/').at(-1) ?? id;
  } catch {
    return id;
  }
}
