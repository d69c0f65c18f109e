import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect as connectTcp, isIPv6, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { checkServerIdentity, connect as connectTls, DEFAULT_CIPHERS } from 'node:tls';
import { readSyslogEndpoint, type SyslogProtocol } from '@cam/contracts/server';
import { ForbiddenTarget, type OutboundTargets } from '../../platform/security/outbound-targets';
import { noAnswerReason } from '../../platform/security/no-answer-reason';
import type { Outcome } from './outcome';
import { framed, syslogMessage, type SyslogEntry } from './syslog-message';
import type { Framing } from '../../platform/config-values';

/** Time limit of the whole exchange, ms. */
const LIMIT = 8000;

/** Default port of syslog over TLS (RFC 5425, 4.1). */
const TLS_PORT = '6514';

export interface SyslogServer {
  endpoint: string;
  network: SyslogProtocol;
  credentials: { username: string; password: string } | null;
}

export interface SyslogOptions {
  framing: Framing;
  /** Sends user name and password as structured data, because the protocol has no other place for them. */
  sendsCredentials: boolean;
  /** The console's host. */
  host: string;
}

/** Sends entries to a syslog server. Datagrams have no acknowledgement, so they count as sent. */
export async function sendSyslog(
  { endpoint, network, credentials }: SyslogServer,
  entries: readonly SyslogEntry[],
  { framing, sendsCredentials, host }: SyslogOptions,
  targets: OutboundTargets,
  limit = LIMIT,
): Promise<Outcome> {
  const credentialsData: SyslogEntry['data'] = credentials && sendsCredentials ? { credentials: { ...credentials } } : {};
  const messages = entries.map((entry) => syslogMessage({ ...entry, data: { ...entry.data, ...credentialsData } }, host));
  const { ip, port } = readSyslogEndpoint(endpoint) ?? { ip: '', port: '' };
  try {
    const [address] = await targets.reachable(ip);
    if (network === 'udp') await sendDatagrams(messages, address, Number(port));
    else if (port === TLS_PORT)
      await writeOut(openTls(address, Number(port), credentials), 'secureConnect', framed(messages, 'octet-counting'), limit);
    else await writeOut(connectTcp(Number(port), address), 'connect', framed(messages, framing), limit);
    return { sent: true };
  } catch (error) {
    if (error instanceof ForbiddenTarget) return { sent: false, later: false, message: 'Private and link-local addresses are refused' };
    return { sent: false, later: true, message: noAnswerReason(error) };
  }
}

/** User name and password serve as the PSK identity and key, if the receiver requires a pre-shared key (RFC 4279). */
function openTls(host: string, port: number, credentials: SyslogServer['credentials']): Socket {
  return connectTls({
    host,
    port,
    ...(credentials
      ? {
          ciphers: `${DEFAULT_CIPHERS}:PSK`,
          pskCallback: () => ({ psk: Buffer.from(credentials.password), identity: credentials.username }),
          // With a pre-shared key there is no certificate.
          checkServerIdentity: (name: string, certificate: Parameters<typeof checkServerIdentity>[1]) =>
            Object.keys(certificate).length === 0 ? undefined : checkServerIdentity(name, certificate),
        }
      : {}),
  });
}

async function sendDatagrams(messages: readonly Buffer[], address: string, port: number): Promise<void> {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  try {
    for (const message of messages) {
      await new Promise<void>((resolve, reject) => socket.send(message, port, address, (error) => (error ? reject(error) : resolve())));
    }
  } finally {
    socket.close();
  }
}

/** Time for the receiver to close its side, ms. A receiver that rejects the data closes at once; some never close. */
const GRACE = 1000;

/** Writes all data and closes the connection. */
async function writeOut(socket: Socket, opened: 'connect' | 'secureConnect', data: Buffer, limit: number): Promise<void> {
  const signal = AbortSignal.timeout(limit);
  try {
    await once(socket, opened, { signal });
    socket.resume();
    const written = once(socket, 'finish', { signal });
    socket.end(data);
    await written;
    const silence = new AbortController();
    await Promise.race([once(socket, 'close', { signal: silence.signal }), delay(GRACE, undefined, { signal: silence.signal })]).finally(() =>
      silence.abort(),
    );
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    socket.destroy();
  }
}
