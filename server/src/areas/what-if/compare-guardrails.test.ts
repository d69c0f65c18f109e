import type { Tx } from '../../platform/db/database';
import { compareGuardrails } from './compare-guardrails';

it('names guardrails for which no time is left, and leaves out those that the change cannot concern', async () => {
  const guardrail = (name: string) => ({ monitor_id: name, name, query: name, severity: 'HIGH' as const });
  const queries = {
    rowsAt: () => Promise.reject(new Error('there is no time to read rows')),
    mayResultChange: (query: string) => query === 'concerned',
  };
  const kinds = { entities: [], paths: [], access: [], policies: false };
  const comparison = { since: 1, kinds, among: null, timeLeft: () => 0 };
  const compared = await compareGuardrails({} as Tx, 'acme', [guardrail('concerned'), guardrail('other')], queries, comparison);
  expect(compared).toEqual({ guardrails: [], compared: 1, left: ['concerned'] });
});
