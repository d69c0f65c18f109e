import { describeActions } from './describe-actions';

describe('the phrase for an action string', () => {
  it('names the granted actions, the object and which access is conditional', () => {
    expect(describeActions('RWA', '---')).toBe('read, write and administer');
    expect(describeActions('R--', '---')).toBe('read');
    expect(describeActions('RW-', 'RW-')).toBe('read and write under certain conditions');
    expect(describeActions('RW-', 'RW-', 'payroll')).toBe('read and write payroll under certain conditions');
    expect(describeActions('R-A', '--A')).toBe('read, and administer under certain conditions');
    expect(describeActions('---', '---')).toBe('none');
  });
});
