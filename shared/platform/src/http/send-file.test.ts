/** @jest-environment node */
import { sendFile } from './send-file';

/** A fake XMLHttpRequest whose events the test fires. */
class Sent {
  static last: Sent;
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  status = 202;
  statusText = 'Accepted';
  response = new Blob(['{"ok":true}']);
  headers: Record<string, string> = {};
  onload = (): void => undefined;
  onerror = (): void => undefined;
  onabort = (): void => undefined;
  onloadend = (): void => undefined;
  constructor() {
    Sent.last = this;
  }
  open = jest.fn();
  send = jest.fn();
  setRequestHeader = (name: string, value: string): void => void (this.headers[name] = value);
  getAllResponseHeaders = (): string => 'content-type: application/json\r\nx-tracking-id: 7\r\n';
  abort = (): void => this.onabort();
}

const begin = (onSent: (share: number) => void = () => undefined) => {
  const stop = new AbortController();
  const answer = sendFile('/v1/x', { headers: { accept: 'application/json' }, body: new Blob(['abcd']), signal: stop.signal }, onSent);
  return { answer, stop, request: Sent.last };
};

beforeAll(() => Object.assign(globalThis, { XMLHttpRequest: Sent }));

it('sendFile reports upload progress and resolves to a Response like fetch', async () => {
  const shares: number[] = [];
  const { answer, request } = begin((share) => shares.push(share));
  expect(request.open).toHaveBeenCalledWith('PUT', '/v1/x');
  expect(request.headers).toEqual({ accept: 'application/json' });
  request.upload.onprogress?.({ loaded: 1, total: 4 });
  request.upload.onprogress?.({ loaded: 4, total: 4 });
  request.onload();
  const response = await answer;
  expect([response.status, response.headers.get('x-tracking-id'), shares]).toEqual([202, '7', [0.25, 1]]);
});

it('sendFile rejects like fetch when the server is unreachable or the signal aborts', async () => {
  const lost = begin();
  lost.request.onerror();
  await expect(lost.answer).rejects.toBeInstanceOf(TypeError);
  const ended = begin();
  ended.stop.abort();
  await expect(ended.answer).rejects.toMatchObject({ name: 'AbortError' });
});
