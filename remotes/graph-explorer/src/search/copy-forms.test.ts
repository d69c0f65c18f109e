import { copyForms } from './copy-forms';

describe('an answer that is handed on', () => {
  const query = `user "O'Neil" with-access any`;
  const { link, curl } = copyForms(query, 'http://cam.example', { id: '111122223333', uid: 'u1' });

  it('has a link that holds the query', () => expect(new URL(link).searchParams.get('query')).toBe(query));

  it('has a command that a shell reads as it is meant', () => {
    const quoted = /-d '(.*)'$/s.exec(curl)?.[1] ?? '';
    expect(JSON.parse(quoted.replaceAll("'\\''", "'"))).toMatchObject({ input: query, account_id: '111122223333', account_uid: 'u1' });
  });
});
