import { SECRET_MASK, SOURCE_FORMS } from '@cam/contracts/server';
import { masked } from './masked';

it('masked keeps values and replaces secrets, at any depth', () => {
  const body = {
    name: 'Okta',
    old_password: 'Right-1',
    okta_idp_info: { org_url: 'https://x.okta.com', api_token: '00abc', use_secret: true },
    slack_url: ['https://hooks.example/secret', 'https://hooks.example/other'],
    syslog: [{ endpoint: '10.0.0.9:514', credentials: { username: 'cam', password: 'x' } }],
    client_secret: '',
  };
  const text = JSON.stringify(masked(body));
  expect(masked(body)).toEqual({
    name: 'Okta',
    old_password: SECRET_MASK,
    okta_idp_info: { org_url: 'https://x.okta.com', api_token: SECRET_MASK, use_secret: true },
    slack_url: [SECRET_MASK, SECRET_MASK],
    syslog: [{ endpoint: '10.0.0.9:514', credentials: SECRET_MASK }],
    client_secret: '',
  });
  for (const secret of ['Right-1', '00abc', 'hooks.example', '"x"']) expect(text).not.toContain(secret);
});

it('masked replaces the secret fields of all source forms', () => {
  const filled = Object.values(SOURCE_FORMS).map(({ block, fields }) => [
    block,
    Object.fromEntries(fields.map(({ key, secret }) => [key, secret ? 'hidden' : 'shown'])),
  ]);
  const text = JSON.stringify(filled.map(([block, info]) => masked({ account: { [block as string]: info } })));
  expect(text).toContain('shown');
  expect(text).not.toContain('hidden');
});

it('masked limits the length of texts and lists, and the depth of nesting', () => {
  const long = masked({ text: 'x'.repeat(10_000), list: Array.from({ length: 5000 }, (_none, index) => index) }) as { text: string; list: unknown[] };
  expect(long.text).toHaveLength(501);
  expect(long.list).toHaveLength(101);
  expect(long.list.at(-1)).toBe('and 4900 more');
  let deep: unknown = 'end';
  for (let level = 0; level < 100; level += 1) deep = { deep };
  expect(JSON.stringify(masked(deep)).length).toBeLessThan(100);
});
