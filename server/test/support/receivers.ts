import { spawn, spawnSync } from 'node:child_process';
import { createServer as createHttpServer } from 'node:http';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { until } from './until';

/** Starts a real mail server on loopback, which keeps the mails that it accepts. */
export async function startMailServer() {
  const mails: (Email & { recipients: string[] })[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }: { address: string }) => address);
        PostalMime.parse(Buffer.concat(chunks)).then((mail) => (mails.push({ ...mail, recipients }), done()), done);
      });
    },
  });
  // A killed sender resets its connection.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, mails, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

/** The answer of a chat service; `hang` never answers. */
export type Answer = { status: number; headers?: Record<string, string> } | 'hang';

/** Starts a chat service on loopback, which keeps its messages and answers as the test says. */
export async function startWebhook() {
  const taken: { id: string; text: string }[] = [];
  const requests: string[] = [];
  let next: Answer[] = [];
  const server = createHttpServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const id = String(request.headers['idempotency-key']);
      requests.push(id);
      const answer = next.shift() ?? { status: 200 };
      if (answer === 'hang') return;
      if (answer.status === 200) taken.push({ id, text: (JSON.parse(body) as { text: string }).text });
      response.writeHead(answer.status, answer.headers).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/services/T0/secret-part`,
    taken,
    /** The IDs of all requests, in order. */
    requests,
    answerWith: (...answers: Answer[]) => (next = answers),
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export const hasRsyslog = spawnSync('rsyslogd', ['-v']).status === 0 || spawnSync('/usr/sbin/rsyslogd', ['-v']).status === 0;

/** Starts Debian's rsyslog on a free port over UDP and TCP, and collects the messages that it parses. */
export async function startRsyslog() {
  const folder = mkdtempSync(join(tmpdir(), 'cam-rsyslog-'));
  const port = await freePort();
  const file = join(folder, 'out');
  writeFileSync(file, '');
  writeFileSync(
    join(folder, 'rsyslog.conf'),
    `global(workDirectory="${folder}")
module(load="imudp") input(type="imudp" address="127.0.0.1" port="${port}")
module(load="imtcp") input(type="imtcp" address="127.0.0.1" port="${port}")
template(name="json" type="string" string="%jsonmesg%\\n")
action(type="omfile" file="${file}" template="json")`,
  );
  const child = spawn('rsyslogd', ['-n', '-f', join(folder, 'rsyslog.conf'), '-i', join(folder, 'pid')], {
    stdio: 'ignore',
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await listening(port);
  return {
    endpoint: `127.0.0.1:${port}`,
    /** Returns each message as the daemon parsed it. */
    messages: () =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, string>),
    stop: async () => {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

const listening = (port: number) =>
  until(
    'the daemon listens',
    () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => (socket.destroy(), resolve(true)));
        socket.once('error', () => resolve(false));
      }),
  );
