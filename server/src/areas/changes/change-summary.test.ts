import type { ListedChange } from '../../graph/service';
import { summaryOf } from './change-summary';

const change = (more: Partial<ListedChange>): ListedChange => ({
  type: 'NODE_ADD',
  at: new Date(0),
  uri: 't:AWS:1:-:USER:ada',
  name: 'ada',
  entityType: 'USER',
  accountId: '1',
  region: '',
  relation: null,
  before: null,
  after: null,
  ...more,
});

describe('summaryOf', () => {
  it('describes an added, removed or modified entity', () => {
    expect(summaryOf(change({ type: 'NODE_ADD' }))).toBe('ada was added.');
    expect(summaryOf(change({ type: 'NODE_DEL' }))).toBe('ada was removed.');
    const many = { a: 1, b: [1], c: 1, d: 1, e: 1, same: { x: 1 } };
    expect(summaryOf(change({ type: 'NODE_MODIFY', before: { mfa: true }, after: { mfa: false } }))).toBe('ada: mfa changed.');
    expect(summaryOf(change({ type: 'NODE_MODIFY', before: { same: { x: 1 } }, after: many }))).toBe('ada: a, b, c, d and 1 more changed.');
  });

  it('describes an added, removed or modified relation', () => {
    const relation = { kind: 'member_of', uri: 'g', name: 'admins' };
    expect(summaryOf(change({ type: 'EDGE_ADD', relation }))).toBe('ada is a member of admins.');
    expect(summaryOf(change({ type: 'EDGE_DEL', relation }))).toBe('ada is no longer a member of admins.');
    expect(summaryOf(change({ type: 'EDGE_MODIFY', relation: { ...relation, kind: 'holds', name: 'Everything' } }))).toBe(
      'ada has a new version of the policy Everything.',
    );
  });
});
