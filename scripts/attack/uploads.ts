import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dump, user } from '../../server/test/support/aws-account';
import { until } from '../../server/test/support/until';
import { ARCHIVES, MARKER } from './archives';
import type { Instance } from './instance';
import { Findings, type Suite } from './suite';

const NAME = 'uploads';
const CALL = 'PUT /v1/policy-reader/bundles/{cloud_type}/{account_id}';
/** Time in which a hostile upload must be refused or ended, ms. */
const ENDED = 60_000;
/** A bomb must be refused within this time, ms. */
const DEFUSED = 2000;
/**
 * A call beside a hostile upload must be answered within this time, ms. On a machine that is busy with other work, it may take some times as long as the
 * slowest of the calls before the upload, up to the most.
 */
const BESIDE = { least: 200, timesUsual: 3, most: 1000 };
/** Calls before each upload, which show how busy the machine is. */
const USUAL_CALLS = 10;

/** Uploads archives that harm careless programs. The server must name the problem, write nothing elsewhere, and go on answering meanwhile. */
export const uploads: Suite<Instance> = {
  name: NAME,
  summary: 'bombs, traversal, links, nested, encrypted and cut archives, and wrong types',
  tries: 40,
  run: async (instance, { tries, hang }) => {
    const findings = new Findings(NAME);
    const names = Object.keys(ARCHIVES).slice(0, tries);
    const seen: Seen[] = [];
    for (const [index, name] of names.entries()) seen.push(await upload(instance, name, String(500_000_000_000 + index), hang, findings));
    await wrongAccounts(instance, findings);
    await stillImports(instance, findings);
    const figures = seen
      .filter(({ name }) => name.includes('bomb'))
      .map(
        ({ name, bytes, ms, beside }) =>
          `${name}: ${(bytes / 1024 / 1024).toFixed(1)} MB, refused after ${ms} ms, slowest call beside it ${beside} ms`,
      );
    return { tries: names.length + 6, findings: findings.all, figures };
  },
};

/** An upload, the time until it was refused or its import ended, and the slowest call meanwhile, both ms. */
interface Seen {
  name: string;
  bytes: number;
  ms: number;
  beside: number;
}

async function upload(
  { attacked, platform, attacker, server }: Instance,
  name: string,
  account: string,
  hang: number | null,
  findings: Findings,
): Promise<Seen> {
  const { content, type, isRefused } = await (ARCHIVES[name] as (typeof ARCHIVES)[string])();
  const authorization = `Bearer ${platform.token(attacker)}`;
  const path = `/v1/policy-reader/bundles/AWS/${account}?name=${encodeURIComponent(name)}`;
  const usual = await slowestCall(attacked, authorization, USUAL_CALLS);
  const limit = Math.min(BESIDE.most, Math.max(BESIDE.least, usual * BESIDE.timesUsual));
  const beside = watchBeside(attacked, authorization);
  const began = performance.now();
  const sent = await attacked.send({ method: 'PUT', path, headers: { authorization, 'content-type': type }, body: content });
  let ms = Math.round(performance.now() - began);
  const request = { name, bytes: content.length };
  findings.expect(sent.status > 0 && sent.status < 500, 'an upload failed or got no answer', CALL, request, { status: sent.status, text: sent.text });
  if (sent.status === 202) {
    const { account: source } = JSON.parse(sent.text) as { account: { uid: string } };
    const ended = await until('the import has ended', () => progressOf(attacked, authorization, source.uid), { within: ENDED }).catch(() => null);
    findings.expect(ended !== null, 'an import did not end', CALL, request, { within: ENDED });
    ms = Math.round(performance.now() - began);
    if (hang !== null && name.includes('bomb')) findings.expect(ms < DEFUSED, `a bomb was not refused within ${DEFUSED} ms`, CALL, request, { ms });
    if (ended && isRefused) {
      findings.expect(ended.messages.length > 0, 'a hostile archive was accepted without a message', CALL, request, ended);
      findings.expect(
        ended.messages.every(({ message }) => !/\bat .*:\d+:\d+|ENOENT|Error:/.test(message)),
        'a message shows the insides of the server',
        CALL,
        request,
        ended,
      );
    }
  }
  const slowest = await beside.stop();
  const seen = { slowest: Math.round(slowest), usual: Math.round(usual) };
  if (hang !== null) findings.expect(slowest < limit, `calls beside an upload took longer than ${Math.round(limit)} ms`, CALL, request, seen);
  const written = [...escaped(tmpdir()), ...escaped('/tmp'), ...escaped(process.cwd()), ...escaped(server.dataDir), ...escaped('/')];
  findings.expect(written.length === 0, 'an archive wrote a file elsewhere', CALL, request, { written });
  return { name, bytes: content.length, ms, beside: seen.slowest };
}

interface Progress {
  progress: number;
  messages: { message: string }[];
}

async function progressOf(attacked: Instance['attacked'], authorization: string, uid: string): Promise<Progress | null> {
  const { text } = await attacked.send({ method: 'GET', path: '/v1/calendar/progress', headers: { authorization } });
  const { sources = [] } = JSON.parse(text) as { sources?: (Progress & { uid: string })[] };
  const source = sources.find((one) => one.uid === uid);
  return source?.progress === 100 ? source : null;
}

/** Makes calls one after another and returns how long the slowest answer took, ms. */
async function slowestCall(attacked: Instance['attacked'], authorization: string, calls: number): Promise<number> {
  let slowest = 0;
  for (let call = 0; call < calls; call += 1) {
    const { ms } = await attacked.send({ method: 'GET', path: '/v1/tenants/featureflags', headers: { authorization } });
    slowest = Math.max(slowest, ms);
  }
  return slowest;
}

/** Calls the server all the time and returns how long the slowest answer took. */
function watchBeside(attacked: Instance['attacked'], authorization: string): { stop: () => Promise<number> } {
  let isOver = false;
  let slowest = 0;
  const watching = (async () => {
    while (!isOver) {
      slowest = Math.max(slowest, await slowestCall(attacked, authorization, 1));
      await new Promise((later) => setTimeout(later, 50));
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await watching;
      return slowest;
    },
  };
}

function escaped(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.includes(MARKER))
    .map((name) => join(folder, name));
}

/** Paths and content types that no upload has. */
async function wrongAccounts({ attacked, platform, attacker }: Instance, findings: Findings): Promise<void> {
  const authorization = `Bearer ${platform.token(attacker)}`;
  const tries: [string, string][] = [
    ['AWS/..%2f..%2fx', 'application/zip'],
    ['AWS/%00', 'application/zip'],
    ['AWS/111122223333?taken_at=2026-02-30T00:00:00Z', 'application/json'],
    ['AWS/111122223333?file=..%2f..%2fetc%2fpasswd', 'application/json'],
    ['NONE/111122223333', 'application/zip'],
  ];
  for (const [path, type] of tries) {
    const hit = await attacked.send({
      method: 'PUT',
      path: `/v1/policy-reader/bundles/${path}`,
      headers: { authorization, 'content-type': type },
      body: '{}',
    });
    findings.expect(
      hit.status > 0 && hit.status < 500,
      'an upload to a wrong address failed',
      CALL,
      { path, type },
      { status: hit.status, text: hit.text },
    );
  }
}

/** After all of this, an honest bundle is imported as ever. */
async function stillImports({ attacked, platform, attacker }: Instance, findings: Findings): Promise<void> {
  const authorization = `Bearer ${platform.token(attacker)}`;
  const body = JSON.stringify(dump({ users: [user('honest')] }));
  const headers = { authorization, 'content-type': 'application/json' };
  const sent = await attacked.send({ method: 'PUT', path: '/v1/policy-reader/bundles/AWS/600000000000', headers, body });
  const uid = sent.status === 202 ? (JSON.parse(sent.text) as { account: { uid: string } }).account.uid : '';
  const ended = await until('the import has ended', () => progressOf(attacked, authorization, uid), { within: ENDED }).catch(() => null);
  findings.expect(ended !== null, 'an honest bundle was not imported afterwards', CALL, {}, { status: sent.status, text: sent.text });
}
