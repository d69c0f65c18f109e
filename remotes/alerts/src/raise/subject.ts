import type { EntityRow } from '@cam/contracts';
import { useApi } from '@cam/platform';
import { useDebounced } from '@cam/ui';

/** The entity that an alert is about. */
export interface Subject {
  uri: string;
  name: string;
}

export type SubjectKind = 'identities' | 'objects' | 'networks';

export const SUBJECT_KINDS: readonly { value: SubjectKind; label: string }[] = [
  { value: 'identities', label: 'Identity' },
  { value: 'objects', label: 'Object' },
  { value: 'networks', label: 'Network' },
];

/** Pause in typing before the search runs, ms; the same as in a grid. */
const SEARCH_DEBOUNCE = 300;
/** Most names in the list to choose from. */
const MAX_NAMES = 20;

export interface Subjects {
  rows: readonly EntityRow[];
  isLoading: boolean;
  /** Why the list is empty because of a failure; null without one. */
  problem: string | null;
}

/** Finds the first entities of a kind whose name contains the text. */
export function useSubjects(kind: SubjectKind, text: string): Subjects {
  const search = useDebounced(text.trim(), SEARCH_DEBOUNCE);
  const { types, error } = useTypes(kind);
  const found = useApi(
    'GET /v1/graph-querymgr/entities',
    types && types.length > 0 ? { query: { type: types.join(','), search, page_size: MAX_NAMES } } : null,
    { keepPreviousData: true, filtered: false },
  );
  const failure = error ?? found.error;
  return { rows: found.data?.rows ?? [], isLoading: !failure && (!types || found.isLoading), problem: failure?.userMessage ?? null };
}

/** Returns the entity types of a kind that the tenant has. */
function useTypes(kind: SubjectKind) {
  const onlyFor = (other: SubjectKind) => (other === kind ? {} : null);
  const identities = useApi('GET /v1/graph-querymgr/identity', onlyFor('identities'), { filtered: false });
  const objects = useApi('GET /v1/graph-querymgr/objects', onlyFor('objects'), { filtered: false });
  const networks = useApi('GET /v1/graph-querymgr/networks', onlyFor('networks'), { filtered: false });
  const counts = { identities: identities.data?.identity_count, objects: objects.data?.object_count, networks: networks.data?.network_count }[kind];
  const { error } = { identities, objects, networks }[kind];
  return { types: counts?.map(({ type }) => type), error };
}
