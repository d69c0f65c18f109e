import { setAccountFilter, type FilterOption } from '../filter/account-filter';
import { storage } from '../state/storage';
import { store } from '../state/store';
import { closeToast, toastsAtom } from '../state/notify';
import { connectivityAtom, pendingAtom, setConnectivity } from '../state/connectivity';
import { fakeServer, unreachableServer } from '../testing/fake-server';
import { neighbourTab, sentToTabs } from '../testing/fake-tabs';
import { signInFor } from '../testing/sign-in-values';
import { abortRequests } from './abort-scope';
import { Aborted } from './aborted';
import { callApi, downloadFile } from './call-api';
import { clearPartialResults, partialResultsAtom } from './partial-results';

jest.mock('broadcast-channel', () => jest.requireActual<object>('../testing/fake-tabs'));

const ACCOUNT: FilterOption = {
  id: '111122223333',
  uid: 'u-1',
  name: 'Payments',
  isOrganization: false,
  isSingle: true,
  cloud_type: 'AWS',
  subItems: [],
};
const monitor = { name: 'A', query: 'user with-access any' } as never;
const suites = () => callApi('GET /v1/intents/suites', {});
const never = () => new Promise<never>(() => undefined);

let token: string;
beforeEach(() => {
  storage.purge();
  neighbourTab();
  token = signInFor(3600);
  setAccountFilter(null);
  setConnectivity('online');
  clearPartialResults();
  for (const { id } of store.get(toastsAtom)) closeToast(id);
  jest.spyOn(console, 'debug').mockImplementation(() => undefined);
});

const toasts = () => store.get(toastsAtom).map(({ kind, title, text }) => [kind, title, text]);

describe('callApi: request', () => {
  it('sends the bearer token and accepts JSON', async () => {
    const { requests } = fakeServer(() => ({}));
    await suites();
    expect(requests[0]).toMatchObject({
      method: 'GET',
      path: '/v1/intents/suites',
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    });
  });

  it('sends a random tracking id in the query of GET and DELETE, and in the body of other methods', async () => {
    const { requests } = fakeServer(() => ({}));
    await suites();
    await callApi('DELETE /v1/reports', { query: { report_ids: ['a', 'b'] } });
    await callApi('POST /v1/intents/monitors', { body: monitor });
    const [get, remove, post] = requests;
    expect(get?.query.get('req_hdr.tid')).toMatch(/^[0-9a-f-]{36}$/);
    expect([remove?.query.get('req_hdr.tid')?.length, remove?.query.getAll('report_ids')]).toEqual([36, ['a', 'b']]);
    expect(post?.body).toMatchObject({ name: 'A', req_hdr: { tid: expect.stringMatching(/^[0-9a-f-]{36}$/) } });
    expect([...(post?.query ?? [])]).toEqual([]);
  });

  it('sends the account filter, except for calls with `filtered: false`', async () => {
    const { requests } = fakeServer(() => ({}));
    setAccountFilter(ACCOUNT);
    await suites();
    await callApi('POST /v1/intents/monitors', { body: monitor });
    await callApi('GET /v1/tenants', {}, { filtered: false });
    expect(requests[0]?.query.get('account_id')).toBe('111122223333');
    expect(requests[0]?.query.get('account_uid')).toBe('u-1');
    expect(requests[1]?.body).toMatchObject({ account_id: '111122223333', account_uid: 'u-1' });
    expect([...(requests[2]?.query.keys() ?? [])]).toEqual(['req_hdr.tid']);
  });

  it('rejects without a request when a required path parameter is missing', async () => {
    const { requests } = fakeServer(() => ({}));
    await expect(callApi('PATCH /v1/reports/{report_id}', { path: {} as never, body: { name: 'x' } })).rejects.toThrow(
      'Required parameter requestParameters.report_id was null or undefined when calling PATCH /v1/reports/{report_id}.',
    );
    expect(requests).toEqual([]);
  });
});

describe('callApi: error response', () => {
  it.each([
    ['user_message', 409, { user_message: 'Reload the list.', message: 'version mismatch', error: 'Conflict' }, 'Conflict', 'Reload the list.'],
    ['the status text of a gateway error', 502, '<html>', 'Bad Gateway', 'Bad Gateway'],
    ['user_message of a gateway error', 502, { user_message: 'The directory does not answer.' }, 'Bad Gateway', 'The directory does not answer.'],
    ['the texts of the messages list', 400, { messages: [{ text: 'One.' }, {}, null, { text: 'Two.' }] }, 'Bad Request', 'One.\nTwo.'],
    ['error in preference to message', 400, { error: 'Wrong', message: 'details' }, 'Bad Request', 'Wrong'],
    ['message', 400, { message: 'details' }, 'Bad Request', 'details'],
    ['the status text of an empty body', 503, '', 'Service Unavailable', 'Service Unavailable'],
    ['Unknown Error for an empty body without status text', 500, '', '', 'Unknown Error'],
    ['Unknown Error for messages of the wrong type', 500, { user_message: 5, error: {}, messages: 'x' }, '', 'Unknown Error'],
  ])('shows %s in a toast', async (_name, status, body, statusText, text) => {
    fakeServer(() => ({ status, body, statusText }));
    await expect(suites()).rejects.toMatchObject({ status, userMessage: text });
    expect(toasts()).toEqual([['error', 'Error', text]]);
    expect(store.get(connectivityAtom)).toBe('online');
  });

  it('shows no toast with `toast: false` and rejects with code, tracking id and details', async () => {
    fakeServer(() => ({ status: 409, body: { user_message: 'No.', code: 'TAKEN', trackingId: 't-1', details: { at: 3 } } }));
    await expect(callApi('GET /v1/intents/suites', {}, { toast: false })).rejects.toMatchObject({
      code: 'TAKEN',
      trackingId: 't-1',
      details: { at: 3 },
    });
    expect(toasts()).toEqual([]);
  });

  it('ends the session in all tabs on status 401, without a toast', async () => {
    fakeServer(() => ({ status: 401, body: { user_message: 'Sign in again.' } }));
    await expect(suites()).rejects.toMatchObject({ status: 401 });
    expect([storage.get('token'), storage.get('isTokenExpired')]).toEqual([null, 'true']);
    expect(sentToTabs()).toEqual([{ kind: 'signed-out', expired: true }]);
    expect(toasts()).toEqual([]);
  });
});

describe('callApi: unreachable server', () => {
  it('sets the console offline until the next response, even an error response', async () => {
    unreachableServer();
    await expect(suites()).rejects.toMatchObject({ status: 0, code: 'OFFLINE' });
    expect(store.get(connectivityAtom)).toBe('offline');
    fakeServer(() => ({ status: 404 }));
    await expect(suites()).rejects.toMatchObject({ status: 404 });
    expect(store.get(connectivityAtom)).toBe('online');
  });
});

describe('callApi: response', () => {
  it('rejects a response that is not JSON with Unknown Error and stays online', async () => {
    fakeServer(() => ({ body: '<!doctype html>' }));
    await expect(suites()).rejects.toMatchObject({ status: 200, userMessage: 'Unknown Error' });
    expect(store.get(connectivityAtom)).toBe('online');
  });

  it('resolves to undefined for status 204', async () => {
    fakeServer(() => ({ status: 204, body: '' }));
    await expect(callApi('DELETE /v1/reports', { query: { report_ids: ['a'] } })).resolves.toBeUndefined();
  });

  it('reports partial results per call until that call returns a complete response', async () => {
    const header = { 'x-sp-partial-results': '["missing_records","missing_fields","nonsense"]' };
    fakeServer(() => ({ headers: header }));
    await suites();
    await callApi('GET /v1/intents/monitorscount', {});
    expect(store.get(partialResultsAtom)).toEqual(['missing_records', 'missing_fields']);
    fakeServer(() => ({}));
    await suites();
    expect(store.get(partialResultsAtom)).toEqual(['missing_records', 'missing_fields']);
    await callApi('GET /v1/intents/monitorscount', {});
    expect(store.get(partialResultsAtom)).toEqual([]);
    fakeServer(() => ({ headers: { 'x-sp-partial-results': 'missing_fields' } }));
    await suites();
    expect(store.get(partialResultsAtom)).toEqual(['missing_fields']);
  });

  it('reports partial results of a download in its result, not for the page', async () => {
    fakeServer(() => ({ headers: { 'x-sp-partial-results': '["missing_fields"]' }, body: 'PK' }));
    const { partial } = await downloadFile('GET /v1/reports/download', { query: { report_ids: ['a'] } });
    expect([partial, store.get(partialResultsAtom)]).toEqual([['missing_fields'], []]);
  });

  it('names a download by its Content-Disposition header', async () => {
    const named = (disposition: string) => fakeServer(() => ({ headers: { 'content-disposition': disposition }, body: 'PK' }));
    const name = async () => (await downloadFile('GET /v1/reports/download', { query: { report_ids: ['a'] } })).fileName;
    named('attachment; filename="plain.xlsx"; filename*=UTF-8\'\'%C3%BCber%20uns.xlsx');
    expect(await name()).toBe('über uns.xlsx');
    named('attachment; filename="reports.zip"');
    expect(await name()).toBe('reports.zip');
    named("attachment; filename=bare.xlsx; filename*=UTF-8''%E0%A4%A");
    expect(await name()).toBe('bare.xlsx');
    named('attachment');
    expect(await name()).toBe('download');
  });
});

describe('callApi: pending request', () => {
  it('counts as pending until its response is read', async () => {
    let answer: (value: object) => void = () => undefined;
    const answered = new Promise<object>((resolve) => (answer = resolve));
    fakeServer(() => answered);
    const pending = suites();
    expect(store.get(pendingAtom)).toBe(1);
    answer({});
    await pending;
    expect(store.get(pendingAtom)).toBe(0);
  });

  it('is aborted without a toast on a change of the account filter if it only reads filtered data', async () => {
    fakeServer(never);
    const reading = [suites(), callApi('POST /v1/graph-querymgr/autocomplete', { body: { input: 'user' } })];
    const others = [callApi('POST /v1/intents/monitors', { body: monitor }), callApi('GET /v1/tenants', {}, { filtered: false })];
    setAccountFilter(ACCOUNT);
    for (const call of reading) await expect(call).rejects.toBeInstanceOf(Aborted);
    expect(console.debug).toHaveBeenCalledWith('Fetch aborted');
    expect(store.get(pendingAtom)).toBe(2);
    expect([toasts(), store.get(connectivityAtom)]).toEqual([[], 'online']);
    abortRequests();
    for (const call of others) await expect(call).rejects.toBeInstanceOf(Aborted);
  });

  it('continues when the same account is selected again', async () => {
    setAccountFilter(ACCOUNT);
    fakeServer(never);
    const reading = suites();
    setAccountFilter({ ...ACCOUNT, name: 'Payments (new name)' });
    expect(store.get(pendingAtom)).toBe(1);
    abortRequests();
    await expect(reading).rejects.toBeInstanceOf(Aborted);
  });

  it('is aborted with its remote, and by the signal of its caller', async () => {
    fakeServer(never);
    const alertsCall = callApi('GET /v1/intents/suites', {}, { owner: 'alerts' });
    const reportsCall = callApi('GET /v1/intents/suites', {}, { owner: 'reports' });
    abortRequests('alerts');
    await expect(alertsCall).rejects.toBeInstanceOf(Aborted);
    expect(store.get(pendingAtom)).toBe(1);
    abortRequests();
    await expect(reportsCall).rejects.toBeInstanceOf(Aborted);
    const stopped = new AbortController();
    stopped.abort();
    await expect(callApi('GET /v1/intents/suites', {}, { signal: stopped.signal })).rejects.toBeInstanceOf(Aborted);
  });
});
