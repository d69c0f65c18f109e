import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const suite = process.env.CAM_TEST_URL ?? '';
let server: Server | undefined;

afterEach(() => {
  server?.close();
  process.env.CAM_TEST_URL = suite;
});

/** Starts a server whose first requests get these answers, and later ones their number. @returns its address */
async function answering(...first: RequestListener[]): Promise<string> {
  let count = 0;
  server = createServer((request, response) => {
    const answer = first[count++];
    if (answer) answer(request, response);
    else response.end(String(count));
  });
  await new Promise<void>((started) => server?.listen(0, '127.0.0.1', started));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const unread: RequestListener = (_request, response) => response.writeHead(408).end('{"message":"Client Timeout"}');
const closed: RequestListener = (request) => request.socket.destroy();

it('a request of the suite is sent again after its connection ran out unread or was closed', async () => {
  process.env.CAM_TEST_URL = await answering(unread, closed);
  expect(await (await fetch(process.env.CAM_TEST_URL, { method: 'POST', body: 'x' })).text()).toBe('3');
});

it('an upload that was too slow, and a request to another server, are not sent again', async () => {
  const url = await answering((_request, response) => response.writeHead(408).end('{"code":"TOO_SLOW"}'), closed);
  process.env.CAM_TEST_URL = url;
  expect((await fetch(url)).status).toBe(408);
  process.env.CAM_TEST_URL = suite;
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});
