import { resourceUri } from './model';

describe('resourceUri', () => {
  it('keeps the id in one part and on one line', () => {
    expect(resourceUri('t', 'AWS', '1', '', 'ROLE', 'a:b%c')).toBe('t:AWS:1:-:ROLE:a%3Ab%25c');
    expect(resourceUri('t', 'AWS', '1', 'eu', 'ROLE', 'two\r\nlines\u2028')).toBe('t:AWS:1:eu:ROLE:two%0D%0Alines%E2%80%A8');
  });
});
