import type { Severity } from '@cam/contracts/server';
import type { Framing } from '../../platform/config-values';

/** Log audit (RFC 5424, table 1). */
const FACILITY = 13;

/** Critical, warning, notice (RFC 5424, table 2). */
const LEVELS: Readonly<Record<Severity, number>> = { HIGH: 2, MEDIUM: 4, LOW: 5 };

/** Enterprise number at the end of unregistered structured data names; this one is reserved for documentation (RFC 5612). */
const ENTERPRISE = 32473;

/** Limit of a message, octets. Receivers must accept 480 and should accept 2048 (RFC 5424, 6.1), and a datagram must not be fragmented. */
const LONGEST = 2048;

export interface SyslogEntry {
  severity: Severity;
  at: Date;
  /** Message type, in capitals. */
  kind: 'ALERT' | 'TEST';
  /** Structured data by element and parameter. */
  data: Readonly<Record<string, Readonly<Record<string, string>>>>;
  text: string;
}

/** Returns one message of RFC 5424, in UTF-8 and without line ends. */
export function syslogMessage({ severity, at, kind, data, text }: SyslogEntry, host: string): Buffer {
  const elements = Object.entries(data).map(([name, values]) => {
    const parameters = Object.entries(values).map(([key, value]) => ` ${key}="${oneLine(value).replace(/[\\"\]]/g, '\\$&')}"`);
    return `[${name}@${ENTERPRISE}${parameters.join('')}]`;
  });
  const header = `<${FACILITY * 8 + LEVELS[severity]}>1 ${at.toISOString()} ${hostName(host)} CAM - ${kind} ${elements.join('') || '-'}`;
  // The byte order mark declares UTF-8 (RFC 5424, 6.4).
  return cut(Buffer.from(`${header} \ufeff${oneLine(text)}`), LONGEST);
}

/** Frames messages for a stream by a line end or by a length prefix (RFC 6587, 3.4). */
export function framed(messages: readonly Buffer[], framing: Framing): Buffer {
  return Buffer.concat(
    messages.flatMap((message) => (framing === 'newline' ? [message, Buffer.from('\n')] : [Buffer.from(`${message.length} `), message])),
  );
}

function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

function hostName(host: string): string {
  return host.replace(/[^\x21-\x7e]/g, '').slice(0, 255) || '-';
}

/** Cuts between two characters, because receivers may drop invalid UTF-8. */
function cut(message: Buffer, length: number): Buffer {
  if (message.length <= length) return message;
  let end = length;
  while (((message[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return message.subarray(0, end);
}
