import { callApi, notify, reloadTenant, useApi, useSession } from '@cam/platform';
import type { Organization, SourceCloud } from '@cam/contracts';
import { cleanUp } from '../list/api';
import { withFailureNotice } from '../list/failure-notice';

/**
 * Returns the organizations of a page's clouds. They come with the tenant first, and are requested only when the tenant or the progress lists any.
 */
export function useOrganizations(clouds: readonly SourceCloud[]): {
  organizations: Organization[];
  /** True once they are known, even if there are none. */
  areKnown: boolean;
  reload: () => void;
} {
  // The page requests the progress; this hook only reads the cached answer.
  const { data: progress } = useApi('GET /v1/calendar/progress', {}, { revalidateOnMount: false, revalidateIfStale: false });
  const { organization_info: known } = useSession().tenant;
  const areAny = (progress?.organization_sources ?? known).length > 0;
  const { data, mutate } = useApi('GET /v1/tenants/organizations', areAny ? {} : null);
  const organizations = (areAny ? (data?.organization ?? known) : []).filter(({ cloud_type: cloud }) => clouds.some((one) => one === cloud));
  return { organizations, areKnown: areAny ? data !== undefined : progress !== undefined, reload: () => void mutate() };
}

/**
 * Saves the scope of an organization, reports the outcome as a toast and reloads the tenant.
 * @param included by account id; empty selects every account, including later ones
 * @throws ApiFailure when the server refuses it
 */
export async function saveScope({ organization_uid }: Organization, included: Record<string, boolean>): Promise<void> {
  const organization = { organization_uid, include_account_id_list: included };
  await withFailureNotice('Failed to update organization', () =>
    callApi('PATCH /v1/tenants/organizations', { body: { organization } }, { toast: false }),
  );
  notify.success('Account successfully updated!');
  await reloadTenant();
}

/**
 * Deletes an organization with its accounts, reports the outcome as a toast and reloads the tenant.
 * @throws ApiFailure when the server refuses it
 */
export async function deleteOrganization({ organization_uid, cloud_type }: Organization): Promise<void> {
  await withFailureNotice('Failed to delete organization', () =>
    callApi('DELETE /v1/tenants/organizations', { query: { organization_uid, cloud_type } }, { toast: false }),
  );
  notify.success('Account successfully deleted!');
  await cleanUp(organization_uid);
  await reloadTenant();
}
