import { callApi, notify, reloadTenant, useApi, useSession, useSisterSources } from '@cam/platform';
import type { CorrelatedSource } from '@cam/contracts';
import { withFailureNotice } from '../list/failure-notice';

/** Links between the tenant's sources and sources of the identity-governance product (the sister product). */
export interface Correlations {
  /** Returns the link of a source, by its uid. */
  of: (uid: string) => CorrelatedSource | undefined;
  /** Returns the current name of the linked source, or its name at the time of linking when it is gone. Empty when there is no link. */
  nameOf: (uid: string) => string;
  /** True when the sister product has sources or any link exists, so that the feature is shown. */
  areUsed: boolean;
  /** True when at least one source is linked. */
  areAny: boolean;
  /** Returns the select options for a source, its current link included. The first option is "None". */
  optionsFor: (uid: string | null) => { value: string; label: string }[];
  /** Links a source to a sister source by id. An empty id removes the link. */
  link: (uid: string, sisterId: string) => Promise<void>;
}

/** Links as the source lists show and change them. */
export interface CorrelationActions {
  nameOf: (uid: string) => string;
  /** True when at least one source is linked. */
  areAny: boolean;
  /** Null for users who may only read. */
  link: ((source: { uid: string; name: string }) => void) | null;
}

/**
 * Returns the tenant's links to sources of the sister product. They come with the tenant until they are requested separately.
 * @param isLinking true while a link can be edited: the links are requested again, because another administrator may have changed them
 */
export function useCorrelations(isLinking: boolean): Correlations {
  const { tenant } = useSession();
  const { sources: sisterSources } = useSisterSources();
  const { data, mutate } = useApi('GET /v1/correlated-sources', isLinking ? {} : null, { filtered: false });
  const links = (data ?? tenant.correlated_sources).filter(({ tenantId }) => tenantId === tenant.tenant_id);
  const of = (uid: string): CorrelatedSource | undefined => links.find(({ camSourceId }) => camSourceId === uid);
  const nameOf = (uid: string): string => {
    const link = of(uid);
    return sisterSources?.find(({ id }) => id === link?.idnSourceId)?.name ?? link?.idnSourceName ?? '';
  };
  const optionsFor = (uid: string | null): { value: string; label: string }[] => {
    const linked = uid === null ? undefined : of(uid);
    // A linked source that no longer exists stays in the list until the link changes.
    const isGone = linked !== undefined && !sisterSources?.some(({ id }) => id === linked.idnSourceId);
    return [
      { value: '', label: 'None' },
      ...(isGone ? [{ value: linked.idnSourceId, label: linked.idnSourceName }] : []),
      ...(sisterSources ?? []).map(({ id, name, type }) => ({ value: id, label: type === '' ? name : `${name} (${type})` })),
    ];
  };
  const link = async (uid: string, sisterId: string): Promise<void> => {
    const known = of(uid);
    const sister = sisterSources?.find(({ id }) => id === sisterId);
    if (sister) {
      const body = { idnSourceId: sister.id, idnSourceName: sister.name, camSourceId: uid };
      await withFailureNotice('Failed to link the source', () => callApi('POST /v1/correlated-sources', { body }, { toast: false }));
    } else if (known && sisterId === '') {
      const { id } = known;
      await withFailureNotice('Failed to remove the link', () => callApi('DELETE /v1/correlated-sources/{id}', { path: { id } }, { toast: false }));
    } else return;
    await Promise.all([mutate(), reloadTenant()]);
    notify.success(sister ? `Linked to ${sister.name}` : 'Link removed');
  };
  return { of, nameOf, areUsed: (sisterSources?.length ?? 0) > 0 || links.length > 0, areAny: links.length > 0, optionsFor, link };
}
