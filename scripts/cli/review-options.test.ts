import { reviewOf } from './review-options';

const options = {
  name: 'Quarter 4',
  query: 'user',
  reviewers: ['ada@x.example'],
  fallback: 'boss@x.example',
  due: '2026-12-31',
  silence: 'escalate',
  revokeDays: '14',
  secondTakes: 'kept',
  ticketPer: 'source',
};

it('the options become a review', () => {
  expect(reviewOf({ ...options, silence: 'propose-revoke', tier: '1' })).toEqual({
    ...{ name: 'Quarter 4', query: 'user', reviewers: { by: 'PEOPLE', people: ['ada@x.example'] }, fallback: 'boss@x.example' },
    ...{ due_on: '2026-12-31', on_silence: 'PROPOSE_REVOKE', revoke_days: 14, max_tier: 1 },
  });
  expect(reviewOf({ ...options, reviewers: undefined, ownerTag: 'owner' }).reviewers).toEqual({ by: 'TAG', tag: 'owner' });
  expect(reviewOf({ ...options, reviewers: undefined, manager: 'manager' }).reviewers).toEqual({ by: 'ATTRIBUTE', attribute: 'manager' });
});

it('options that say nothing clear are refused with what to do', () => {
  expect(() => reviewOf({ ...options, reviewers: undefined })).toThrow('Name the reviewers in one way');
  expect(() => reviewOf({ ...options, ownerTag: 'owner' })).toThrow('Name the reviewers in one way');
  expect(() => reviewOf({ ...options, silence: 'revoke' })).toThrow('Use keep, propose-revoke or escalate');
  expect(() => reviewOf({ ...options, tier: '3' })).toThrow('Use 0, 1 or 2');
  expect(() => reviewOf({ ...options, repeatMonths: '2' })).toThrow('Use 1, 3, 6 or 12');
  expect(reviewOf({ ...options, repeatMonths: '3' }).repeat_months).toBe(3);
  expect(() => reviewOf({ ...options, revokeDays: '91' })).toThrow('from 1 to 90');
});

it('revocations become tickets in a connection', () => {
  expect(reviewOf({ ...options, tickets: 'c1' }).tickets).toEqual({ connection_id: 'c1', per: 'SOURCE' });
  expect(() => reviewOf({ ...options, tickets: 'c1', ticketPer: 'item' })).toThrow('Use source or reviewer');
});

it('a second stage names its day and its reviewers', () => {
  const second = { ...options, secondOn: '2026-12-15', secondOwnerTag: 'owner' };
  expect(reviewOf(second).stages).toEqual([{ starts_on: '2026-12-15', reviewers: { by: 'TAG', tag: 'owner' }, takes: 'KEPT' }]);
  expect(reviewOf(options)).not.toHaveProperty('stages');
  expect(() => reviewOf({ ...options, secondReviewers: ['ada@x.example'] })).toThrow('Add --second-on');
  expect(() => reviewOf({ ...options, secondOn: '2026-12-15' })).toThrow('--second-reviewers, --second-owner-tag or --second-manager');
  expect(() => reviewOf({ ...second, secondTakes: 'none' })).toThrow('Use all, kept or revoked');
});
