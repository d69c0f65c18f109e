import { describeActions } from './describe-actions';

describe('the phrase for an action string', () => {
  it('names the granted actions, the object and whether the access is conditional', () => {
    expect(describeActions('RWA')).toBe('read, write and administer');
    expect(describeActions('R--')).toBe('read');
    expect(describeActions('RW-C')).toBe('read and write under certain conditions');
    expect(describeActions('RW-C', 'payroll')).toBe('read and write payroll under certain conditions');
    expect(describeActions('---')).toBe('none');
  });
});
