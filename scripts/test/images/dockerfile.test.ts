import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import { DockerfileRun, type Stage } from './run-dockerfile';

const ROOT = join(__dirname, '../../..');

/** Installing and building, on a busy machine. ms */
const LONG = 1_800_000;

const folder = mkdtempSync(join(tmpdir(), 'cam-images-'));
let server: Stage;
let remote: Stage;

beforeAll(() => {
  const run = new DockerfileRun(ROOT, folder, { REMOTE: 'compliance' });
  server = run.make('server');
  remote = run.make('remote');
}, LONG);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function filesBelow(path: string): string[] {
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(path, join(entry.parentPath, entry.name)));
}

describe('server image', () => {
  it('contains the build and the server packages, but no sources, tests, demo or tools', () => {
    const files = filesBelow(join(server.root, 'app'));
    expect(files).toEqual(
      expect.arrayContaining(['server/dist/main.mjs', 'server/dist/pglite-worker.mjs', 'server/dist/aws-catalogue.json', 'host/dist/index.html']),
    );
    expect(files.filter((file) => !file.startsWith('node_modules/') && /\.tsx?$|\btest\b|demo-/.test(file))).toEqual([]);
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Record<string, { dev?: boolean }> };
    const installed = JSON.parse(readFileSync(join(server.root, 'app/node_modules/.package-lock.json'), 'utf8')) as { packages: object };
    expect(Object.keys(installed.packages).filter((path) => packages[path]?.dev)).toEqual([]);
    for (const tool of ['webpack', 'esbuild', 'typescript', 'jest', 'antd', 'react'])
      expect(existsSync(join(server.root, 'app/node_modules', tool))).toBe(false);
  });

  it('runs as an unprivileged user', () => expect(server.user).toBe('node'));
});

describe('area image', () => {
  it('contains the release and the publish script only, and runs as an unprivileged user', () => {
    const files = filesBelow(join(remote.root, 'app'));
    expect(files).toEqual(expect.arrayContaining(['release/remote.json', 'deploy/publish-remote.mjs', 'deploy/cli/cam.mjs']));
    expect(files.filter((file) => /\.tsx?$|node_modules/.test(file))).toEqual([]);
    expect(remote.user).toBe('node');
  });
});

describe('containers', () => {
  let child: ChildProcess;
  let env: NodeJS.ProcessEnv;
  const data = join(folder, 'data');

  beforeAll(async () => {
    const port = await freePort();
    env = {
      PATH: process.env.PATH,
      ...server.env,
      CAM_DATA: data,
      CAM_HOST: '127.0.0.1',
      PORT: String(port),
      CAM_URL: `http://127.0.0.1:${port}`,
      CAM_TENANT: 'main',
    };
    const [program = '', ...args] = server.command ?? [];
    child = spawn(program, args, { cwd: join(server.root, 'app'), env, stdio: 'ignore' });
    for (const started = Date.now(); Date.now() - started < 120_000 && inServer(server.healthcheck ?? []).status !== 0;) await delay(250);
  }, LONG);

  afterAll(async () => {
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('exit', resolve));
  });

  function inServer([program = '', ...args]: string[]): { status: number | null; output: string } {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: join(server.root, 'app'), env, encoding: 'utf8' });
    return { status, output: stdout + stderr };
  }

  it('serve the console and report their health', async () => {
    expect(inServer(server.healthcheck ?? [])).toEqual({ status: 0, output: '' });
    const page = await fetch(`${env.CAM_URL}/`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  });

  it('serve the console without the API, as a user that may write nothing and with the environment of the service', async () => {
    const compose = load(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), { schema: CORE_SCHEMA.withTags(mergeTag) }) as {
      services: { host: { environment: Record<string, string> } };
    };
    // Compose fills in the variables of .env, or their defaults.
    const environment = Object.fromEntries(
      Object.entries(compose.services.host.environment).map(([name, value]) => [name, value.replace(/\$\{\w+:-([^}]*)\}/, '$1')]),
    );
    const port = String(await freePort());
    chmodSync(folder, 0o755);
    const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
    const [program = '', ...args] = server.command ?? [];
    const cwd = join(server.root, 'app');
    const hostEnv = { PATH: process.env.PATH, ...server.env, ...environment, CAM_HOST: '127.0.0.1', PORT: port };
    const host = spawn(program, args, { cwd, env: hostEnv, stdio: 'ignore', ...nobody });
    const ended = new Promise((resolve) => host.once('exit', resolve));
    const [check = '', ...checkArgs] = server.healthcheck ?? [];
    const isHealthy = (): boolean => spawnSync(check, checkArgs, { cwd, env: hostEnv }).status === 0;
    for (const started = Date.now(); Date.now() - started < 60_000 && !isHealthy();) await delay(250);
    const page = await fetch(`http://127.0.0.1:${port}/alerts`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect((await fetch(`http://127.0.0.1:${port}/v1/tenants`)).status).toBe(404);
    host.kill('SIGTERM');
    expect(await ended).toBe(0);
  }, 120_000);

  it('report a process that does not answer as unhealthy', () => {
    const { status } = spawnSync(process.execPath, ['deploy/health.mjs'], { cwd: join(server.root, 'app'), env: { ...env, PORT: '9' } });
    expect(status).toBe(1);
  });

  it('create a tenant from the command line of the image', () => {
    const { status, output } = inServer(['node', 'deploy/cli/cam.mjs', 'tenants', 'create', 'acme']);
    expect([status, output]).toEqual([0, expect.stringContaining('acme')]);
  });

  it('publish an area with the token of that area only', () => {
    const tokens = join(folder, 'tokens');
    mkdirSync(tokens);
    writeFileSync(join(folder, 'password'), 'A long first password 1!\n');
    Object.assign(env, { CAM_ADMIN_EMAIL: 'admin@company.example', CAM_ADMIN_PASSWORD_FILE: join(folder, 'password') });
    const created = inServer(['node', 'deploy/publisher-tokens.mjs', tokens, 'compliance']);
    expect(created).toEqual({
      status: 0,
      output: 'Created the tenant main with the administrator admin@company.example\nCreated the token of compliance\n',
    });
    expect(inServer(['node', 'deploy/publisher-tokens.mjs', tokens, 'compliance'])).toEqual({ status: 0, output: '' });
    const file = join(tokens, 'compliance/token');
    expect(statSync(file).mode & 0o077).toBe(0);

    const [program = '', ...args] = remote.command ?? [];
    const publish = (token: string): { status: number | null; output: string } => {
      const environment = { PATH: process.env.PATH, ...remote.env, CAM_URL: env.CAM_URL, CAM_PUBLISHER_TOKEN_FILE: token };
      const { status, stdout, stderr } = spawnSync(program, args, { cwd: join(remote.root, 'app'), env: environment, encoding: 'utf8' });
      return { status, output: stdout + stderr };
    };
    const { version } = JSON.parse(readFileSync(join(remote.root, 'app/release/remote.json'), 'utf8')) as { version: string };
    expect(publish(file)).toEqual({ status: 0, output: expect.stringContaining(version) as string });
    expect(inServer(['node', 'deploy/cli/cam.mjs', 'remotes', 'why', 'compliance', '--tenant', 'main']).output).toContain(version);

    expect(inServer(['node', 'deploy/publisher-tokens.mjs', tokens, 'reports']).status).toBe(0);
    expect(publish(join(tokens, 'reports/token'))).toEqual({
      status: 1,
      output: expect.stringContaining('This token can publish reports only.') as string,
    });
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
