import { segmentRedirect } from './account-segment';

describe('the account-filter segment of an address', () => {
  it('is added when an account is selected and the address has none', () => {
    expect(segmentRedirect('/searchresult', undefined, '111122223333', '?q=user')).toBe('/searchresult/111122223333?q=user');
  });

  it('follows the selected account when the address has another one', () => {
    expect(segmentRedirect('/dashboard', '999988887777', '111122223333', '')).toBe('/dashboard/111122223333');
  });

  it('is removed, keeping the query string, when no account is selected', () => {
    expect(segmentRedirect('/changes', '111122223333', null, '?start_date=2026-01-01')).toBe('/changes?start_date=2026-01-01');
  });

  it('stays as it is when both agree', () => {
    expect(segmentRedirect('/changes', '111122223333', '111122223333', '')).toBeNull();
    expect(segmentRedirect('/changes', undefined, null, '?x=1')).toBeNull();
  });
});
