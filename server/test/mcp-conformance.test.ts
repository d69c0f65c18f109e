import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { npmTool } from '../../scripts/test/npm-tool.cjs';
import { api, createTenant, serverUrl, type TestTenant } from './support/client';
import { freePort } from './support/receivers';

/** The protocol's own scenarios (MIT). They need Node.js 22. */
const kit = npmTool('@modelcontextprotocol/conformance', '0.2.0-alpha.12');
const modern = process.versions.node.startsWith('20.') ? npmTool(`node-${process.platform}-${process.arch}`, '24.21.0') : null;
const node = modern === null ? process.execPath : join(modern, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node');
const canRun = kit !== null && (modern !== null || !process.versions.node.startsWith('20.'));

/** Time for all scenarios of one revision, ms. */
const PATIENT = 240_000;

/** Scenarios that ask for something which a server with tools that read does not have, by their reason. A scenario that passes does not belong here. */
const NOT_OURS: Readonly<Record<string, readonly string[]>> = {
  'no tool of CAM asks the user of the assistant something': [
    ...['tools-call-elicitation', 'elicitation-sep1034-defaults', 'elicitation-sep1330-enums', 'input-required-result-basic-elicitation'],
    ...['input-required-result-multiple-input-requests', 'input-required-result-multi-round', 'input-required-result-result-type'],
    ...['input-required-result-non-tool-request', 'input-required-result-request-state', 'input-required-result-tampered-state'],
    'input-required-result-capability-check',
  ],
  'no tool of CAM uses the model or the folders of the assistant': [
    ...['tools-call-sampling', 'input-required-result-basic-sampling', 'input-required-result-basic-list-roots'],
  ],
  'results of CAM are texts and structured content': [
    ...['tools-call-image', 'tools-call-audio', 'tools-call-embedded-resource', 'tools-call-mixed-content', 'resources-read-binary'],
    ...['prompts-get-embedded-resource', 'prompts-get-with-image'],
  ],
  'CAM answers each message with one message, and sends none of its own': [
    ...['tools-call-with-logging', 'tools-call-with-progress', 'logging-set-level', 'resources-subscribe', 'resources-unsubscribe'],
  ],
  'CAM offers no completion of arguments, and says so': ['completion-complete'],
  'CAM has no resource with parameters': ['resources-templates-read'],
  'no tool of CAM takes parameters from headers': ['http-custom-header-server-validation'],
  'the scenario wants the schema of a tool of its own': ['json-schema-2020-12'],
};

/** Checks within scenarios that need tools of the kit or notifications, which CAM does not have. */
const NOT_OURS_WITHIN: Readonly<Record<string, readonly string[]>> = {
  'server-stateless': [
    ...['sep-2575-server-rejects-undeclared-capability', 'sep-2575-missing-capability-http-400'],
    ...['sep-2575-http-server-no-independent-requests-on-stream', 'sep-2575-server-no-log-without-loglevel'],
    // CAM promises no notifications, and refuses subscriptions with another error than the kit expects.
    ...['sep-2575-server-sends-subscription-ack', 'sep-2575-server-tags-subscription-id'],
  ],
};

/** The tools, prompts and resources of CAM that stand for those of the kit. */
const STAND_INS: Readonly<Record<string, { name: string; arguments?: (given: Record<string, string>) => Record<string, unknown> }>> = {
  test_simple_text: { name: 'find_entities', arguments: () => ({ text: 'a' }) },
  test_error_handling: { name: 'query', arguments: () => ({ query: 'usr with-access' }) },
  test_simple_prompt: { name: 'quarterly_review' },
  test_prompt_with_arguments: { name: 'why_access', arguments: ({ arg1, arg2 }) => ({ identity: arg1, resource: arg2 }) },
  'test://static-text': { name: 'cam://language' },
};

interface Check {
  id: string;
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  errorMessage?: string;
}

let tenant: TestTenant;
let proxy: Server;
let address: string;

beforeAll(async () => {
  tenant = await createTenant();
  await api('PUT /v1/mcp/settings', { body: { enabled: true } }, tenant.token);
  const body = { name: 'conformance', kind: 'PERSONAL' as const, scopes: ['cam:general:read' as const], days: 1 };
  const { token } = (await api('POST /v1/tokens', { body }, tenant.token)).body;
  // The kit sends no token, and knows the names of its own tools alone.
  proxy = createServer((incoming, outgoing) => {
    void buffer(incoming).then((received) => {
      const { content, headers } = translated(received, incoming.headers);
      const { hostname, port } = new URL(serverUrl);
      const options = { hostname, port, method: incoming.method, path: incoming.url, headers: { ...headers, authorization: `Bearer ${token}` } };
      forward(options, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      }).end(content);
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => proxy.once('listening', resolve));
  address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterAll(() => proxy.close());

/** Returns a message of the kit with the names of CAM. Its own origin is that of the console, as behind any proxy. */
function translated(received: Buffer, { 'content-length': _length, 'transfer-encoding': _encoding, ...headers }: IncomingHttpHeaders) {
  const known = STAND_INS[String(headers['mcp-name'])];
  const passed = { ...headers, ...(known ? { 'mcp-name': known.name } : {}) };
  const { port } = new URL(address);
  if (passed.origin && new URL(passed.origin).port === port) passed.origin = new URL(serverUrl).origin;
  let message: { params?: { name?: string; uri?: string; arguments?: Record<string, string> } };
  try {
    message = JSON.parse(received.toString()) as typeof message;
  } catch {
    return { content: received, headers: passed };
  }
  const { params } = message;
  const standIn = STAND_INS[params?.name ?? params?.uri ?? ''];
  if (params && standIn) {
    if (params.uri === undefined) params.name = standIn.name;
    else params.uri = standIn.name;
    if (standIn.arguments) params.arguments = standIn.arguments(params.arguments ?? {}) as Record<string, string>;
  }
  return { content: Buffer.from(JSON.stringify(message)), headers: passed };
}

/** Runs the kit. @param onOutput told of all output so far @returns the checks of each scenario */
async function run(args: string[], onOutput: (output: string) => void = () => undefined): Promise<Map<string, Check[]>> {
  const folder = mkdtempSync(join(tmpdir(), 'cam-conformance-'));
  try {
    const child = spawn(node, [join(kit ?? '', 'dist/index.js'), ...args, '--output-dir', folder]);
    let output = '';
    const collect = (part: Buffer): void => onOutput((output += part.toString()));
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    await new Promise((resolve) => child.once('close', resolve));
    const found = new Map<string, Check[]>();
    for (const name of readdirSync(folder).sort()) {
      const scenario = name.replace(/^(?:authorization-)?server-(.*)-\d{4}-\d{2}-\d{2}T.*$/, '$1');
      found.set(scenario, JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')) as Check[]);
    }
    if (found.size === 0) throw new Error(`the kit wrote no results: ${output}`);
    return found;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const failuresOf = (checks: readonly Check[]): string[] => checks.filter(({ status }) => status === 'FAILURE').map(({ id }) => id);

(canRun ? describe : describe.skip)('the public scenarios of the protocol', () => {
  it.each([
    ['2025-06-18', 10],
    ['2025-11-25', 11],
    ['2026-07-28', 14],
  ] as const)(
    'pass in the revision %s, except those for other servers',
    async (version, atLeast) => {
      const results = await run(['server', '--url', `${address}/v1/mcp`, '--suite', 'all', '--spec-version', version]);
      const others = Object.values(NOT_OURS).flat();
      const failed = [...results].flatMap(([scenario, checks]) => {
        const allowed = NOT_OURS_WITHIN[scenario] ?? [];
        const failures = failuresOf(checks).filter((id) => !allowed.includes(id));
        return failures.length > 0 ? [scenario] : [];
      });
      expect(failed.sort()).toEqual([...results.keys()].filter((scenario) => others.includes(scenario)).sort());
      const passed = [...results].filter(([scenario, checks]) => !failed.includes(scenario) && checks.some(({ status }) => status === 'SUCCESS'));
      expect(passed.length).toBeGreaterThanOrEqual(atLeast);
    },
    PATIENT,
  );

  it(
    'pass for the sign-in: the metadata, and the whole grant of a code',
    async () => {
      const port = await freePort();
      const registered = await fetch(`${serverUrl}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_name: 'Conformance', redirect_uris: ['http://127.0.0.1/callback'] }),
      });
      const { client_id } = (await registered.json()) as { client_id: string };
      let isAllowed = false;
      /** Allows the request when the kit shows its address, as a user would. */
      const allow = (output: string): void => {
        const asked = /^\S+\/connect-assistant\?\S+/m.exec(output)?.[0];
        if (isAllowed || asked === undefined) return;
        isAllowed = true;
        const body = { ...Object.fromEntries(new URL(asked).searchParams), scopes: ['cam:general:read' as const] };
        void api('POST /v1/oauth/requests', { body }, tenant.token).then((answer) => fetch(answer.body.redirect));
      };
      const args = ['authorization', '--url', serverUrl, '--client-id', client_id, '--resource', `${serverUrl}/v1/mcp`, '--port', String(port)];
      const results = await run(args, allow);
      expect([...results.keys()].sort()).toEqual(['authorization-code-grant', 'authorization-server-metadata-endpoint']);
      for (const [scenario, checks] of results) {
        expect([scenario, checks.filter(({ status }) => status === 'FAILURE')]).toEqual([scenario, []]);
        expect([scenario, checks.some(({ status }) => status === 'SUCCESS')]).toEqual([scenario, true]);
      }
    },
    PATIENT,
  );
});
