import type { Monitor } from '@cam/contracts';
import { createGuardrail, deleteGuardrails, saveGuardrail, switchAlerting } from './api';

const toasts: string[] = [];
const bodies: unknown[] = [];
jest.mock('@cam/platform', () => ({
  callApi: async (_key: string, { body }: { body?: { name?: string } }) => {
    bodies.push(body);
    return { monitor: { name: body?.name } };
  },
  notify: { success: (text: string) => toasts.push(text) },
}));
jest.mock('./guardrail-fields', () => ({ toBody: (fields: object) => fields }));

it('only the alerting of a built-in guardrail is saved', async () => {
  const builtIn = { monitor_id: '1', name: 'Payroll', version: 1, auto_create: true } as unknown as Monitor;
  await saveGuardrail(builtIn, { name: 'Payroll', query: 'user', alerts_enabled: true, notify: { min_risk: 60 } } as never);
  expect(bodies.at(-1)).toEqual({ monitor_id: '1', version: 1, alerts_enabled: true, notify: { min_risk: 60 } });
  toasts.length = 0;
});

it('guardrail actions confirm each change with a toast', async () => {
  const one = { monitor_id: '1', name: 'Payroll', version: 1 } as unknown as Monitor;
  await createGuardrail({ name: 'Payroll' } as never);
  await saveGuardrail(one, { name: 'Wages' } as never);
  await switchAlerting([one], true);
  await deleteGuardrails([one]);
  await deleteGuardrails([one, one]);
  expect(toasts).toEqual([
    'Guardrail Payroll created.',
    'Guardrail Wages updated.',
    'Guardrail Payroll updated.',
    'Guardrail deleted.',
    '2 guardrails deleted.',
  ]);
});
