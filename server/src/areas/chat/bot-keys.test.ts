import { cloudOf, ProductError, type Reach } from '../tickets';
import { BotKeys } from './bot-keys';

const cloud = cloudOf('https://login.microsoftonline.com');
const reach = {} as Reach;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const METADATA = {
  issuer: 'https://api.botframework.com',
  jwks_uri: 'https://login.botframework.com/v1/.well-known/keys',
  id_token_signing_alg_values_supported: ['RS256'],
};

/** Keys of a service that publishes these ids, at a time that the test moves. */
function service(...published: string[]) {
  const state = { ids: published, metadata: METADATA as object, isDown: false, fetched: [] as string[], now: 1_000_000 };
  const keys = new BotKeys(
    async ({ href }) => {
      state.fetched.push(href);
      if (state.isDown) throw new ProductError('It did not answer', 0, true);
      return href.endsWith('/keys') ? { keys: state.ids.map((kid) => ({ kid, kty: 'RSA' })) } : state.metadata;
    },
    () => state.now,
  );
  return { state, find: (kid: string) => keys.find(cloud, kid, reach) };
}

it('fetches the keys once a day, however many calls come', async () => {
  const { state, find } = service('a');
  expect(await Promise.all([find('a'), find('a'), find('a')])).toEqual([{ kid: 'a', kty: 'RSA' }, expect.anything(), expect.anything()]);
  expect(state.fetched).toEqual([cloud.metadata, METADATA.jwks_uri]);
  state.now += 23 * HOUR;
  await find('a');
  expect(state.fetched).toHaveLength(2);
  state.now += 2 * HOUR;
  await find('a');
  expect(state.fetched).toHaveLength(4);
});

it('fetches them for an unknown key, at most once in five minutes', async () => {
  const { state, find } = service('a');
  await find('a');
  state.ids = ['a', 'b'];
  state.now += MINUTE;
  expect(await find('b')).toBeUndefined();
  state.now += 5 * MINUTE;
  expect(await find('b')).toMatchObject({ kid: 'b' });
  expect(await find('c')).toBeUndefined();
  expect(await find('d')).toBeUndefined();
  expect(state.fetched).toHaveLength(4);
});

it('uses known keys for five days while Microsoft does not answer, and refuses without any', async () => {
  const { state, find } = service('a');
  await find('a');
  state.isDown = true;
  state.now += 48 * HOUR;
  expect(await find('a')).toMatchObject({ kid: 'a' });
  state.now += 96 * HOUR;
  await expect(find('a')).rejects.toMatchObject({ status: 503 });
  const asked = state.fetched.length;
  await expect(find('a')).rejects.toMatchObject({ status: 503 });
  expect(state.fetched).toHaveLength(asked);
});

it.each([
  ['another issuer', { ...METADATA, issuer: 'https://evil.example' }],
  ['keys of another server', { ...METADATA, jwks_uri: 'https://evil.example/keys' }],
  ['another algorithm', { ...METADATA, id_token_signing_alg_values_supported: ['HS256'] }],
])('refuses metadata with %s', async (_what, metadata) => {
  const { state, find } = service('a');
  state.metadata = metadata;
  await expect(find('a')).rejects.toMatchObject({ status: 503 });
});
