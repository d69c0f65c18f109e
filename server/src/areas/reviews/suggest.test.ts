import { needsReason, suggestions, type UnitToSuggest } from './suggest';

const unit = (change: Partial<UnitToSuggest> = {}): UnitToSuggest => ({
  ...{ unitKey: 'admins', identityUri: 'ann', team: '', reach: [1, 2, 0, 3], used: 0, lastUsed: null, doubt: '' },
  ...change,
});
const of = (change: Partial<UnitToSuggest>) => suggestions([unit(change)])[0];

it('disuse that the logs prove suggests to revoke', () => {
  expect(of({ lastUsed: '2026-01-02T10:00:00Z' })).toEqual({
    suggestion: 'REVOKE',
    reason: 'Not used in the last 90 days, and the logs cover them. The last use was on 2026-01-02.',
  });
});

it('silence without a log suggests nothing, and says why', () => {
  expect(of({ doubt: 'CAM has no log of the account, so the use is unknown.' })).toEqual({
    suggestion: 'NONE',
    reason: 'CAM has no log of the account, so the use is unknown.',
  });
});

it('use suggests to keep', () => {
  expect(of({ used: 2, lastUsed: '2026-05-02T10:00:00Z' })).toEqual({
    suggestion: 'KEEP',
    reason: '2 of 6 resources used in the last 90 days. The last use was on 2026-05-02.',
  });
});

it('a unit that nearly nobody in the team has asks to look', () => {
  const team = Array.from({ length: 24 }, (_, n) => unit({ identityUri: `u${n}`, team: 'Sales', unitKey: 'crm', used: 1 }));
  const [rare] = suggestions([unit({ team: 'Sales', used: 1 }), ...team]);
  expect(rare).toEqual({ suggestion: 'LOOK', reason: 'Only 1 of the 25 reviewed identities in Sales has it.' });
});

it('only unused units of tier 0 take a reason', () => {
  expect([needsReason(unit()), needsReason(unit({ used: 1 })), needsReason(unit({ reach: [0, 5, 0, 0] }))]).toEqual([true, false, false]);
});
