import { segmentRedirect } from './account-segment';

describe('segmentRedirect', () => {
  it('adds the selected account to a path without one', () => {
    expect(segmentRedirect('/searchresult', undefined, '111122223333', '?q=user')).toBe('/searchresult/111122223333?q=user');
  });

  it('replaces another account with the selected one', () => {
    expect(segmentRedirect('/dashboard', '999988887777', '111122223333', '')).toBe('/dashboard/111122223333');
  });

  it('removes the account and keeps the query string when no account is selected', () => {
    expect(segmentRedirect('/changes', '111122223333', null, '?start_date=2026-01-01')).toBe('/changes?start_date=2026-01-01');
  });

  it('returns null when the path already matches the selection', () => {
    expect(segmentRedirect('/changes', '111122223333', '111122223333', '')).toBeNull();
    expect(segmentRedirect('/changes', undefined, null, '?x=1')).toBeNull();
  });
});
