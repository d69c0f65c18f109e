import { callApi, notify, reloadTenant, useApi, type ApiFailure } from '@cam/platform';
import type { Organization, SourceCloud } from '@cam/contracts';

/** Organizations of the clouds of a page; undefined until they are known. */
export function useOrganizations(clouds: readonly SourceCloud[]): { organizations: Organization[] | undefined; reload: () => void } {
  const { data, mutate } = useApi('GET /v1/tenants/organizations', {});
  const organizations = data?.organization.filter(({ cloud_type: cloud }) => clouds.some((one) => one === cloud));
  return { organizations, reload: () => void mutate() };
}

/** @param included by account id; empty: every account */
export async function saveScope({ organization_uid }: Organization, included: Record<string, boolean>): Promise<void> {
  const organization = { organization_uid, include_account_id_list: included };
  try {
    await callApi('PATCH /v1/tenants/organizations', { body: { organization } }, { toast: false });
  } catch (error) {
    notify.error((error as ApiFailure).userMessage, 'Failed to update organization');
    throw error;
  }
  await reloadTenant();
}

export async function deleteOrganization({ organization_uid, cloud_type }: Organization): Promise<void> {
  try {
    await callApi('DELETE /v1/tenants/organizations', { query: { organization_uid, cloud_type } }, { toast: false });
  } catch (error) {
    notify.error((error as ApiFailure).userMessage, 'Failed to delete organization');
    throw error;
  }
  await reloadTenant();
}
