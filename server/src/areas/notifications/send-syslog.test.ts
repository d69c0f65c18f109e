import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { OutboundTargets } from '../../platform/security/outbound-targets';
import { sendSyslog, type SyslogOptions, type SyslogServer } from './send-syslog';
import type { SyslogEntry } from './syslog-message';

const OPTIONS: SyslogOptions = { framing: 'newline', sendsCredentials: false, host: 'cam.example' };
const loopback = new OutboundTargets(['127.0.0.0/8']);
const entries: SyslogEntry[] = ['one', 'two'].map((text) => ({ severity: 'HIGH', at: new Date(), kind: 'ALERT', data: {}, text }));
const credentials = { username: 'cam', password: 'Secret-1' };

const to = (port: number, network: SyslogServer['network'], login: SyslogServer['credentials'] = null): SyslogServer => ({
  endpoint: `127.0.0.1:${port}`,
  network,
  credentials: login,
});

let server: Server | undefined;
afterEach(() => server?.close());

async function tcpReceiver(): Promise<{ port: number; received: Promise<string> }> {
  const listening = createServer();
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const received = once(listening, 'connection').then(async ([socket]) => {
    let text = '';
    for await (const chunk of socket as AsyncIterable<Buffer>) text += chunk.toString();
    return text;
  });
  return { port: (listening.address() as AddressInfo).port, received };
}

it('sendSyslog sends each entry as a UDP datagram', async () => {
  const receiver = createSocket('udp4');
  await new Promise<void>((resolve) => receiver.bind(0, '127.0.0.1', resolve));
  const messages: string[] = [];
  const both = new Promise<void>((resolve) => receiver.on('message', (message) => messages.push(message.toString()) === 2 && resolve()));
  expect(await sendSyslog(to(receiver.address().port, 'udp'), entries, OPTIONS, loopback)).toEqual({ sent: true });
  await both;
  receiver.close();
  expect(messages.map((message) => message.split('\ufeff')[1])).toEqual(['one', 'two']);
});

it('sendSyslog writes entries to a TCP stream with the configured framing', async () => {
  const lines = await tcpReceiver();
  expect(await sendSyslog(to(lines.port, 'tcp'), entries, OPTIONS, loopback)).toEqual({ sent: true });
  expect((await lines.received).split('\n')).toEqual([expect.stringMatching(/^<106>1 .*one$/), expect.stringMatching(/two$/), '']);
  server?.close();
  const counted = await tcpReceiver();
  await sendSyslog(to(counted.port, 'tcp'), entries, { ...OPTIONS, framing: 'octet-counting' }, loopback);
  expect(await counted.received).toMatch(/^\d+ <106>1 .*one\d+ <106>1 .*two$/);
});

it('sendSyslog sends user name and password only if the operator enables it', async () => {
  const first = await tcpReceiver();
  await sendSyslog(to(first.port, 'tcp', credentials), entries, OPTIONS, loopback);
  expect(await first.received).not.toContain('Secret-1');
  server?.close();
  const second = await tcpReceiver();
  await sendSyslog(to(second.port, 'tcp', credentials), entries, { ...OPTIONS, sendsCredentials: true }, loopback);
  expect(await second.received).toContain('[credentials@32473 username="cam" password="Secret-1"]');
});

it('sendSyslog asks for a retry if the server is unreachable, and refuses a private address', async () => {
  const { port } = await tcpReceiver();
  await new Promise((resolve) => server?.close(resolve));
  expect(await sendSyslog(to(port, 'tcp'), entries, OPTIONS, loopback)).toEqual({
    sent: false,
    later: true,
    message: 'It refused the connection',
  });
  const refused = { sent: false, later: false, message: 'Private and link-local addresses are refused' };
  for (const network of ['tcp', 'udp'] as const)
    expect(await sendSyslog(to(port, network), entries, OPTIONS, new OutboundTargets([]))).toEqual(refused);
});
