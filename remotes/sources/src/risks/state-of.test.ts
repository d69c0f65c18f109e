import { stateOf } from './state-of';

it('top risks are pending until the latest snapshot is scored, and say so if nothing in it has a score', () => {
  const [before, snapshot, after] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z'];
  expect(stateOf({ assessed: 0, scored_at: after }, null)).toBe('pending');
  expect(stateOf({ assessed: 0, scored_at: null }, snapshot)).toBe('pending');
  expect(stateOf({ assessed: 0, scored_at: before }, snapshot)).toBe('pending');
  expect(stateOf({ assessed: 0, scored_at: after }, snapshot)).toBe('nothing');
  expect(stateOf({ assessed: 3, scored_at: after }, snapshot)).toBe('assessed');
});
