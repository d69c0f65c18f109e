import type { Api, RemoteOperation, RolloutStage } from '@cam/contracts';
import { callApi, notify, useApi } from '@cam/platform';

type PolicyBody = Api['PATCH /v1/remotes/{id}/policy']['body'];
export type PolicyChange = Omit<PolicyBody, 'req_hdr' | 'account_id' | 'account_uid'>;

/** Fetches the state of each area for the tenant. Refreshes every 30 seconds, because browsers keep reporting. */
export function useOperations() {
  return useApi('GET /v1/remotes/operations', {}, { filtered: false, refreshInterval: 30_000 });
}

/** Fetches the changes of an area, the latest first. */
export function useHistory(id: RemoteOperation['id']) {
  return useApi('GET /v1/remotes/{id}/history', { path: { id } }, { filtered: false });
}

/** Fetches the feature flags of the tenant. */
export function useFlags() {
  return useApi('GET /v1/tenants/featureflags', {}, { filtered: false });
}

/**
 * Switches an area on or off for the tenant, or selects its version, and confirms it with a toast.
 * @throws ApiFailure after an error toast
 */
export async function changePolicy({ id, name }: RemoteOperation, body: PolicyChange): Promise<void> {
  await callApi('PATCH /v1/remotes/{id}/policy', { path: { id }, body }, { filtered: false });
  notify.success(`${name} has been changed.`);
}

/**
 * Points a channel at a release and confirms it with a toast.
 * @throws ApiFailure after an error toast; 409 if another operator moved the channel since it was read
 */
export async function moveChannel(
  { id, name, channels }: RemoteOperation,
  channel: 'stable' | 'canary',
  version: string,
  { reason, rollout }: { reason: string; rollout: RolloutStage | null },
): Promise<void> {
  const etag = channels[channel]?.etag;
  await callApi(
    'PUT /v1/remotes/{id}/channels/{channel}',
    { path: { id, channel }, body: { version, reason, ...(rollout ? { rollout } : {}) }, ...(etag ? { headers: { 'if-match': `"${etag}"` } } : {}) },
    { filtered: false },
  );
  notify.success(`The ${channel} channel of ${name} points at ${version}.`);
}

/**
 * Sets a feature flag of the tenant and confirms it with a toast.
 * @throws ApiFailure after an error toast
 */
export async function setFlag(featureflag: string, value: boolean): Promise<void> {
  await callApi('PATCH /v1/tenants/featureflag/{featureflag}', { path: { featureflag }, body: { value } }, { filtered: false });
  notify.success(`${featureflag} is ${value ? 'on' : 'off'}.`);
}
