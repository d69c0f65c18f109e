import type { WhatIfRow, WhatIfVerdict } from '@cam/contracts';
import { parseFailOn } from './gate/gate-file';
import { parseEdits, verdictText } from './what-if-report';

const end = (name: string, type: string) => ({ uri: name, name, type, account_id: '1' });
const ROW: WhatIfRow = {
  ...{ identity: end('ann', 'USER'), resource: end('ledger', 'OBJECT_STORE') },
  ...{ actions_before: 'RW-', conditional_actions_before: '---', actions_after: '-W-', conditional_actions_after: '---' },
  ...{ gained: { total: 0, names: [] }, lost: { total: 1, names: ['s3:GetObject'] }, use: 'USED', use_reason: '' },
  ...{ broken: [{ action: 's3:GetObject', actor: 'ann', calls: 2, last_at: '2026-01-02T03:04:05Z' }], broken_total: 1 },
};
const VERDICT: WhatIfVerdict = {
  ...{ source_uid: 'u', cloud_type: 'AWS', account_id: '1', account_name: 'Production', taken_at: '2026-01-03T00:00:00.000Z' },
  ...{ edits: ['Set the managed policy arn:x'], gained: 0, lost: 1, broken: 1, unknown: 0, is_complete: true, rows: [ROW] },
  ...{ guardrails: [], guardrails_complete: true, guardrails_compared: 3, notes: [] },
};

it('a verdict reads as text', () => {
  const text = verdictText(VERDICT);
  for (const part of ['Production, snapshot of 2026-01-03', 'lost 1, of these in use 1', 'R W > W', 's3:GetObject on 2026-01-02'])
    expect(text).toContain(part);
  expect(verdictText({ ...VERDICT, lost: 0, broken: 0, rows: [] })).toContain('No access changes.');
});

it('a file of edits is a list, or an object with one', () => {
  const edits = [{ kind: 'ATTACH_POLICY', holder: 'a', policy: 'b' }];
  expect(parseEdits(JSON.stringify(edits))).toEqual({ edits });
  expect(parseEdits(JSON.stringify({ edits, source_uid: 'u' }))).toEqual({ edits, source_uid: 'u' });
  expect(() => parseEdits('{}')).toThrow('has no edits');
  expect(() => parseEdits('[')).toThrow('not valid JSON');
  expect(parseFailOn('gained, broken')).toEqual(['gained', 'broken']);
  expect(() => parseFailOn('all')).toThrow('Unknown condition "all"');
});
