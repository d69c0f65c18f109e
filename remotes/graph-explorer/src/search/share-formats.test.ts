import { shareFormats } from './share-formats';

describe('the formats for sharing a search', () => {
  const query = `user "O'Neil" with-access any`;
  const { link, curl } = shareFormats(query, 'http://cam.example', { id: '111122223333', uid: 'u1' });

  it('include a link with the query', () => expect(new URL(link).searchParams.get('query')).toBe(query));

  it('include a command with correct shell quoting', () => {
    const quoted = /-d '(.*)'$/s.exec(curl)?.[1] ?? '';
    expect(JSON.parse(quoted.replaceAll("'\\''", "'"))).toMatchObject({ input: query, account_id: '111122223333', account_uid: 'u1' });
  });
});
