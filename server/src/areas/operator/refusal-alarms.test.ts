import { pino } from 'pino';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../../platform/http/app';
import { ApiError } from '../../platform/http/errors';
import type { Mail } from '../notifications';
import { watchRefusals } from './refusal-alarms';

let app: FastifyInstance;
let mails: Mail[];
let alarms: Record<string, unknown>[];
beforeEach(async () => {
  mails = [];
  alarms = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void alarms.push(JSON.parse(line) as Record<string, unknown>) });
  app = createApp(log, { publicUrl: 'https://cam.example' });
  const sendMail = async (mail: Mail) => (mails.push(mail), { sent: false as const, later: true, message: 'The mail server is away' });
  watchRefusals(app, { log, sendMail, signInPath: '/identity', publicUrl: 'https://cam.example' });
  app.get('/v1/:status', async (request) => {
    request.principal = { tenantId: 'demo', email: '<eve>@demo.example', rights: [], userSource: 'COGNITO', expiresAt: Infinity };
    throw new ApiError(Number((request.params as { status: string }).status), 'NO', 'No.');
  });
  app.post('/identity/sign-in/:uid', async (_request, reply) => reply.code(401).send('wrong'));
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => app.close());

const times = async (count: number, method: 'GET' | 'POST', url: string): Promise<void> => {
  for (let index = 0; index < count; index += 1) await (await fetch(new URL(url, app.listeningOrigin), { method })).text();
};

it('tells the operator once about a user without the right who tries again and again', async () => {
  await times(29, 'GET', '/v1/403');
  expect(mails).toEqual([]);
  await times(40, 'GET', '/v1/403');
  expect(mails.map(({ subject }) => subject)).toEqual(['CAM: 30 calls without the right from demo <eve>@demo.example']);
  expect(mails[0]?.text).toContain('https://cam.example');
  expect(mails[0]?.html).not.toContain('<eve>');
  expect(alarms[0]).toMatchObject({ msg: 'security alarm', kind: 'right', who: 'demo <eve>@demo.example', count: 30 });
  expect(alarms[1]).toMatchObject({ msg: 'the mail about a security alarm was not accepted', message: 'The mail server is away' });
});

it('tells about an address that fails to sign in, and of calls beyond the limit', async () => {
  await times(20, 'POST', '/identity/sign-in/1');
  await times(30, 'GET', '/v1/429');
  expect(alarms.filter(({ msg }) => msg === 'security alarm')).toMatchObject([
    { kind: 'sign-in', who: '127.0.0.1', count: 20 },
    { kind: 'limit', count: 30 },
  ]);
});

it('is silent about answers and mistakes, however many', async () => {
  for (const status of [404, 409, 422, 500]) await times(40, 'GET', `/v1/${status}`);
  expect(alarms.filter(({ msg }) => msg === 'security alarm')).toEqual([]);
});
