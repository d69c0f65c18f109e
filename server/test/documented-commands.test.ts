import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlannedMove } from '@cam/contracts';
import { zipFolder } from '../../scripts/cli/zip-folder';
import { copyPreparedData } from './support/prepared-data.cjs';
import { HOST_PROVIDES, startRegistryServer, type RegistryServer } from './support/registry-server';

const ROOT = join(__dirname, '../..');
const DAY = 86_400_000;
/** The dates of the page lie after this day. */
const WRITTEN = Date.parse('2026-11-25T00:00Z');

interface DocumentedCommand {
  section: string;
  text: string;
}

const PROGRAM = /^(?:\w+=\S+ )?(?:npm|npx|export|curl|docker|kubectl|helm|deploy\/\S+) ?/;

/** Returns the commands of a page in order: indented lines that begin with a program, with the lines that continue them. */
function commandsOf(page: string): DocumentedCommand[] {
  return readFileSync(join(ROOT, 'docs', page), 'utf8')
    .split(/^#{1,2} /m)
    .flatMap((part) => {
      const [section = '', ...lines] = part.split('\n');
      const text = lines.flatMap((line) => (line.startsWith('    ') ? [line.slice(4)] : [])).join('\n');
      return text
        .replace(/\\\n\s*/g, '')
        .split('\n')
        .flatMap((command) => (PROGRAM.test(command) ? [{ section, text: command }] : []));
    });
}

let server: RegistryServer;
let team: Server;
let folder: string;
let publisherToken = '';
let operator = '';
/** The `export` commands so far, by section: a reader types a section in one shell. */
let exported: string[] = [];

const OPENAPI = { openapi: '3.1.0', info: { title: 'Orders', version: '1' }, paths: {} };

beforeAll(async () => {
  folder = join(mkdtempSync(join(tmpdir(), 'cam-documented-')), 'work');
  mkdirSync(folder);
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(OPENAPI));
  team = createServer((_request, response) => response.end(JSON.stringify(OPENAPI)));
  await new Promise<void>((resolve) => team.listen(0, '127.0.0.1', resolve));
  server = await startRegistryServer({ CAM_BACK_END_NETWORKS: '127.0.0.0/8' });
  for (const tenant_id of ['acme', 'acme-test'])
    await server.callAsInstallation('POST /v1/operator/tenants', { body: { tenant_id, name: tenant_id } });
  operator = await server.operatorUser('ops@company.example', 'acme');
  await server.publish(operator, 'alerts', '1.3.0');
  await move('1.3.0');
}, 240_000);
afterAll(async () => {
  await server.stop();
  await new Promise((resolve) => team.close(resolve));
  rmSync(join(folder, '..'), { recursive: true, force: true });
});

/** Returns a command with the values of this installation in place of those that the page makes up. */
function filledIn(text: string): string {
  const { port } = team.address() as AddressInfo;
  return text
    .replace('https://cam.example.com', server.url)
    .replace('camp_...', publisherToken)
    .replace('https://orders.example.com/api', `http://127.0.0.1:${port}/api`)
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\dZ/g, (time) => new Date(Date.parse(time) + Math.floor((Date.now() - WRITTEN) / DAY) * DAY).toISOString());
}

/** Runs a command as a reader does who works in a folder beside the checkout. Throws what it printed if it fails. */
function run(command: string, env: Record<string, string>): Promise<string> {
  const script = ['npm() { command npm --silent --prefix "$CAM" "$@"; }', ...exported, command].join('\n');
  return new Promise((resolve, reject) => {
    const shell = spawn('bash', ['-eu', '-o', 'pipefail', '-c', script], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, HOME: process.env.HOME, CAM: ROOT, INIT_CWD: folder, ...env },
    });
    let output = '';
    for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    shell.once('close', (code) => (code === 0 ? resolve(output) : reject(new Error(`${command}\nended with ${code}:\n${output}`))));
  });
}

/** Moves the stable channel, as another operator than the one of the command line. */
async function move(version: string): Promise<void> {
  const path = { id: 'alerts' as const, channel: 'stable' as const };
  const answer = await server.call('PUT /v1/remotes/{id}/channels/{channel}', { path, body: { version } }, operator);
  if (answer.status >= 300) throw new Error(`no move to ${version}: ${answer.error.user_message}`);
}
const plans = async (): Promise<PlannedMove[]> =>
  (await server.call('GET /v1/remotes/{id}/delivery', { path: { id: 'alerts' } }, operator)).body.plans;
const openPlan = async (state: PlannedMove['state']): Promise<string> => (await plans()).find((plan) => plan.state === state)?.plan_id ?? '';
const rules = (staging: boolean, approval: boolean) =>
  server.call('PUT /v1/remotes/{id}/delivery', { path: { id: 'alerts' }, body: { staging, approval } }, operator);

/** Asks, as another operator, for an approval of a release, and returns the plan that waits for it. */
async function requested(): Promise<string> {
  await rules(false, false);
  await move('1.3.0');
  await rules(true, true);
  const path = { id: 'alerts' as const, channel: 'stable' as const };
  await server.call('POST /v1/remotes/{id}/channels/{channel}/plans', { path, body: { version: '1.4.0' } }, operator);
  return openPlan('approval');
}

/** Serves a host with the shared modules that a release was built with, as the console of the same checkout does. */
function serveHostFor(release: string): void {
  const { shared } = JSON.parse(readFileSync(join(release, 'mf-manifest.json'), 'utf8')) as { shared: { name: string; version: string }[] };
  server.serveHost('1.0.0', { ...HOST_PROVIDES, ...Object.fromEntries(shared.map(({ name, version }) => [name, version])) });
}

/** Prepares what the commands that begin so need. Each returns the text that stands for the word in capitals. */
const PREPARED: readonly [string, () => Promise<string | void>][] = [
  ['npm run cam -- remotes can-i-deploy', async () => serveHostFor(join(folder, 'release'))],
  ['curl -X POST', async () => writeFileSync(join(folder, 'release.zip'), await zipFolder(join(folder, 'release')))],
  ['npm run cam -- remotes promote', () => move('1.3.0')],
  ['npm run cam -- remotes plan approve', requested],
  ['npm run cam -- remotes plan decline', requested],
  [
    'npm run cam -- remotes channel alerts stable 1.4.0 --ring early --percent 100 --at',
    async () => {
      await rules(false, false);
      await move('1.3.0');
    },
  ],
  ['npm run cam -- remotes plan cancel', () => openPlan('scheduled')],
  ['npm run cam -- remotes freeze end', async () => (await server.call('GET /v1/remotes/freezes', {}, operator)).body.freezes[0]?.freeze_id],
];

/** Runs the commands of a page in order, each section in a shell of its own. Returns how many there were. */
async function runAll(page: string, runOne: (text: string) => Promise<void>): Promise<number> {
  let current = '';
  const all = commandsOf(page);
  for (const { section, text } of all) {
    if (section !== current) exported = [];
    current = section;
    if (text.startsWith('export ')) exported.push(filledIn(text));
    else await runOne(text);
  }
  return all.length;
}

it('docs/publishing.md holds commands that all work, in this order', async () => {
  const count = await runAll('publishing.md', async (text) => {
    const value = await PREPARED.find(([beginning]) => text.startsWith(beginning))?.[1]();
    const command = filledIn(text).replace(/\b(?:PLAN|WINDOW)\b/, value ?? '');
    // A pipeline has the address and a token, an operator the data folder.
    const output = await run(command, exported.some((line) => line.includes('CAM_URL')) ? {} : { CAM_DATA: server.dataDir });
    expect({ command, output }).not.toMatchObject({ output: expect.stringContaining('user_message') });
    publisherToken = /\bcamp_[\w-]+/.exec(output)?.[0] ?? publisherToken;
  });
  expect(count).toBeGreaterThan(30);
  expect((await server.call('GET /v1/remotes/freezes', {}, operator)).body.freezes).toHaveLength(1);
}, 600_000);

/** They need containers or a cluster. scripts/test runs the script, the steps of the images and the templates of the chart. */
const NEEDS_CONTAINERS = /^(?:deploy\/make-secrets\.sh$|docker compose up|kubectl create secret|helm install)/;
/** A command line in a container of the installation. */
const IN_CONTAINER = /^docker compose (?:exec|run --rm) .* api node deploy\/cli\/cam\.mjs/;

it('docs/deployment.md holds commands of the command line that all work', async () => {
  await server.operatorUser('admin@company.example', 'acme');
  const stopped = await copyPreparedData('installation');
  const ran: string[] = [];
  await runAll('deployment.md', async (text) => {
    if (NEEDS_CONTAINERS.test(text)) return;
    const command = text
      .replace(IN_CONTAINER, 'npm run cam --')
      .replace('NAME', 'beta')
      .replace('/srv/new', join(folder, 'new'))
      .replace('/backups', folder);
    await run(command, { CAM_DATA: /backup|restore/.test(command) ? stopped.dataDir : server.dataDir });
    ran.push(/ cam -- (\S+)/.exec(command)?.[1] ?? command);
  });
  stopped.remove();
  expect(ran).toEqual(['users', 'tenants', 'backup', 'restore', 'backup']);
}, 240_000);
