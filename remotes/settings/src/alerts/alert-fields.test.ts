import { SECRET_MASK, type NotificationInfo } from '@cam/contracts';
import { ApiFailure } from '@cam/platform';
import {
  checkAlerts,
  emailError,
  fieldsOf,
  freshRow,
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

const row = (change: Partial<SyslogFields>): SyslogFields => ({ ...freshRow(), ...change });
const withRows = (...syslog: SyslogFields[]): AlertFields => ({ ...fieldsOf(NOTHING), syslog });
const stored = () => fieldsOf(INFO).syslog[0] as SyslogFields;

describe('a new e-mail', () => {
  const list = (draft: string) => ({ entries: ['ops@company.example'], draft });
  it('must be one, and not one of the list', () => {
    expect(emailError(list('ops@'))).toBe('Invalid email address');
    expect(emailError(list('OPS@company.example'))).toBe('This e-mail is in the list already');
    expect(emailError(list(' new@company.example '))).toBeNull();
    expect(emailError(list(''))).toBeNull();
  });
});

it('a new webhook must not be one of the list, and may be any text', () => {
  expect(webhookError({ entries: ['https://hooks.example/1'], draft: 'https://hooks.example/1 ' })).toBe('This URL is in the list already');
  expect(webhookError({ entries: [], draft: 'anything' })).toBeNull();
});

describe('a syslog row', () => {
  it('starts empty, on the port and protocol that most servers use', () => {
    expect(fieldsOf(NOTHING).syslog).toMatchObject([{ ip: '', port: '514', network: 'udp', useCredentials: false, stored: null }]);
  });

  it('says what is wrong, and nothing while it is empty', () => {
    expect(rowErrors(row({ ip: '203.0.113' })).ip).toBe('Invalid ip address format');
    expect(rowErrors(row({ port: '70000' })).port).toBe('Port should be a number from 1 to 65535');
    expect(rowErrors(row({ ip: '', port: '' }))).toEqual({ ip: null, port: null, password: null });
    expect(rowErrors(row({ ip: '2001:db8::9' })).ip).toBeNull();
  });

  it('is saved with address, port and protocol, and with both credentials or none', () => {
    expect(isComplete(row({ ip: '203.0.113.9' }))).toBe(true);
    expect(isComplete(row({ ip: '203.0.113.9', port: ' ' }))).toBe(false);
    expect(isComplete(row({ ip: '203.0.113.9', useCredentials: true, username: 'cam' }))).toBe(false);
    expect(isComplete(row({ ip: '203.0.113.9', useCredentials: true, username: 'cam', password: 'x' }))).toBe(true);
  });

  it('wants the password again when its address changes', () => {
    expect(rowErrors(stored()).password).toBeNull();
    expect(rowErrors({ ...stored(), ip: '203.0.113.66' }).password).toBe('Enter the password for this address');
    expect(rowErrors({ ...stored(), network: 'udp' }).password).toBe('Enter the password for this address');
    expect(rowErrors({ ...stored(), ip: '203.0.113.66', password: 'new' }).password).toBeNull();
  });

  it('forgets the mask as soon as somebody types', () => {
    expect(typedPassword(SECRET_MASK, `${SECRET_MASK}x`)).toBe('x');
    expect(typedPassword(SECRET_MASK, SECRET_MASK.slice(1))).toBe('');
    expect(typedPassword(SECRET_MASK, 'pasted')).toBe('pasted');
    expect(typedPassword('ab', 'abc')).toBe('abc');
  });
});

describe('what is sent', () => {
  it('leaves the mask out, drops rows that lack something, and puts IPv6 addresses in brackets', () => {
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

  it('has a password that was typed, and no credentials where they are switched off', () => {
    expect(toRequest(withRows({ ...stored(), password: 'new' })).syslog[0]?.credentials).toEqual({ username: 'cam', password: 'new' });
    expect(toRequest(withRows({ ...stored(), useCredentials: false })).syslog[0]).toEqual({ endpoint: '203.0.113.9:514', network: 'tcp' });
  });
});

describe('the form', () => {
  it('has nothing to save at first, nor with another empty row', () => {
    const fields = fieldsOf(INFO);
    expect(checkAlerts(fields, fields)).toEqual({ dirty: false, canSave: false, hasErrors: false });
    expect(checkAlerts({ ...fields, syslog: [...fields.syslog, freshRow()] }, fields).dirty).toBe(false);
  });

  it('guards what is typed but cannot be saved yet', () => {
    const fields = fieldsOf(INFO);
    const typed = { ...fields, email: { ...fields.email, draft: 'new@' } };
    expect(checkAlerts(typed, fields)).toMatchObject({ dirty: true, canSave: false });
    expect(checkAlerts({ ...fields, syslog: [...fields.syslog, row({ ip: '203.0.113.1', port: '' })] }, fields)).toMatchObject({
      dirty: true,
      canSave: false,
    });
  });

  it('can be saved when an entry came or went, but not with a wrong address', () => {
    const fields = fieldsOf(INFO);
    expect(checkAlerts({ ...fields, email: { entries: [], draft: '' } }, fields)).toMatchObject({ dirty: true, canSave: true });
    const wrong = { ...fields, email: { entries: [], draft: '' }, syslog: [row({ ip: 'log.example' })] };
    expect(checkAlerts(wrong, fields)).toMatchObject({ dirty: true, canSave: false, hasErrors: true });
  });
});

describe('a refusal', () => {
  it('is told at the entry that it is about, also where rows before it were dropped', () => {
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

  it('that names no entry is told as a whole only', () => {
    expect(refusedEntries(new ApiFailure(500, 'x', 'INTERNAL', '', undefined), fieldsOf(INFO))).toEqual({});
    expect(refusedEntries(new ApiFailure(422, 'x', 'INVALID_INPUT', '', { fields: 'all' }), fieldsOf(INFO))).toEqual({});
  });
});
