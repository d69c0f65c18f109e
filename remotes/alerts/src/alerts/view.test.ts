import { paramsOf, viewOf } from './view';

const view = (query: string) => viewOf(new URLSearchParams(query));

describe('the view of the alerts in the address', () => {
  it('is read and written alike', () => {
    const query = 'severity=HIGH&show=ALERT_DISMISSED&time=1w&search=ada&guardrail=m-1&page=3&size=20';
    expect(paramsOf(view(query)).toString()).toBe(query);
    expect(paramsOf(view('')).toString()).toBe('');
  });

  it('takes what makes no sense for absent, and clamps pages', () => {
    expect(view('severity=WORST&show=x&time=2y&page=-1&size=abc')).toEqual(view(''));
    expect(view('size=100000').pageSize).toBe(500);
    expect(view('page=0').page).toBe(0);
  });
});
