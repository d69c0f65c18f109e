import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import fastJson from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { endpoints, type Endpoint } from '@cam/contracts/server';
import { currentCaller } from '../db/caller';
import { StatementTimeout } from '../db/cancellation';
import { createApp } from './app';
import { csvReply } from './csv-reply';
import { ApiError, unprocessable } from './errors';
import { sendEventStream } from './event-stream';
import { createMount, type Mount } from './mount';
import type { Principal } from './principal';
import { validatorsOf } from './validation';

const principal: Principal = { tenantId: 'one', email: 'a@one.example', rights: ['CAM_GENERAL_WRITE'], userSource: 'COGNITO', expiresAt: Infinity };
const headers = { authorization: 'Bearer token' };
let app: FastifyInstance;
let mount: Mount;
let disabledRemotes = new Set<string>();
let wait: number | null;

beforeEach(() => {
  disabledRemotes = new Set();
  wait = null;
  app = createApp(pino({ level: 'silent' }), { publicUrl: 'http://localhost' });
  ({ mount } = createMount(app, {
    verifyToken: async () => principal,
    verifyApiToken: async () => ({ ...principal, apiToken: { id: 'one', name: 'pipeline' } }),
    isOperatorKey: () => false,
    verifyPublisher: async () => null,
    record: async () => undefined,
    accountsWithin: async (_tenant, uid) => (uid === 'organization' ? ['1', '2'] : []),
    isRemoteOff: async (_tenant, remote) => disabledRemotes.has(remote),
    admitCall: (party) => (party === 'one a@one.example' ? wait : null),
  }));
});
afterEach(() => app.close());

/** Makes one call over the wire, on a port of its own. */
async function ask(
  method: string,
  path: string,
  body?: string,
): Promise<{ status: number; headers: Headers; text: string; json: Record<string, unknown> }> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const type: Record<string, string> = body ? { 'content-type': 'application/json' } : {};
  const response = await fetch(new URL(path, app.listeningOrigin), { method, headers: { ...headers, ...type }, body });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: text.startsWith('{') ? JSON.parse(text) : {} };
}

describe('a mounted call', () => {
  it('is refused before its handler runs if its remote is turned off for the tenant', async () => {
    const handler = jest.fn();
    mount('DELETE /v1/reports', handler);
    disabledRemotes.add('reports');
    const answer = await ask('DELETE', '/v1/reports?report_ids=1');
    expect(answer.status).toBe(403);
    expect(answer.json).toMatchObject({ code: 'REMOTE_OFF', user_message: 'This area is turned off for your tenant.' });
    expect(handler).not.toHaveBeenCalled();
  });

  it('is refused with 429 beyond the limit of calls of its user, before its body is read', async () => {
    const handler = jest.fn(async () => ({ error: '' }));
    mount('DELETE /v1/reports', handler);
    wait = 1200;
    const answer = await ask('DELETE', '/v1/reports?report_ids=1', '{"cut off');
    expect([answer.status, answer.json.code, answer.headers.get('retry-after')]).toEqual([429, 'TOO_MANY_CALLS', '2']);
    expect(handler).not.toHaveBeenCalled();
    wait = null;
    expect((await ask('DELETE', '/v1/reports?report_ids=1')).status).toBe(200);
  });

  it('receives all accounts of an organization filter, and the account itself of an account filter', async () => {
    const seen: unknown[] = [];
    mount('GET /v1/graph-querymgr/dashboard', async ({ query }) => (seen.push(query.account_id), {}) as never);
    for (const filter of ['account_id=o-1&account_uid=organization', 'account_id=1&account_uid=u', 'account_id=1', ''])
      await ask('GET', `/v1/graph-querymgr/dashboard?${filter}`);
    expect(seen).toEqual(['1,2', '1', '1', undefined]);
  });

  it('receives list parameters as arrays even for one value, and parsed numbers and booleans', async () => {
    const seen: unknown[] = [];
    mount('DELETE /v1/reports', async ({ query }) => (seen.push(query.report_ids), { error: '' }));
    mount('GET /v1/reports', async ({ query }) => (seen.push(query.offset, query.count), { entries: [], count: 0, error: '' }));
    await ask('DELETE', '/v1/reports?report_ids=1&report_ids=2');
    await ask('DELETE', '/v1/reports?report_ids=3');
    await ask('GET', '/v1/reports?offset=40&count=true');
    expect(seen).toEqual([['1', '2'], ['3'], 40, true]);
  });

  it('has a cancellable caller if it only reads, whatever its HTTP method, and none if it writes', async () => {
    const seen: (AbortSignal | undefined)[] = [];
    const handler = async ({ signal }: { signal: AbortSignal }) => {
      seen.push(currentCaller()?.signal);
      expect([undefined, signal]).toContain(seen.at(-1));
      throw unprocessable('SEEN', 'Seen.');
    };
    mount('GET /v1/graph-querymgr/dashboard', handler);
    mount('POST /v1/graph-querymgr/why-empty', handler);
    mount('POST /v1/graph-querymgr/close-session', handler);
    await ask('GET', '/v1/graph-querymgr/dashboard');
    await ask('POST', '/v1/graph-querymgr/why-empty', '{"input":"user"}');
    await ask('POST', '/v1/graph-querymgr/close-session', '{"session_id":"s"}');
    expect(seen.map((signal) => signal?.aborted)).toEqual([true, true, undefined]);
  });

  it('answers a statement timeout with TOO_BROAD and advice', async () => {
    mount('GET /v1/graph-querymgr/dashboard', async () => {
      throw new StatementTimeout(30_000);
    });
    const { status, json } = await ask('GET', '/v1/graph-querymgr/dashboard');
    expect([status, json.code]).toEqual([422, 'TOO_BROAD']);
    expect(json.user_message).toBe(
      'Search Criteria too broad, please refine search results. This took longer than 30 s. Limit it to one account, fewer types or a name.',
    );
  });

  it('returns no field that the contract does not define', async () => {
    mount('DELETE /v1/reports', async () => ({ error: '', secret: 'x' }));
    const answer = await ask('DELETE', '/v1/reports?report_ids=1');
    expect(answer.json).toEqual({ error: '' });
  });

  it('answers 500 without internal details if its handler fails or breaks the contract', async () => {
    mount('DELETE /v1/reports', async () => ({}) as never);
    mount('GET /v1/reports', async () => {
      throw new Error('password=secret');
    });
    for (const method of ['DELETE', 'GET'] as const) {
      const answer = await ask(method, '/v1/reports?report_ids=1');
      expect(answer.status).toBe(500);
      expect(answer.json).toMatchObject({ code: 'INTERNAL', trackingId: expect.any(String) });
      expect(answer.text).not.toContain('secret');
    }
  });
});

describe('a file download', () => {
  it('has an ASCII and a UTF-8 file name', async () => {
    mount('GET /v1/reports/download', async () => ({
      fileName: 'Zugriff "Müller" %2f.xlsx',
      contentType: 'application/x',
      stream: Readable.from(['abc']),
    }));
    const answer = await ask('GET', '/v1/reports/download?report_ids=1');
    expect(answer.text).toBe('abc');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Zugriff _M_ller_ _2f.xlsx"; filename*=UTF-8''Zugriff%20%22M%C3%BCller%22%20%252f.xlsx`,
    );
  });
});

describe('a CSV export', () => {
  it('declares partial results, and keeps the caller of its request until the last row', async () => {
    const rows = Array.from({ length: 3000 }, (_, n) => ({ name: `row ${n} ${'x'.repeat(100)}` }));
    const callers: unknown[] = [];
    async function* parts() {
      for (let start = 0; start < rows.length; start += 100) {
        callers.push(currentCaller());
        yield rows.slice(start, start + 100);
      }
    }
    mount('GET /v1/graph-querymgr/entities/export', async () =>
      csvReply({ name: 'Users', partial: ['missing_fields'] }, [{ title: 'Name', value: ({ name }: { name: string }) => name }], parts()),
    );
    const file = await ask('GET', '/v1/graph-querymgr/entities/export?type=USER');
    expect(file.headers.get('x-sp-partial-results')).toBe('["missing_fields"]');
    expect(file.text.split('\r\n')).toHaveLength(3001);
    expect(callers).toHaveLength(30);
    expect(new Set(callers).size).toBe(1);
    expect(callers[0]).toMatchObject({ signal: expect.any(AbortSignal) });
  });

  it('that cannot be begun is answered with the error, not with a broken file', async () => {
    async function* parts(): AsyncGenerator<{ name: string }[]> {
      yield await Promise.reject(unprocessable('TOO_BROAD', 'Narrow it down.'));
    }
    mount('GET /v1/graph-querymgr/entities/export', async () =>
      csvReply({ name: 'Users' }, [{ title: 'Name', value: ({ name }: { name: string }) => name }], parts()),
    );
    const refused = await ask('GET', '/v1/graph-querymgr/entities/export?type=USER');
    expect([refused.status, refused.json.code]).toEqual([422, 'TOO_BROAD']);
    expect(refused.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(refused.headers.get('content-disposition')).toBe('attachment; filename="api.json"');
  });

  it('without rows has its heading, and a name that clients accept', async () => {
    async function* parts(): AsyncGenerator<{ name: string }[]> {
      // No parts.
    }
    mount('GET /v1/graph-querymgr/entities/export', async () =>
      csvReply({ name: 'x'.repeat(20_000) }, [{ title: 'Name', value: ({ name }: { name: string }) => name }], parts()),
    );
    const file = await ask('GET', '/v1/graph-querymgr/entities/export?type=USER');
    expect([file.status, file.text.replace('\ufeff', '')]).toEqual([200, '"Name"']);
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="x{196}\.csv"/);
  });
});

describe('an upload', () => {
  const url = '/v1/policy-reader/bundles/AWS/123456789012';
  it('is streamed to the handler unparsed, even if it is JSON', async () => {
    let seen = '';
    mount('PUT /v1/policy-reader/bundles/{cloud_type}/{account_id}', async ({ raw }) => {
      for await (const chunk of raw) seen += String(chunk);
      throw new Error('seen');
    });
    await ask('PUT', url, '{"broken":');
    expect(seen).toBe('{"broken":');
  });

  it('does not block the next upload on its connection if it is refused before it was read', async () => {
    mount('PUT /v1/policy-reader/bundles/{cloud_type}/{account_id}', async ({ raw }) => {
      await once(raw, 'readable');
      throw unprocessable('NOT_THIS_ONE', 'Not this one.');
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    // One connection: the second upload starts after the server has read off the first.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const send = async (): Promise<number | undefined> => {
      const upload = request(new URL(url, app.listeningOrigin), { method: 'PUT', agent, headers: { ...headers, 'content-type': 'application/zip' } });
      upload.end(Buffer.alloc(8_000_000));
      const [response] = (await once(upload, 'response')) as [IncomingMessage];
      await once(response.resume(), 'end');
      return response.statusCode;
    };
    expect([await send(), await send(), await send()]).toEqual([422, 422, 422]);
    agent.destroy();
  });

  it('is refused with 413 before its first byte if its Content-Length is too large', async () => {
    const handler = jest.fn();
    mount('PUT /v1/policy-reader/bundles/{cloud_type}/{account_id}', handler);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const status = await new Promise((resolve, reject) => {
      const lengths = { 'content-type': 'application/zip', 'content-length': '600000000' };
      const upload = request(new URL(url, app.listeningOrigin), { method: 'PUT', headers: { ...headers, ...lengths } }, (response) => {
        resolve(response.statusCode);
        upload.destroy();
      });
      upload.once('error', reject).flushHeaders();
    });
    expect(status).toBe(413);
    expect(handler).not.toHaveBeenCalled();
  });
});

describe('an event stream', () => {
  it("sends events, and ends when its reader's token expires", async () => {
    let isClosed = false;
    mount('GET /v1/remotes/events', async (call) =>
      sendEventStream({ ...call, principal: { ...principal, expiresAt: Date.now() } }, (send) => {
        send('revision', { n: 1 });
        return () => {
          isClosed = true;
        };
      }),
    );
    const answer = await ask('GET', '/v1/remotes/events');
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(answer.text).toContain('event: revision\ndata: {"n":1}\n\n');
    expect(isClosed).toBe(true);
  });
});

it('every schema of the contract compiles', () => {
  for (const [key, endpoint] of Object.entries(endpoints as Record<string, Endpoint>)) {
    for (const check of Object.values(validatorsOf(endpoint))) {
      try {
        check({});
      } catch (error) {
        // Only the required fields of an empty call are missing.
        expect([key, error]).toEqual([key, expect.any(ApiError)]);
      }
    }
    if (!endpoint.produces) fastJson(endpoint.answer as object);
  }
});
