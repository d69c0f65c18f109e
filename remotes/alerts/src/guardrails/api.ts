import type { Monitor } from '@cam/contracts';
import { callApi, notify, useApi } from '@cam/platform';
import { toBody, type GuardrailFields } from './guardrail-fields';

/** Fetches all guardrails of the tenant and how many of them raise alerts. `reload` fetches both again. */
export function useGuardrails() {
  const list = useApi('GET /v1/intents/monitors', {});
  const counts = useApi('GET /v1/intents/monitorscount', {});
  return {
    guardrails: list.data?.monitor_info_list,
    /** Set only while there is no list to show. */
    error: list.data ? undefined : list.error,
    counts: counts.data,
    reload: async (): Promise<void> => {
      await Promise.all([list.mutate(), counts.mutate()]);
    },
  };
}

/**
 * Creates a guardrail and confirms it with a toast.
 * @throws ApiFailure after an error toast
 */
export async function createGuardrail(fields: GuardrailFields): Promise<void> {
  const { monitor } = await callApi('POST /v1/intents/monitors', { body: toBody(fields) });
  notify.success(`Guardrail ${monitor.name} created.`);
}

/**
 * Saves the form into the guardrail, by the version that was read, and confirms it with a toast. Only the alerting of a built-in guardrail is saved.
 * @throws ApiFailure after an error toast; 409 if another user changed the guardrail since
 */
export async function saveGuardrail({ monitor_id, version, auto_create: isBuiltIn }: Monitor, fields: GuardrailFields): Promise<void> {
  const { alerts_enabled, notify: notified, ...definition } = toBody(fields);
  const alerting = { alerts_enabled, notify: notified, monitor_id, version };
  await callApi('PATCH /v1/intents/monitors', { body: isBuiltIn ? alerting : { ...definition, ...alerting } });
  notify.success(`Guardrail ${definition.name} updated.`);
}

/**
 * Switches the alerting of all the guardrails, or of none, and confirms it with a toast.
 * @throws ApiFailure after an error toast
 */
export async function switchAlerting(guardrails: readonly Monitor[], enabled: boolean): Promise<void> {
  await callApi('PATCH /v1/intents/monitors', { body: { monitor_ids: guardrails.map(({ monitor_id }) => monitor_id), alerts_enabled: enabled } });
  const [first] = guardrails;
  notify.success(guardrails.length === 1 && first ? `Guardrail ${first.name} updated.` : `${guardrails.length} guardrails updated.`);
}

/**
 * Deletes all the guardrails, or none, and confirms it with a toast.
 * @throws ApiFailure after an error toast
 */
export async function deleteGuardrails(guardrails: readonly Monitor[]): Promise<void> {
  await callApi('DELETE /v1/intents/monitors', { query: { monitor_id: guardrails.map(({ monitor_id }) => monitor_id) } });
  notify.success(guardrails.length === 1 ? 'Guardrail deleted.' : `${guardrails.length} guardrails deleted.`);
}
