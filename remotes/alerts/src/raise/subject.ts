import type { EntityRow } from '@cam/contracts';
import { useApi } from '@cam/platform';
import { useDebounced } from '@cam/ui';

/** Whom or what an alert is raised about. */
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

/** As long as a grid waits for the next key, ms. */
const REST = 300;
/** Names that fit a list to choose from. */
const SHOWN = 20;

export interface Subjects {
  rows: readonly EntityRow[];
  isLoading: boolean;
  /** Why nothing can be chosen; null where something can. */
  problem: string | null;
}

/** What there is of a kind by a part of its name: the first of it. */
export function useSubjects(kind: SubjectKind, text: string): Subjects {
  const search = useDebounced(text.trim(), REST);
  const { types, error } = useTypes(kind);
  const found = useApi(
    'GET /v1/graph-querymgr/entities',
    types && types.length > 0 ? { query: { type: types.join(','), search, page_size: SHOWN } } : null,
    { keepPreviousData: true, filtered: false },
  );
  const failure = error ?? found.error;
  return { rows: found.data?.rows ?? [], isLoading: !failure && (!types || found.isLoading), problem: failure?.userMessage ?? null };
}

/** The types that there are of a kind. */
function useTypes(kind: SubjectKind) {
  const of = <K extends SubjectKind>(one: K) => (one === kind ? {} : null);
  const identities = useApi('GET /v1/graph-querymgr/identity', of('identities'), { filtered: false });
  const objects = useApi('GET /v1/graph-querymgr/objects', of('objects'), { filtered: false });
  const networks = useApi('GET /v1/graph-querymgr/networks', of('networks'), { filtered: false });
  const counts = { identities: identities.data?.identity_count, objects: objects.data?.object_count, networks: networks.data?.network_count }[kind];
  const { error } = { identities, objects, networks }[kind];
  return { types: counts?.map(({ type }) => type), error };
}
