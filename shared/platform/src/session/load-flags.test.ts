import { FEATURE_FLAGS } from '@cam/contracts';
import { storage } from '../state/storage';
import { store } from '../state/store';
import { fakeServer } from '../testing/fake-server';
import { neighbourTab } from '../testing/fake-tabs';
import { signInFor } from '../testing/sign-in-values';
import { loadFlags } from './load-session';
import { flagsAtom } from './session';

jest.mock('broadcast-channel', () => jest.requireActual<object>('../testing/fake-tabs'));

beforeEach(() => {
  storage.purge();
  neighbourTab();
  signInFor(3600);
});

it('loadFlags keeps the previous flags on failure and logs each flag once per outage', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const answers = [{ body: { featureflags: [{ featureflag: 'UI_REPORTS', value: true, error: '' }] } }, { status: 500 }, { status: 500 }];
  fakeServer(() => answers.shift() ?? {});
  await loadFlags();
  await loadFlags();
  await loadFlags();
  expect([...store.get(flagsAtom)]).toEqual(['UI_REPORTS']);
  expect(logged.mock.calls.map(([text]) => String(text)).filter((text) => text.startsWith('Unable'))).toEqual(
    FEATURE_FLAGS.map((flag) => `Unable to retrieve feature flag for ${flag}!`),
  );
});
