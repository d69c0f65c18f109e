import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders, type RequestOptions } from 'node:http';
import { connect, type SecureClientSessionOptions } from 'node:http2';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRegistryServer, type RegistryServer } from './support/registry-server';
import { until } from './support/until';

const SHIPPED = join(__dirname, '../../deploy/nginx');
const nginx = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'].find((file) => existsSync(file));
if (!nginx) console.warn('nginx is not on this machine: the configuration of the edge is not tried (apt-get install nginx)');

let server: RegistryServer;
let operator: string;
let folder: string;
let child: ChildProcess;
let plain: number;
let tls: number;

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends the path unchanged; `fetch` would normalise it. */
function get(port: number, path: string, headers: Record<string, string> = {}, options: RequestOptions = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const clientRequest = request({ host: '127.0.0.1', port, path, headers, ...options }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }));
    });
    clientRequest.on('error', reject).end();
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

/** Returns the shipped configuration with this machine's ports, addresses and certificate, and no other change. */
async function startEdge(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'cam-edge-'));
  cpSync(SHIPPED, folder, { recursive: true });
  // When the tests run as root, nginx runs its workers as another user.
  chmodSync(folder, 0o777);
  [plain, tls] = [await freePort(), await freePort()];
  execFileSync('openssl', 'req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -keyout key.pem -out cert.pem'.split(' '), {
    cwd: folder,
    stdio: 'ignore',
  });
  const change = (file: string, ...changes: [string | RegExp, string][]): void => {
    const text = readFileSync(join(folder, file), 'utf8');
    writeFileSync(
      join(folder, file),
      changes.reduce((now, [from, to]) => now.replaceAll(from, to), text),
    );
  };
  change(
    'listen.conf',
    ['listen 8080', `listen 127.0.0.1:${plain}`],
    ['listen 8443', `listen 127.0.0.1:${tls}`],
    ['/run/secrets/tls_certificate', join(folder, 'cert.pem')],
    ['/run/secrets/tls_key', join(folder, 'key.pem')],
  );
  const own = new URL(server.url).host.replace('localhost', '127.0.0.1');
  change('upstreams.conf', ['host:8080', own], ['api:8080', own], ['reports:30103', own]);
  change('nginx.conf', [/\/tmp\//g, `${folder}/`], ['/dev/stdout', join(folder, 'access.log')]);
  child = spawn(nginx as string, ['-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await until('nginx answers', async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${output}`);
    return get(plain, '/healthz').then(
      ({ status }) => status === 200,
      () => false,
    );
  });
}

const withNginx = nginx ? describe : describe.skip;

withNginx('the edge with the shipped nginx configuration', () => {
  beforeAll(async () => {
    server = await startRegistryServer();
    operator = await server.tokenFor({ tenant: 'demo' });
    await server.publish(operator, 'settings', '2.0.0');
    await server.point(operator, 'settings', '2.0.0');
    await startEdge();
  }, 240_000);
  afterAll(async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('serves the compressed files of a release, cacheable for a year, separately for each encoding', async () => {
    const path = '/r/settings/2.0.0/remoteEntry.1.js';
    const forms = await Promise.all(['br', 'gzip', 'identity'].map((encoding) => get(plain, path, { 'accept-encoding': encoding })));
    for (const { status, headers } of forms) {
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'text/javascript; charset=utf-8',
        'x-content-type-options': 'nosniff',
      });
      expect(headers.vary?.toLowerCase()).toContain('accept-encoding');
    }
    // This test's release has gzip copies only.
    expect(forms.map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip', undefined]);
    const again = await get(plain, path, { 'accept-encoding': 'gzip' });
    expect(again.body.equals(forms[1]?.body ?? Buffer.alloc(0))).toBe(true);
  });

  it('answers a plain 404 for an unknown file and for a path outside the site', async () => {
    for (const path of [
      '/r/settings/2.0.0/none.js',
      '/r/../../',
      '/r/../../etc/passwd',
      '/r/%2e%2e/%2e%2e/operator.key',
      '/r/settings/2.0.0/..%2f..%2foperator.key',
    ]) {
      const { status, headers, body } = await get(plain, path);
      expect(`${path} ${status}`).toBe(`${path} 404`);
      expect(headers['content-type']).not.toContain('html');
      expect(headers['cache-control']).toBe('no-store');
      expect(body.toString()).not.toContain('root:');
    }
  });

  it('passes on compressed API responses, which are not cacheable by proxies', async () => {
    const { status, headers } = await get(plain, '/v1/openapi.json', { 'accept-encoding': 'gzip, br' });
    expect(status).toBe(200);
    expect(headers['content-encoding']).toBe('br');
    const view = await get(plain, '/v1/remotes', { authorization: `Bearer ${operator}` });
    expect(view.headers['cache-control']).toBe('private, no-cache');
    expect((await get(plain, '/v1/remotes')).status).toBe(401);
  });

  it('passes on the calls of providers and assistants, which are no calls of the contract', async () => {
    expect((await get(plain, '/scim/v2/Users')).headers['content-type']).toContain('application/scim+json');
    for (const path of ['/.well-known/oauth-protected-resource/v1/mcp', '/.well-known/oauth-authorization-server', '/oauth/token']) {
      const { headers } = await get(plain, path);
      expect([path, headers['content-type']]).toEqual([path, 'application/json; charset=utf-8']);
    }
  });

  it('accepts TLS and HTTP/2', async () => {
    const session = connect(`https://127.0.0.1:${tls}`, { rejectUnauthorized: false } as SecureClientSessionOptions);
    const status = await new Promise<number>((resolve, reject) => {
      session.on('error', reject);
      session
        .request({ ':path': '/healthz' })
        .on('response', (headers) => resolve(Number(headers[':status'])))
        .end();
    });
    session.close();
    expect(status).toBe(200);
  });

  it('passes on server-sent events without buffering', async () => {
    const first = await new Promise<string>((resolve, reject) => {
      const eventRequest = request(
        { host: '127.0.0.1', port: plain, path: '/v1/remotes/events', headers: { authorization: `Bearer ${operator}` } },
        (response) => {
          let text = '';
          response.on('data', (chunk: Buffer) => {
            text += chunk.toString();
            if (!text.includes('event: current')) return;
            eventRequest.destroy();
            resolve(text);
          });
        },
      );
      eventRequest.on('error', reject).end();
    });
    expect(first).toContain('"revision"');
  });

  it('writes no query strings to its log', async () => {
    await get(plain, '/dashboard?looking-for=somebody');
    const read = (): string => readFileSync(join(folder, 'access.log'), 'utf8');
    // nginx writes a line once it has sent the answer.
    await until('the log has a line', () => read().includes('GET /dashboard'));
    const log = read();
    expect(log).not.toContain('somebody');
  });

  it('serves release files while the API is down, and answers API calls with a JSON 503', async () => {
    const path = '/r/settings/2.0.0/remote.json';
    expect((await get(plain, path)).status).toBe(200);
    await server.stop();
    expect((await get(plain, path)).status).toBe(200);
    const { status, headers, body } = await get(plain, '/v1/tenants');
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    expect(JSON.parse(body.toString())).toMatchObject({ code: 'AWAY', user_message: expect.stringMatching(/\S/) });
    server.stop = async () => undefined;
  });
});

describe('the server without an edge', () => {
  it('answers a plain 404 for a path outside the site', async () => {
    const { port } = new URL(process.env.CAM_TEST_URL ?? '');
    for (const path of ['/r/../../', '/r/../../etc/passwd', '/r/..%2f..%2foperator.key']) {
      const { status, headers } = await get(Number(port), path);
      expect(`${path} ${status}`).toBe(`${path} 404`);
      expect(headers['content-type']).not.toContain('html');
    }
  });
});
