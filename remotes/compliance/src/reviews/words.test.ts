import { aloneText, givesText, hasText, previewText, progressOf, usedText } from './words';

const unit = (kind: 'MEMBERSHIP' | 'PRINCIPAL', name: string) => ({ key: '', kind, name, uri: '', identities: 1 });
const identity = { uri: '', name: 'ann', type: 'USER', account_id: '' };

it('an item says what the identity has, what it gives and how it was used', () => {
  expect(hasText({ identity, unit: unit('MEMBERSHIP', 'makers') })).toBe('ann is in the group makers');
  expect(hasText({ identity, unit: unit('PRINCIPAL', 'the trust policy of audit') })).toBe('ann is named in the trust policy of audit');
  expect(givesText({ reach: [1, 2, 0, 1238], may: ['READ', 'WRITE', 'ADMIN'] })).toBe(
    'This lets it read, write and administer 1,241 resources, 1 of tier 0 (Control) and 2 of tier 1 (Crown jewels).',
  );
  expect(givesText({ reach: [0, 0, 0, 1], may: ['READ'] })).toBe('This lets it read 1 resource.');
  expect(usedText({ used: 0, last_used: null, use_doubt: '' })).toBe('It used none of them in 90 days.');
  expect(usedText({ used: 0, last_used: null, use_doubt: 'CAM has no log of the account, so the use is unknown.' })).toBe(
    'No use is known. CAM has no log of the account, so the use is unknown.',
  );
  expect(usedText({ used: 2, last_used: '2026-11-03T12:00:00Z', use_doubt: '' })).toMatch(/^It used 2 of them in 90 days\. The last use was on /);
});

it('an item says when revoking it alone changes nothing', () => {
  expect(aloneText({ only_here: 0, reach: [0, 0, 0, 4] })).toContain('changes nothing');
  expect(aloneText({ only_here: 4, reach: [0, 0, 0, 4] })).toBe('');
  expect(aloneText({ only_here: 1, reach: [0, 0, 0, 4] })).toBe('Revoking it ends access to 1 resource. Others stay reachable in another way.');
});

it('previews and progress are counted', () => {
  expect(previewText(1240, 31)).toBe('1,240 items for 31 reviewers');
  expect(previewText(1, 1)).toBe('1 item for 1 reviewer');
  const counts = { items: 3, open: 1, kept: 1, revoked: 1, done: 0, overdue: 0, gone: 0, proposed: 0, undecided: 0 };
  expect(progressOf(counts)).toBe(66);
});
