import type { Api, Channel, DeliveryRules, Freeze, PlannedMove, RemoteOperation, RolloutStage } from '@cam/contracts';
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

/** Fetches the comparison of an area's releases, and its errors. Refreshes every 30 seconds, because browsers keep reporting. */
export function useReleaseHealth(id: RemoteOperation['id']) {
  return useApi('GET /v1/remotes/{id}/health', { path: { id } }, { filtered: false, refreshInterval: 30_000 });
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

/** A wanted move of a channel. */
export interface Move {
  channel: Channel;
  version: string;
  reason: string;
  /** Null: all users. */
  rollout: RolloutStage | null;
}

/**
 * Points a channel at a release and confirms it with a toast.
 * @throws ApiFailure after an error toast; 409 if another operator moved the channel since it was read
 */
export async function moveChannel({ id, name, channels }: RemoteOperation, { channel, version, reason, rollout }: Move): Promise<void> {
  const etag = channels[channel]?.etag;
  await callApi(
    'PUT /v1/remotes/{id}/channels/{channel}',
    { path: { id, channel }, body: { version, reason, ...(rollout ? { rollout } : {}) }, ...(etag ? { headers: { 'if-match': `"${etag}"` } } : {}) },
    { filtered: false },
  );
  notify.success(`The ${channel} channel of ${name} points at ${version}.`);
}

/**
 * Plans a move of a channel and confirms it with a toast.
 * @param at earliest time of the move, ISO; null: as soon as it is approved
 * @throws ApiFailure after an error toast
 */
export async function planMove({ id }: RemoteOperation, { channel, version, reason, rollout, at }: Move & { at: string | null }): Promise<void> {
  const body = { version, reason, ...(rollout ? { rollout } : {}), ...(at === null ? {} : { at }) };
  const { state } = await callApi('POST /v1/remotes/{id}/channels/{channel}/plans', { path: { id, channel }, body }, { filtered: false });
  notify.success(state === 'approval' ? `The move to ${version} waits for the approval of another operator.` : `The move to ${version} is planned.`);
}

/**
 * Approves or declines a planned move and confirms it with a toast.
 * @throws ApiFailure after an error toast; 403 for the one who requested it
 */
export async function decidePlan({ id, plan_id, version }: PlannedMove, approve: boolean): Promise<void> {
  await callApi('POST /v1/remotes/{id}/plans/{plan_id}/decision', { path: { id, plan_id }, body: { approve } }, { filtered: false });
  notify.success(`The move to ${version} is ${approve ? 'approved' : 'declined'}.`);
}

/**
 * Cancels a planned move and confirms it with a toast.
 * @throws ApiFailure after an error toast
 */
export async function cancelPlan({ id, plan_id, version }: PlannedMove): Promise<void> {
  await callApi('DELETE /v1/remotes/{id}/plans/{plan_id}', { path: { id, plan_id } }, { filtered: false });
  notify.success(`The move to ${version} is cancelled.`);
}

/**
 * Sets the rules for new releases of an area and confirms it with a toast.
 * @throws ApiFailure after an error toast
 */
export async function setDeliveryRules({ id, name }: RemoteOperation, body: DeliveryRules): Promise<void> {
  await callApi('PUT /v1/remotes/{id}/delivery', { path: { id }, body }, { filtered: false });
  notify.success(`The rules for new releases of ${name} have been changed.`);
}

/** Fetches present and future freeze windows. */
export function useFreezes() {
  return useApi('GET /v1/remotes/freezes', {}, { filtered: false });
}

/**
 * Adds a freeze window and confirms it with a toast.
 * @throws ApiFailure after an error toast
 */
export async function addFreeze(body: Pick<Api['POST /v1/remotes/freezes']['body'], 'id' | 'starts_at' | 'ends_at' | 'reason'>): Promise<void> {
  await callApi('POST /v1/remotes/freezes', { body }, { filtered: false });
  notify.success('The freeze window has been added.');
}

/**
 * Ends or removes a freeze window and confirms it with a toast.
 * @throws ApiFailure after an error toast
 */
export async function endFreeze({ freeze_id }: Freeze): Promise<void> {
  await callApi('DELETE /v1/remotes/freezes/{freeze_id}', { path: { freeze_id } }, { filtered: false });
  notify.success('The freeze window has ended.');
}

/**
 * Sets a feature flag of the tenant and confirms it with a toast.
 * @throws ApiFailure after an error toast
 */
export async function setFlag(featureflag: string, value: boolean): Promise<void> {
  await callApi('PATCH /v1/tenants/featureflag/{featureflag}', { path: { featureflag }, body: { value } }, { filtered: false });
  notify.success(`${featureflag} is ${value ? 'on' : 'off'}.`);
}
