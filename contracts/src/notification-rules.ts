/** How the parts of notification settings must look. Console and server judge by the same functions. */

/** RFC 5424 receivers listen here unless somebody moved them. */
export const SYSLOG_DEFAULT_PORT = 514;

export const SYSLOG_PROTOCOLS = ['udp', 'tcp'] as const;
export type SyslogProtocol = (typeof SYSLOG_PROTOCOLS)[number];

/** Longest address that a mail server takes (RFC 5321), in characters. */
const EMAIL_LENGTH = 254;

/** The address syntax of HTML's e-mail input, with a domain of at least two labels: there is nobody at `ops@mail`. */
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*\.[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/i;

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

export function isEmailAddress(text: string): boolean {
  return text.length <= EMAIL_LENGTH && EMAIL.test(text);
}

/** 4, 6, or null for what is no address. An IPv6 address has no brackets and no zone here. */
export function ipVersion(text: string): 4 | 6 | null {
  if (IPV4.test(text)) return 4;
  return /^[0-9a-f:.]+$/i.test(text) && text.includes(':') && URL.canParse(`http://[${text}]/`) ? 6 : null;
}

/** Whether the text is a port that a server can listen on: 1 to 65535, in digits alone. */
export function isPort(text: string): boolean {
  return /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65535;
}

export interface SyslogAddress {
  ip: string;
  port: string;
}

/** `10.0.0.9:514`, `[2001:db8::9]:514`. */
export function syslogEndpoint({ ip, port }: SyslogAddress): string {
  return ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`;
}

/** The parts of an endpoint as written, valid or not; null where there is no port. */
export function readSyslogEndpoint(endpoint: string): SyslogAddress | null {
  const [, bracketed, plain, port] = /^(?:\[([^\]]*)\]|([^:[\]]*)):([^:]*)$/.exec(endpoint) ?? [];
  const ip = bracketed ?? plain;
  return ip === undefined || port === undefined ? null : { ip, port };
}
