import { callApi, notify, reloadTenant, useApi, useSession, useSisterSources } from '@cam/platform';
import type { CorrelatedSource } from '@cam/contracts';
import { withFailureNotice } from '../list/failure-notice';

export interface Correlations {
  /** The link of a source, by its uid. */
  of: (uid: string) => CorrelatedSource | undefined;
  /** What a source is linked to, as the sister product calls it now; as it was called then where that is not known. Empty: nothing. */
  nameOf: (uid: string) => string;
  /** Whether there is anything to show of them at all, and whether any source is linked. */
  areUsed: boolean;
  areAny: boolean;
  /** Sources of the sister product to choose among for a source, the one that it is linked to included; the first is none. */
  optionsFor: (uid: string | null) => { value: string; label: string }[];
  /** Links a source to another source of the sister product by its id, or (empty) to none. */
  link: (uid: string, sisterId: string) => Promise<void>;
}

/** What sources are linked to, as lists show it. */
export interface CorrelationActions {
  nameOf: (uid: string) => string;
  /** Whether any source is linked. */
  areAny: boolean;
  /** Null for those who may only look. */
  link: ((source: { uid: string; name: string }) => void) | null;
}

/**
 * Links of the tenant's sources to sources of the sister product: those that came with the tenant.
 * @param isLinking they are asked for by themselves: another administrator may have changed them since
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
    // One that is gone there is shown for as long as it is linked.
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
    notify.success(sister ? `Linked to ${sister.name}` : 'The link has been removed');
  };
  return { of, nameOf, areUsed: (sisterSources?.length ?? 0) > 0 || links.length > 0, areAny: links.length > 0, optionsFor, link };
}
