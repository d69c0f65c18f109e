import { COMPANY, dump, user } from '../../../../../test/support/aws-account';
import type { AwsBundle } from './shapes';
import { AwsBundleReader } from './read-account';

function read(files: Record<string, unknown>) {
  const reader = new AwsBundleReader();
  for (const [name, value] of Object.entries(files)) {
    const content = Buffer.isBuffer(value) ? value : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
    reader.add({ name, content, problem: null });
  }
  const { warnings, ...rest } = reader.result();
  // Another test covers missing files.
  return {
    ...rest,
    warnings: warnings.filter(({ message }) => !message.startsWith('The bundle has no')),
    missing: warnings.filter(({ message }) => message.startsWith('The bundle has no')),
  };
}

const namesOf = ({ inventory }: AwsBundle): (string | undefined)[] => inventory.of('s3/list-buckets').map(({ fields }) => fields.Name);

const WHOLE = { 'details.json': dump(COMPANY) };
const REPORT = [
  'user,arn,user_creation_time,password_enabled,password_last_used,mfa_active,access_key_1_active,access_key_1_last_rotated,access_key_1_last_used_date,access_key_2_active,access_key_2_last_rotated,access_key_2_last_used_date',
  'ada,arn:aws:iam::111122223333:user/ada,2024-01-01T00:00:00+00:00,true,2026-01-05T00:00:00+00:00,true,true,2025-12-01T00:00:00+00:00,2026-01-09T00:00:00+00:00,true,2025-11-01T00:00:00+00:00,N/A',
  '<root_account>,arn:aws:iam::111122223333:root,2024-01-01T00:00:00+00:00,not_supported,no_information,true,false,N/A,N/A,false,N/A,N/A',
  'bob,arn:aws:iam::111122223333:user/bob,2024-01-01T00:00:00+00:00,false,no_information,false,false,2020-01-01T00:00:00+00:00,N/A,false,N/A,N/A',
].join('\n');
const report = (text: string) => ({
  Content: Buffer.from(text).toString('base64'),
  ReportFormat: 'text/csv',
  GeneratedTime: '2026-01-10T00:00:00+00:00',
});

describe('the reader of AWS bundles', () => {
  it('recognises files by their shape, including several pages of one call', () => {
    const { bundle, warnings, accountIds } = read({
      x: dump({ users: [user('a')] }),
      y: dump({ users: [user('b')] }),
      z: { Buckets: [{ Name: 'payroll' }], Owner: {} },
    });
    expect(bundle.authorization?.UserDetailList).toMatchObject([
      { UserName: 'a', origin: { file: 'x', place: '/UserDetailList/0' } },
      { UserName: 'b' },
    ]);
    expect(namesOf(bundle)).toEqual(['payroll']);
    expect(warnings).toEqual([]);
    expect(accountIds).toEqual(['111122223333']);
  });

  it('reads MFA, the password, last use and key age from the credential report', () => {
    const { bundle, missing } = read({ ...WHOLE, 'report.json': report(REPORT) });
    expect(bundle.credentials?.get('arn:aws:iam::111122223333:user/ada')).toEqual({
      mfa: true,
      password: true,
      lastUsed: '2026-01-09T00:00:00.000Z',
      keyAgeDays: 70,
      uses: [{ action: 'signin:ConsoleLogin', at: '2026-01-05T00:00:00.000Z', region: '' }],
    });
    expect(bundle.credentials?.get('arn:aws:iam::111122223333:user/bob')).toEqual({
      ...{ mfa: false, password: false, lastUsed: null, keyAgeDays: null, uses: [] },
    });
    expect(missing.map(({ file }) => file)).not.toContain('iam/get-credential-report');
    // The report of the root user has no such value, and an older export may lack the column.
    expect(bundle.credentials?.get('arn:aws:iam::111122223333:root')?.password).toBeNull();
    const { bundle: older } = read({ ...WHOLE, 'report.json': report('user,arn,mfa_active\nada,arn:aws:iam::111122223333:user/ada,true') });
    expect(older.credentials?.get('arn:aws:iam::111122223333:user/ada')).toMatchObject({ mfa: true, password: null });
    expect(read({ ...WHOLE, 'report.json': report('hello') }).warnings).toMatchObject([{ file: 'report.json', place: '/Content' }]);
  });

  it('warns about each value of the wrong type, at any depth', () => {
    const odd = {
      ...user('odd'),
      AttachedManagedPolicies: { PolicyArn: 'x' },
      Tags: [{ Key: 'a', Value: 1 }, 'b'],
      CreateDate: 5,
      PermissionsBoundary: [],
    };
    const { warnings } = read({ d: dump({ users: [odd, null, 7, []] }) });
    const wrong = ['/0/AttachedManagedPolicies', '/0/Tags/0/Value', '/0/Tags/1', '/0/CreateDate', '/0/PermissionsBoundary', '/1', '/2', '/3'];
    expect(warnings.map(({ place }) => place).sort()).toEqual(wrong.map((place) => `/UserDetailList${place}`).sort());
  });

  it('warns once about each unknown field, with the number of occurrences', () => {
    const users = ['a', 'b', 'c'].map((name) => ({ ...user(name), Shoe: 42 }));
    expect(read({ d: { ...dump({ users }), Extra: 1 } }).warnings.map(({ message }) => message)).toEqual([
      'The field Extra is unknown and was left out.',
      'The field UserDetailList.Shoe is unknown and was left out (3 times).',
    ]);
  });

  it('treats fields named like Object members as unknown fields', () => {
    const { bundle, warnings } = read({ d: dump({ users: [{ ...user('a'), constructor: 'x', ['__proto__x']: 1 }] }) });
    expect(bundle.authorization?.UserDetailList).toHaveLength(1);
    expect(warnings).toHaveLength(2);
  });

  it('reports the byte offset where JSON is invalid or cut off', () => {
    const text = '{"Buckets": [{"Name": "bücher"}, oops]}';
    expect(read({ f: text }).warnings).toMatchObject([{ file: 'f', place: `byte ${Buffer.byteLength('{"Buckets": [{"Name": "bücher"}, ')}` }]);
    expect(read({ f: text.slice(0, 20) }).warnings).toMatchObject([{ place: 'byte 20', message: expect.stringContaining('cut off') }]);
    expect(read({ f: '[1]' }).warnings).toMatchObject([{ place: '/' }]);
    expect(read({ f: '' }).warnings).toMatchObject([{ place: 'byte 0' }]);
  });

  it('reports the byte offset of invalid UTF-8, and reads UTF-16 and byte order marks', () => {
    const text = JSON.stringify({ Buckets: [{ Name: 'payroll' }] });
    const broken = Buffer.concat([Buffer.from('{"Buckets": [{"Name": "b'), Buffer.from([0xff]), Buffer.from('"}]}')]);
    const { bundle, warnings } = read({ f: broken });
    expect([namesOf(bundle), warnings]).toEqual([['b\uFFFD'], [expect.objectContaining({ place: 'byte 24' })]]);
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    const utf8 = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]);
    for (const content of [utf16, utf8]) {
      const whole = read({ f: content });
      expect([namesOf(whole.bundle), whole.warnings]).toEqual([['payroll'], []]);
    }
  });

  it('warns about truncated output, missing lists and unrecognised files', () => {
    const { warnings } = read({ d: { UserDetailList: [], RoleDetailList: 'x', IsTruncated: true }, other: { Planets: 1 } });
    expect(warnings.map(({ place }) => place)).toEqual(['/GroupDetailList', '/RoleDetailList', '/Policies', '/IsTruncated', null]);
  });
});
