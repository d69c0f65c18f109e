import { SECRET_MASK, type NotificationInfo } from '@cam/contracts';
import { ApiFailure } from '@cam/platform';
import {
  checkAlerts,
  emailError,
  fieldsOf,
  newRow,
  isComplete,
  rowErrors,
  toRequest,
  typedPassword,
  webhookError,
  type AlertFields,
  type SyslogFields,
} from './alert-fields';
import { refusedEntries } from './refused-entries';

const SERVER = { endpoint: '203.0.113.9:514', network: 'tcp', credentials: { username: 'cam', password: SECRET_MASK } } as const;
const INFO: NotificationInfo = { severity: 'HIGH', email: ['ops@company.example'], slack_url: ['https://hooks.example/1'], syslog: [SERVER] };
const NOTHING: NotificationInfo = { severity: 'LOW', email: [], slack_url: [], syslog: [] };

const row = (change: Partial<SyslogFields>): SyslogFields => ({ ...newRow(), ...change });
const withRows = (...syslog: SyslogFields[]): AlertFields => ({ ...fieldsOf(NOTHING), syslog });
const stored = () => fieldsOf(INFO).syslog[0] as SyslogFields;

describe('a new e-mail', () => {
  const list = (draft: string) => ({ entries: ['ops@company.example'], draft });
  it('must be valid and not in the list', () => {
    expect(emailError(list('ops@'))).toBe('Invalid email address');
    expect(emailError(list('OPS@company.example'))).toBe('This e-mail address is already in the list');
    expect(emailError(list(' new@company.example '))).toBeNull();
    expect(emailError(list(''))).toBeNull();
  });
});

it('a new webhook must not be in the list, and may be any text', () => {
  expect(webhookError({ entries: ['https://hooks.example/1'], draft: 'https://hooks.example/1 ' })).toBe('This URL is already in the list');
  expect(webhookError({ entries: [], draft: 'anything' })).toBeNull();
});

describe('a syslog row', () => {
  it('starts empty, with the default port and protocol', () => {
    expect(fieldsOf(NOTHING).syslog).toMatchObject([{ ip: '', port: '514', network: 'udp', useCredentials: false, stored: null }]);
  });

  it('reports invalid fields, and none while they are empty', () => {
    expect(rowErrors(row({ ip: '203.0.113' })).ip).toBe('Invalid ip address format');
    expect(rowErrors(row({ port: '70000' })).port).toBe('Port should be a number from 1 to 65535');
    expect(rowErrors(row({ ip: '', port: '' }))).toEqual({ ip: null, port: null, password: null });
    expect(rowErrors(row({ ip: '2001:db8::9' })).ip).toBeNull();
  });

  it('is complete with address, port and protocol, and with both credentials or none', () => {
    expect(isComplete(row({ ip: '203.0.113.9' }))).toBe(true);
    expect(isComplete(row({ ip: '203.0.113.9', port: ' ' }))).toBe(false);
    expect(isComplete(row({ ip: '203.0.113.9', useCredentials: true, username: 'cam' }))).toBe(false);
    expect(isComplete(row({ ip: '203.0.113.9', useCredentials: true, username: 'cam', password: 'x' }))).toBe(true);
  });

  it('requires the password again after a change of its address', () => {
    expect(rowErrors(stored()).password).toBeNull();
    expect(rowErrors({ ...stored(), ip: '203.0.113.66' }).password).toBe('Enter the password for this address');
    expect(rowErrors({ ...stored(), network: 'udp' }).password).toBe('Enter the password for this address');
    expect(rowErrors({ ...stored(), ip: '203.0.113.66', password: 'new' }).password).toBeNull();
  });

  it('drops the mask when the user types', () => {
    expect(typedPassword(SECRET_MASK, `${SECRET_MASK}x`)).toBe('x');
    expect(typedPassword(SECRET_MASK, SECRET_MASK.slice(1))).toBe('');
    expect(typedPassword(SECRET_MASK, 'pasted')).toBe('pasted');
    expect(typedPassword('ab', 'abc')).toBe('abc');
  });
});

describe('the request', () => {
  it('omits the mask, drops incomplete rows, and puts IPv6 addresses in brackets', () => {
    const fields = {
      ...fieldsOf(INFO),
      syslog: [stored(), row({ ip: '2001:db8::9', network: 'tcp' }), row({}), row({ ip: '203.0.113.1', port: '' })],
    };
    expect(toRequest(fields)).toEqual({
      email: INFO.email,
      slack_url: INFO.slack_url,
      syslog: [
        { endpoint: '203.0.113.9:514', network: 'tcp', credentials: { username: 'cam' } },
        { endpoint: '[2001:db8::9]:514', network: 'tcp' },
      ],
    });
  });

  it('contains a new password, and no credentials if they are switched off', () => {
    expect(toRequest(withRows({ ...stored(), password: 'new' })).syslog[0]?.credentials).toEqual({ username: 'cam', password: 'new' });
    expect(toRequest(withRows({ ...stored(), useCredentials: false })).syslog[0]).toEqual({ endpoint: '203.0.113.9:514', network: 'tcp' });
  });
});

describe('the form', () => {
  it('has nothing to save at first, nor after adding an empty row', () => {
    const fields = fieldsOf(INFO);
    expect(checkAlerts(fields, fields)).toEqual({ dirty: false, canSave: false, hasErrors: false });
    expect(checkAlerts({ ...fields, syslog: [...fields.syslog, newRow()] }, fields).dirty).toBe(false);
  });

  it('guards input that cannot be saved yet', () => {
    const fields = fieldsOf(INFO);
    const typed = { ...fields, email: { ...fields.email, draft: 'new@' } };
    expect(checkAlerts(typed, fields)).toMatchObject({ dirty: true, canSave: false });
    expect(checkAlerts({ ...fields, syslog: [...fields.syslog, row({ ip: '203.0.113.1', port: '' })] }, fields)).toMatchObject({
      dirty: true,
      canSave: false,
    });
  });

  it('can be saved after adding or removing an entry, but not with an invalid address', () => {
    const fields = fieldsOf(INFO);
    expect(checkAlerts({ ...fields, email: { entries: [], draft: '' } }, fields)).toMatchObject({ dirty: true, canSave: true });
    const wrong = { ...fields, email: { entries: [], draft: '' }, syslog: [row({ ip: 'log.example' })] };
    expect(checkAlerts(wrong, fields)).toMatchObject({ dirty: true, canSave: false, hasErrors: true });
  });
});

describe('error response', () => {
  it('shows its message at the entry that it names, even after dropped rows', () => {
    const sent = { ...fieldsOf(INFO), syslog: [row({ ip: '' }), stored()] };
    const fields = [
      { in: 'body', field: 'notification_info.slack_url.0', message: 'Not this one' },
      { in: 'body', field: 'notification_info.syslog.0', message: 'Nor this one' },
      { in: 'body', field: 'notification_info.syslog.7', message: 'Not sent' },
      { in: 'body', field: 'severity', message: 'Something else' },
      null,
    ];
    const refused = refusedEntries(new ApiFailure(422, 'x', 'INVALID_INPUT', '', { fields }), sent);
    expect(refused).toEqual({ 'https://hooks.example/1': 'Not this one', [sent.syslog[1]?.id ?? '']: 'Nor this one' });
  });

  it('shows no entry message when it names no entry', () => {
    expect(refusedEntries(new ApiFailure(500, 'x', 'INTERNAL', '', undefined), fieldsOf(INFO))).toEqual({});
    expect(refusedEntries(new ApiFailure(422, 'x', 'INVALID_INPUT', '', { fields: 'all' }), fieldsOf(INFO))).toEqual({});
  });
});
