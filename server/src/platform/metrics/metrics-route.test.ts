import fastify, { type FastifyInstance } from 'fastify';
import { ApiError } from '../http/errors';
import { Metrics } from './metrics';
import { metricsRoute, METRICS_PATH } from './metrics-route';

const TOKEN = 'a-token-of-a-test-1234567890';

let app: FastifyInstance;
afterEach(() => app.close());

async function serve(token: string | null): Promise<{ url: string; metrics: Metrics }> {
  app = fastify();
  const metrics = new Metrics('api');
  app.setErrorHandler((error, _request, reply) => reply.code(error instanceof ApiError ? error.status : 500).send({}));
  metricsRoute(app, metrics, token);
  return { url: (await app.listen({ port: 0, host: '127.0.0.1' })) + METRICS_PATH, metrics };
}

async function ask(url: string, authorization?: string): Promise<{ status: number; type: string | null; body: string }> {
  const answer = await fetch(url, { headers: authorization === undefined ? {} : { authorization } });
  return { status: answer.status, type: answer.headers.get('content-type'), body: await answer.text() };
}

/** Returns a value by its name and labels, in any order. */
function valueOf(body: string, name: string, labels: Record<string, string>): string | undefined {
  const wanted = Object.entries(labels)
    .map(([label, text]) => `${label}="${text}"`)
    .sort()
    .join();
  const lines = body.split('\n').map((line) => /^(\w+)\{(.*)\} (\S+)$/.exec(line));
  return lines.find((line) => line?.[1] === name && line[2]?.split(',').sort().join() === wanted)?.[3];
}

it('shows the metrics to whoever brings the token, in the format of Prometheus', async () => {
  const { url, metrics } = await serve(TOKEN);
  metrics.watchJobs(() => Promise.resolve([{ name: 'sources.import', state: 'created', count: 3 }]));
  metrics.watch('cam_database_waiting', 'Work that waits.', () => 2);
  metrics.requestEnded({ method: 'GET', route: '/v1/tenants', status: 200, ms: 40 });
  metrics.requestEnded({ method: 'GET', route: undefined, status: 404, ms: 1 });
  metrics.jobEnded('sources.import', 'failed', 1500);

  const { status, type, body } = await ask(url, `Bearer ${TOKEN}`);

  expect([status, type]).toEqual([200, expect.stringContaining('text/plain; version=0.0.4')]);
  const value = (name: string, labels: Record<string, string>): string | undefined => valueOf(body, name, { ...labels, role: 'api' });
  const answered = { method: 'GET', route: '/v1/tenants', status: '200' };
  expect(value('cam_http_request_duration_seconds_count', answered)).toBe('1');
  expect(value('cam_http_request_duration_seconds_bucket', { ...answered, le: '0.025' })).toBe('0');
  expect(value('cam_http_request_duration_seconds_bucket', { ...answered, le: '0.05' })).toBe('1');
  expect(value('cam_http_request_duration_seconds_count', { method: 'GET', route: '', status: '404' })).toBe('1');
  expect(value('cam_job_duration_seconds_sum', { job: 'sources.import', outcome: 'failed' })).toBe('1.5');
  expect(value('cam_jobs', { job: 'sources.import', state: 'created' })).toBe('3');
  expect(value('cam_database_waiting', {})).toBe('2');
  expect(body).toContain('process_resident_memory_bytes');
});

it.each([[undefined], ['Bearer wrong'], [`Basic ${TOKEN}`], ['Bearer '], [`Bearer ${TOKEN}x`]])(
  'refuses the authorization %s',
  async (authorization) => {
    const { status, body } = await ask((await serve(TOKEN)).url, authorization);
    expect([status, body]).toEqual([401, '{}']);
  },
);

it('is no page without a token', async () => {
  expect((await ask((await serve(null)).url, 'Bearer ')).status).toBe(404);
});

it('forgets jobs that neither wait nor run any more', async () => {
  const { url, metrics } = await serve(TOKEN);
  let waiting = [{ name: 'reports.make', state: 'active', count: 1 }];
  metrics.watchJobs(() => Promise.resolve(waiting));
  expect((await ask(url, `Bearer ${TOKEN}`)).body).toContain('job="reports.make"');
  waiting = [];
  expect((await ask(url, `Bearer ${TOKEN}`)).body).not.toContain('job="reports.make"');
});
