import { setAccountFilter } from '../filter/account-filter';
import { storage } from '../state/storage';
import { store } from '../state/store';
import { closeToast, toastsAtom } from '../state/notify';
import { fakeServer } from '../testing/fake-server';
import { neighbourTab } from '../testing/fake-tabs';
import { signInFor } from '../testing/sign-in-values';
import { Aborted } from './aborted';
import { callBackEnd } from './call-back-end';
import { setRemoteOpen } from './remote-gate';

jest.mock('broadcast-channel', () => jest.requireActual<object>('../testing/fake-tabs'));

let token: string;
beforeEach(() => {
  storage.purge();
  neighbourTab();
  token = signInFor(3600);
  for (const { id } of store.get(toastsAtom)) closeToast(id);
});

describe('callBackEnd', () => {
  it('calls the server of the team through CAM, with the values of the call only', async () => {
    const { requests } = fakeServer(() => ({ body: { id: 'a/b', count: 2 } }));
    setAccountFilter({ id: '1', uid: 'u', name: 'A', isOrganization: false, isSingle: true, cloud_type: 'AWS', subItems: [] });
    const args = { path: { id: 'a/b' }, query: { dry: true }, body: { count: 2 } };
    await expect(callBackEnd('orders', 'PUT /orders/{id}', args)).resolves.toEqual({ id: 'a/b', count: 2 });
    expect(requests[0]).toMatchObject({
      method: 'PUT',
      path: '/x/orders/orders/a%2Fb',
      headers: { authorization: `Bearer ${token}` },
      body: { count: 2 },
    });
    expect([...(requests[0]?.query ?? [])]).toEqual([['dry', 'true']]);
    setAccountFilter(null);
  });

  it('shows the words of a failure, and lets the page handle it', async () => {
    fakeServer(() => ({ status: 409, body: { message: 'The order was sent already.' } }));
    await expect(callBackEnd('orders', 'DELETE /orders/{id}', { path: { id: '7' } })).rejects.toMatchObject({ status: 409 });
    expect(
      store
        .get(toastsAtom)
        .map(({ text, title }) => `${title} ${text}`)
        .join(),
    ).toContain('The order was sent already.');
  });

  it('sends nothing while the remote is turned off', async () => {
    const { requests } = fakeServer(() => ({}));
    setRemoteOpen('orders', false);
    await expect(callBackEnd('orders', 'GET /orders')).rejects.toBeInstanceOf(Aborted);
    setRemoteOpen('orders', true);
    expect(requests).toEqual([]);
  });
});
