import { actionsInWords } from './actions-words';

describe('the actions of an access path, in words', () => {
  it('names what is granted, and whether conditions hold', () => {
    expect(actionsInWords('RWA')).toBe('read, write and administer');
    expect(actionsInWords('R--')).toBe('read');
    expect(actionsInWords('RW-C')).toBe('read and write, under conditions');
    expect(actionsInWords('RW-C', 'payroll')).toBe('read and write payroll, under conditions');
    expect(actionsInWords('---')).toBe('none');
  });
});
