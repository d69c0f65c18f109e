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

/** Settings of one severity as the server accepts them. */
export type NotificationRequest = Api['PUT /v1/tenants/notification/{severity}']['body']['notification_info'];

/** A list of entries and the draft of the entry to add. */
export interface EntryList {
  entries: readonly string[];
  draft: string;
}

/** Fields of one syslog server. */
export interface SyslogFields {
  /** Key of the row in this form; never sent. */
  id: string;
  ip: string;
  port: string;
  network: SyslogProtocol;
  useCredentials: boolean;
  username: string;
  /** SECRET_MASK while the stored password stays unchanged. */
  password: string;
  /** Stored protocol and endpoint; null for a new row. */
  stored: string | null;
}

/** Fields of the alert settings of one severity. */
export interface AlertFields {
  email: EntryList;
  slack_url: EntryList;
  syslog: readonly SyslogFields[];
}

let rows = 0;
const newRowId = (): string => `row-${++rows}`;

/** Returns an empty syslog row with the default port and protocol. */
export function newRow(): SyslogFields {
  const port = String(SYSLOG_DEFAULT_PORT);
  return { id: newRowId(), ip: '', port, network: 'udp', useCredentials: false, username: '', password: '', stored: null };
}

const keyOf = (network: string, endpoint: string): string => `${network} ${endpoint}`;

/** Returns the form fields of stored settings. The form always has at least one syslog row. */
export function fieldsOf(info: NotificationInfo): AlertFields {
  const syslog = info.syslog.map(({ endpoint, network, credentials }): SyslogFields => {
    const { ip, port } = readSyslogEndpoint(endpoint) ?? { ip: endpoint, port: '' };
    const { username = '', password = '' } = credentials ?? {};
    return { id: newRowId(), ip, port, network, useCredentials: Boolean(credentials), username, password, stored: keyOf(network, endpoint) };
  });
  return {
    email: { entries: info.email, draft: '' },
    slack_url: { entries: info.slack_url, draft: '' },
    syslog: syslog.length > 0 ? syslog : [newRow()],
  };
}

/** Returns why the draft e-mail cannot be added, or null for a valid or an empty one. */
export function emailError({ entries, draft }: EntryList): string | null {
  const email = draft.trim();
  if (email === '') return null;
  if (!isEmailAddress(email)) return 'Invalid email address';
  return entries.some((entry) => entry.toLowerCase() === email.toLowerCase()) ? 'This e-mail address is already in the list' : null;
}

/** Returns why the draft URL cannot be added, or null. The server validates the URL itself. */
export function webhookError({ entries, draft }: EntryList): string | null {
  return entries.includes(draft.trim()) ? 'This URL is already in the list' : null;
}

/** Message of each field of a syslog row; null without an error. */
export interface RowErrors {
  ip: string | null;
  port: string | null;
  password: string | null;
}

/** Returns the errors of a row. Empty fields are no errors while the user edits. A stored password must be entered again for a new address. */
export function rowErrors(row: SyslogFields): RowErrors {
  const isAddressChanged = row.stored !== keyOf(row.network, endpointOf(row));
  return {
    ip: row.ip.trim() !== '' && ipVersion(row.ip.trim()) === null ? 'Invalid ip address format' : null,
    port: row.port.trim() !== '' && !isPort(row.port.trim()) ? 'Port should be a number from 1 to 65535' : null,
    password: row.useCredentials && row.password === SECRET_MASK && isAddressChanged ? 'Enter the password for this address' : null,
  };
}

/** Reports whether a row has all fields that the server requires. */
export function isComplete({ ip, port, network, useCredentials, username, password }: SyslogFields): boolean {
  return Boolean(ip.trim() && port.trim() && network && (!useCredentials || (username.trim() && password)));
}

/** Reports whether a row is stored or has any input. An untouched new row may be empty. */
export function isStarted(row: SyslogFields): boolean {
  return row.stored !== null || contentOf(row) !== contentOf(newRow());
}

/**
 * Returns the password after input in its field. Any edit of the mask drops the stored password, and the text beside or instead of the mask is the new one.
 * @param before value before the input
 * @param typed value of the field after the input
 */
export function typedPassword(before: string, typed: string): string {
  if (before !== SECRET_MASK) return typed;
  return typed.includes(SECRET_MASK) ? typed.replace(SECRET_MASK, '') : /^\**$/.test(typed) ? '' : typed;
}

/** Returns the complete rows. Incomplete rows are not saved. */
export function savedRows({ syslog }: AlertFields): SyslogFields[] {
  return syslog.filter(isComplete);
}

/** Converts the form fields to the request body. Omits an unchanged password, which makes the server keep the stored one. */
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

/** State of the form against the stored settings. */
export interface AlertCheck {
  /** Leaving the form would lose input. */
  dirty: boolean;
  canSave: boolean;
  hasErrors: boolean;
}

/** Compares the form with the stored settings. A draft or an incomplete row makes it dirty but cannot be saved. */
export function checkAlerts(fields: AlertFields, saved: AlertFields): AlertCheck {
  const hasErrors = fields.syslog.some((row) => Object.values(rowErrors(row)).some((error) => error !== null));
  const changed = JSON.stringify(toRequest(fields)) !== JSON.stringify(toRequest(saved));
  const unsavedInput = ({ email, slack_url, syslog }: AlertFields): string =>
    JSON.stringify([email.draft.trim(), slack_url.draft.trim(), syslog.filter(isStarted).map(contentOf)]);
  return { dirty: changed || unsavedInput(fields) !== unsavedInput(saved), canSave: changed && !hasErrors, hasErrors };
}

function endpointOf({ ip, port }: SyslogFields): string {
  return syslogEndpoint({ ip: ip.trim(), port: port.trim() });
}

function contentOf(row: SyslogFields): string {
  const { ip, port, network, useCredentials, username, password } = row;
  return JSON.stringify([ip, port, network, useCredentials, useCredentials && username, useCredentials && password]);
}
