import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { dice } from './support/differential';
import { DEMO_PASSWORD, startServer, type ServerProcess } from './support/server-process.cjs';

let server: ServerProcess;
beforeAll(async () => {
  server = await startServer({}, { data: 'console' });
  // The helpers of the tests read the address of the server when they load.
  process.env.CAM_TEST_URL = server.url;
}, 240_000);
afterAll(() => server.stop());

it('the log names who signed in and why others were refused, without their passwords', async () => {
  const { signIn, startSignIn, submit } = await import('./support/visitor');
  expect((await submit(await startSignIn(), 'admin@demo.example', 'Wrong-password-1')).status).toBe(401);
  await signIn('admin@demo.example', DEMO_PASSWORD);
  const log = server.log();
  expect(log).toMatch(/"user":"[0-9a-f-]{36}","address":"127\.0\.0\.1","msg":"signed in"/);
  expect(log).toMatch(/"reason":"wrong","address":"127\.0\.0\.1","msg":"sign-in refused"/);
  expect(log).not.toMatch(/Wrong-password|Demo-password/);
});

it('over HTTPS, all cookies are Secure, and that of the session has the prefix __Host-', async () => {
  const origin = 'https://cam.example';
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((closed) => probe.close(closed));
  const secure = await startServer({ CAM_PUBLIC_URL: origin, PORT: String(port) }, { data: 'console' });
  const cookies = new Map<string, string>();
  const lines: string[] = [];
  const open = async (path: string, form?: Record<string, string>): Promise<string> => {
    const response = await fetch(new URL(path, origin).href.replace(origin, `http://127.0.0.1:${port}`), {
      method: form ? 'POST' : 'GET',
      body: form && new URLSearchParams(form),
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      redirect: 'manual',
    });
    for (const line of response.headers.getSetCookie()) {
      lines.push(line);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return response.headers.get('location') ?? '';
  };
  try {
    const code_challenge = createHash('sha256').update('v'.repeat(43)).digest('base64url');
    const asked = { response_type: 'code', client_id: 'cam-console', scope: 'openid', redirect_uri: `${origin}/authorize/idn`, state: 's' };
    const form = await open(`/identity/auth?${new URLSearchParams({ ...asked, code_challenge, code_challenge_method: 'S256' })}`);
    const signedIn = await open(form, { email: 'admin@demo.example', password: DEMO_PASSWORD });
    expect(await open(signedIn)).toContain(`${origin}/authorize/idn?code=`);
  } finally {
    await secure.stop();
  }
  expect(lines.filter((line) => !/; secure/i.test(line) || !/; httponly/i.test(line))).toEqual([]);
  const session = lines.filter((line) => line.startsWith('__Host-cam_idp_session='));
  expect(session.length).toBeGreaterThan(0);
  expect(session.filter((line) => !/; path=\/(?:;|$)/i.test(line) || /; domain=/i.test(line))).toEqual([]);
}, 180_000);

it('the sign-in withstands parallel guesses, used codes and tokens, and changed parameters', async () => {
  const { signInRaces } = await import('../../scripts/attack/sign-in');
  const { Attacked } = await import('../../scripts/attack/attacked');
  const attacked = new Attacked(server.url);
  const target = { attacked, email: 'admin@demo.example', password: DEMO_PASSWORD };
  const { findings } = await signInRaces.run(target, { tries: 160, seed: 1, dice: dice(1), hang: null });
  attacked.close();
  expect(findings).toEqual([]);
}, 240_000);
