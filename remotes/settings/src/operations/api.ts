import type { Api, RemoteOperation } from '@cam/contracts';
import { callApi, notify, useApi } from '@cam/platform';

type PolicyBody = Api['PATCH /v1/remotes/{id}/policy']['body'];
export type PolicyChange = Omit<PolicyBody, 'req_hdr' | 'account_id' | 'account_uid'>;

/** How the tenant gets each area. Asked again every half minute: browsers go on reporting. */
export function useOperations() {
  return useApi('GET /v1/remotes/operations', {}, { filtered: false, refreshInterval: 30_000 });
}

export function useHistory(id: RemoteOperation['id']) {
  return useApi('GET /v1/remotes/{id}/history', { path: { id } }, { filtered: false });
}

export function useFlags() {
  return useApi('GET /v1/tenants/featureflags', {}, { filtered: false });
}

/** Changes how the tenant gets an area. Throws ApiFailure after a toast. */
export async function changePolicy({ id, name }: RemoteOperation, body: PolicyChange): Promise<void> {
  await callApi('PATCH /v1/remotes/{id}/policy', { path: { id }, body }, { filtered: false });
  notify.success(`${name} has been changed.`);
}

/** Points a channel at a release, unless somebody moved it since it was read: that is refused (409), with a toast. */
export async function moveChannel(
  { id, name, channels }: RemoteOperation,
  channel: 'stable' | 'canary',
  version: string,
  reason: string,
): Promise<void> {
  const etag = channels[channel]?.etag;
  await callApi(
    'PUT /v1/remotes/{id}/channels/{channel}',
    { path: { id, channel }, body: { version, reason }, ...(etag ? { headers: { 'if-match': `"${etag}"` } } : {}) },
    { filtered: false },
  );
  notify.success(`The ${channel} channel of ${name} points at ${version}.`);
}

export async function setFlag(featureflag: string, value: boolean): Promise<void> {
  await callApi('PATCH /v1/tenants/featureflag/{featureflag}', { path: { featureflag }, body: { value } }, { filtered: false });
  notify.success(`${featureflag} is ${value ? 'on' : 'off'}.`);
}
