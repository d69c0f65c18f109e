import {
  ipVersion,
  isEmailAddress,
  isPort,
  readSyslogEndpoint,
  SECRET_MASK,
  SYSLOG_DEFAULT_PORT,
  syslogEndpoint,
  type Api,
  type NotificationInfo,
  type SyslogProtocol,
} from '@cam/contracts';

export type NotificationRequest = Api['PUT /v1/tenants/notification/{severity}']['body']['notification_info'];

/** A list to which entries are added one by one, with the text of the entry that is not added yet. */
export interface EntryList {
  entries: readonly string[];
  draft: string;
}

export interface SyslogFields {
  /** Of the row on this screen alone. */
  id: string;
  ip: string;
  port: string;
  network: SyslogProtocol;
  useCredentials: boolean;
  username: string;
  /** The mask as long as the stored password stays. */
  password: string;
  /** Protocol and endpoint as they are stored; null for a new row. */
  stored: string | null;
}

export interface AlertFields {
  email: EntryList;
  slack_url: EntryList;
  syslog: readonly SyslogFields[];
}

let rows = 0;
const newRowId = (): string => `row-${++rows}`;

export function freshRow(): SyslogFields {
  const port = String(SYSLOG_DEFAULT_PORT);
  return { id: newRowId(), ip: '', port, network: 'udp', useCredentials: false, username: '', password: '', stored: null };
}

const keyOf = (network: string, endpoint: string): string => `${network} ${endpoint}`;

export function fieldsOf(info: NotificationInfo): AlertFields {
  const syslog = info.syslog.map(({ endpoint, network, credentials }): SyslogFields => {
    const { ip, port } = readSyslogEndpoint(endpoint) ?? { ip: endpoint, port: '' };
    const { username = '', password = '' } = credentials ?? {};
    return { id: newRowId(), ip, port, network, useCredentials: Boolean(credentials), username, password, stored: keyOf(network, endpoint) };
  });
  return {
    email: { entries: info.email, draft: '' },
    slack_url: { entries: info.slack_url, draft: '' },
    syslog: syslog.length > 0 ? syslog : [freshRow()],
  };
}

/** Why a new e-mail cannot be added; null for an empty field as well, which has nothing to add. */
export function emailError({ entries, draft }: EntryList): string | null {
  const email = draft.trim();
  if (email === '') return null;
  if (!isEmailAddress(email)) return 'Invalid email address';
  return entries.some((entry) => entry.toLowerCase() === email.toLowerCase()) ? 'This e-mail is in the list already' : null;
}

export function webhookError({ entries, draft }: EntryList): string | null {
  return entries.includes(draft.trim()) ? 'This URL is in the list already' : null;
}

export interface RowErrors {
  ip: string | null;
  port: string | null;
  password: string | null;
}

/** What is wrong with a row as it stands; what is merely empty is not wrong while somebody edits. */
export function rowErrors(row: SyslogFields): RowErrors {
  const moved = row.stored !== keyOf(row.network, endpointOf(row));
  return {
    ip: row.ip.trim() !== '' && ipVersion(row.ip.trim()) === null ? 'Invalid ip address format' : null,
    port: row.port.trim() !== '' && !isPort(row.port.trim()) ? 'Port should be a number from 1 to 65535' : null,
    password: row.useCredentials && row.password === SECRET_MASK && moved ? 'Enter the password for this address' : null,
  };
}

/** Whether a row has all that a saved one needs. */
export function isComplete({ ip, port, network, useCredentials, username, password }: SyslogFields): boolean {
  return Boolean(ip.trim() && port.trim() && network && (!useCredentials || (username.trim() && password)));
}

/** Whether somebody has entered something into a new row, or taken something out of a stored one. */
export function isBegun(row: SyslogFields): boolean {
  return row.stored !== null || contentOf(row) !== contentOf(freshRow());
}

/** The stored password goes when somebody types: what is typed next to the mask, or instead of it, is the new one. */
export function typedPassword(before: string, typed: string): string {
  if (before !== SECRET_MASK) return typed;
  return typed.includes(SECRET_MASK) ? typed.replace(SECRET_MASK, '') : /^\**$/.test(typed) ? '' : typed;
}

/** The rows that are saved: rows that lack something are dropped. */
export function savedRows({ syslog }: AlertFields): SyslogFields[] {
  return syslog.filter(isComplete);
}

/** What is sent. A password that is still the mask stays behind: the server keeps its own. */
export function toRequest(fields: AlertFields): NotificationRequest {
  return {
    email: [...fields.email.entries],
    slack_url: [...fields.slack_url.entries],
    syslog: savedRows(fields).map((row) => ({
      endpoint: endpointOf(row),
      network: row.network,
      ...(row.useCredentials
        ? { credentials: { username: row.username.trim(), ...(row.password === SECRET_MASK ? {} : { password: row.password }) } }
        : {}),
    })),
  };
}

export interface AlertCheck {
  /** There is something that would be lost. */
  dirty: boolean;
  canSave: boolean;
  hasErrors: boolean;
}

export function checkAlerts(fields: AlertFields, saved: AlertFields): AlertCheck {
  const hasErrors = fields.syslog.some((row) => Object.values(rowErrors(row)).some((error) => error !== null));
  const changed = JSON.stringify(toRequest(fields)) !== JSON.stringify(toRequest(saved));
  const begun = ({ email, slack_url, syslog }: AlertFields): string =>
    JSON.stringify([email.draft.trim(), slack_url.draft.trim(), syslog.filter(isBegun).map(contentOf)]);
  return { dirty: changed || begun(fields) !== begun(saved), canSave: changed && !hasErrors, hasErrors };
}

function endpointOf({ ip, port }: SyslogFields): string {
  return syslogEndpoint({ ip: ip.trim(), port: port.trim() });
}

function contentOf(row: SyslogFields): string {
  const { ip, port, network, useCredentials, username, password } = row;
  return JSON.stringify([ip, port, network, useCredentials, useCredentials && username, useCredentials && password]);
}
