/** Validation rules of the notification settings, shared by console and server. */

/** Default port of syslog receivers. */
export const SYSLOG_DEFAULT_PORT = 514;

/** Transport protocols of syslog. */
export const SYSLOG_PROTOCOLS = ['udp', 'tcp'] as const;
export type SyslogProtocol = (typeof SYSLOG_PROTOCOLS)[number];

/** Maximum length of an email address (RFC 5321), in characters. */
const EMAIL_LENGTH = 254;

/** The syntax of HTML's email input, with a domain of at least two labels. */
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*\.[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/i;

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** Reports whether a text is a valid email address. */
export function isEmailAddress(text: string): boolean {
  return text.length <= EMAIL_LENGTH && EMAIL.test(text);
}

/** Returns the version of an IP address, 4 or 6; null for any other text. IPv6 addresses have no brackets and no zone here. */
export function ipVersion(text: string): 4 | 6 | null {
  if (IPV4.test(text)) return 4;
  return /^[0-9a-f:.]+$/i.test(text) && text.includes(':') && URL.canParse(`http://[${text}]/`) ? 6 : null;
}

/** Reports whether a text is a valid port: 1 to 65535, digits only. */
export function isPort(text: string): boolean {
  return /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65535;
}

/** Address and port of a syslog receiver, as text. */
export interface SyslogAddress {
  ip: string;
  port: string;
}

/** Returns the endpoint of a syslog receiver: `10.0.0.9:514`, `[2001:db8::9]:514`. */
export function syslogEndpoint({ ip, port }: SyslogAddress): string {
  return ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`;
}

/** Returns the address and port of an endpoint, valid or not; null without a port. */
export function readSyslogEndpoint(endpoint: string): SyslogAddress | null {
  const [, bracketed, plain, port] = /^(?:\[([^\]]*)\]|([^:[\]]*)):([^:]*)$/.exec(endpoint) ?? [];
  const ip = bracketed ?? plain;
  return ip === undefined || port === undefined ? null : { ip, port };
}
