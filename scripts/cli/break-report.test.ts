import type { BreakAnswer, WhatIfVerdict } from '@cam/contracts';
import { answerText } from './break-report';

const VERDICT = { account_name: 'Production', lost: 3, broken: 1, unknown: 0, is_complete: true } as WhatIfVerdict;
const ELEMENT = { id: 'x', kind: 'MEMBERSHIP', name: 'ann in makers', action: 'Remove ann from makers', uri: 'u', reach: 1 } as const;
const ANSWER: BreakAnswer = {
  ...{ identity: { uri: 'i', name: 'ann', type: 'USER' }, resource: { uri: 'r', name: 'ledger', type: 'OBJECT_STORE' }, ways: 2, fewest: 2 },
  ...{ kept: [], is_complete: false, notes: ['The search ended after 12 tried changes, so a better plan may exist.'] },
  plans: [{ elements: [ELEMENT, { ...ELEMENT, action: 'Detach Read from ann' }], edits: [], verdict: VERDICT }],
};

it('the plans that end an access are printed with what each ends and breaks', () => {
  expect(answerText(ANSWER)).toBe(
    [
      'ann -> ledger: 2 ways',
      'Fewer than 2 changes cannot end this access.',
      '',
      '1. In Production:',
      '   Remove ann from makers',
      '   Detach Read from ann',
      '   Ends 3 accesses in all, of these in use 1, use unknown 0.',
      '',
      'The search ended after 12 tried changes, so a better plan may exist.',
    ].join('\n'),
  );
});
