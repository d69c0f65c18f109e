import { ipVersion, isEmailAddress, isPort, readSyslogEndpoint, syslogEndpoint } from './notification-rules';

describe('isEmailAddress', () => {
  it.each(['ops@company.example', 'first.last+cam@mail.company.example', "o'neil@company.example", 'x@1.example'])('accepts %s', (text) =>
    expect(isEmailAddress(text)).toBe(true),
  );
  it.each([
    '',
    'ops',
    'ops@',
    '@company.example',
    'ops@company',
    'a b@company.example',
    'ops@company..example',
    'ops@-company.example',
    'a@b@c.example',
  ])('rejects "%s"', (text) => expect(isEmailAddress(text)).toBe(false));
  it('rejects an address longer than mail servers accept', () => expect(isEmailAddress(`${'a'.repeat(250)}@x.example`)).toBe(false));
});

describe('ipVersion', () => {
  it.each(['0.0.0.0', '10.20.30.40', '255.255.255.255'])('accepts the IPv4 address %s', (text) => expect(ipVersion(text)).toBe(4));
  it.each(['::1', '2001:db8::9', '::ffff:10.0.0.1', 'FE80::1'])('accepts the IPv6 address %s', (text) => expect(ipVersion(text)).toBe(6));
  it.each([
    '',
    '10.20.30',
    '10.20.30.40.',
    '10.20.30.256',
    '010.20.30.40',
    '1.2.3.4.5',
    ':::',
    '2001:db8::9::1',
    '[::1]',
    'fe80::1%eth0',
    'log.example',
  ])('rejects "%s"', (text) => expect(ipVersion(text)).toBeNull());
});

it('isPort accepts 1 to 65535 without leading zeros', () => {
  expect(['1', '514', '65535'].every(isPort)).toBe(true);
  expect(['', '0', '65536', '-1', '5 14', '1e3', '0514', '514.0'].some(isPort)).toBe(false);
});

it('readSyslogEndpoint restores a printed endpoint and requires brackets around an IPv6 address', () => {
  for (const address of [
    { ip: '10.0.0.9', port: '514' },
    { ip: '2001:db8::9', port: '6514' },
  ]) {
    expect(readSyslogEndpoint(syslogEndpoint(address))).toEqual(address);
  }
  expect(readSyslogEndpoint('wrong:x')).toEqual({ ip: 'wrong', port: 'x' });
  expect(readSyslogEndpoint('2001:db8::9:514')).toBeNull();
  expect(readSyslogEndpoint('10.0.0.9')).toBeNull();
});
