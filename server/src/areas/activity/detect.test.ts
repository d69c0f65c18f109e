import { ENTRA_RULES } from '../../graph/providers/directory/compile/entra-rules';
import type { Fields } from '../../platform/json-values';
import { runToCompletion } from '../../platform/async/cooperative-scheduler';
import { detectAll } from './detect';
import { EVENT_RULES } from './event-rules';
import type { LoggedEvent, Place } from './logged-event';
import { METHODS } from './methods';

const ACCOUNT = '111122223333';
const ADA = `arn:aws:iam::${ACCOUNT}:user/ada`;
let count = 0;

function event(action: string, change: Partial<LoggedEvent> = {}): LoggedEvent {
  const [, name = action] = action.split(':');
  return {
    eventId: `e${(count += 1)}`,
    name,
    action,
    identity: ADA,
    session: '',
    accountId: ACCOUNT,
    resource: '',
    at: '2026-01-20T10:00:00.000Z',
    succeeded: true,
    sourceIp: '198.51.100.7',
    userAgent: 'aws-cli/2.15',
    region: 'eu-west-1',
    letters: 'r',
    instance: '',
    place: null,
    record: null,
    ...change,
  };
}

const call = (action: string, requestParameters: object, rest: object = {}): LoggedEvent => event(action, { record: { requestParameters, ...rest } });
const at = (day: number, minute = 0): string => new Date(Date.UTC(2026, 0, day, 10, minute)).toISOString();
const times = (n: number, make: (index: number) => LoggedEvent): LoggedEvent[] => Array.from({ length: n }, (_none, index) => make(index));
const rules = (events: LoggedEvent[]): string[] => runToCompletion(detectAll(events)).map(({ rule }) => rule);
const reasons = (events: LoggedEvent[], rule: string): string =>
  runToCompletion(detectAll(events))
    .filter((one) => one.rule === rule)
    .flatMap(({ reasons: labels }) => labels)
    .join('; ');

const outside = { Effect: 'Allow', Principal: { AWS: 'arn:aws:iam::999988887777:root' }, Action: '*' };
const inside = { Effect: 'Allow', Principal: { AWS: ADA, Service: 'ec2.amazonaws.com' }, Action: '*' };
const login = (MFAUsed: string, type = 'IAMUser'): LoggedEvent =>
  call('signin:ConsoleLogin', {}, { userIdentity: { type }, additionalEventData: { MFAUsed } });
const ingress = (cidrIp: string, port: number): LoggedEvent =>
  call('ec2:AuthorizeSecurityGroupIngress', {
    groupId: 'sg-1',
    ipPermissions: { items: [{ ipProtocol: 'tcp', fromPort: port, toPort: port, ipRanges: { items: [{ cidrIp }] } }] },
  });
const refused = { succeeded: false };

const assigned = (role: string): LoggedEvent =>
  event('Microsoft.Authorization/roleAssignments/write', {
    record: {
      properties: {
        requestbody: JSON.stringify({
          Properties: { RoleDefinitionId: `/providers/Microsoft.Authorization/roleDefinitions/${role}`, PrincipalId: 'p' },
        }),
      },
    },
  });
const bound = (action: string, delta: string, role: string, member: string): LoggedEvent =>
  event(action, { record: { protoPayload: { serviceData: { policyDelta: { bindingDeltas: [{ action: delta, role, member }] } } } } });
const firewall = (range: string, ports: string): LoggedEvent =>
  event('compute.firewalls.create', {
    record: { protoPayload: { request: { direction: 'INGRESS', sourceRanges: [range], alloweds: [{ IPProtocol: 'tcp', ports: [ports] }] } } },
  });
const granted = (privilegeGranted: string): LoggedEvent =>
  event('okta.roles.manage', {
    name: 'user.account.privilege.grant',
    record: { debugContext: { debugData: { privilegeGranted } }, target: [{ type: 'User', alternateId: 'eve@x.example' }] },
  });
const signedIn = (record: Fields): LoggedEvent => event(ENTRA_RULES.signIn, { name: 'Sign-in', record });
const securityRule = (sourceAddressPrefix: string, destinationPortRange: string): LoggedEvent =>
  event('Microsoft.Network/networkSecurityGroups/securityRules/write', {
    record: {
      properties: {
        requestbody: JSON.stringify({ properties: { access: 'Allow', direction: 'Inbound', sourceAddressPrefix, destinationPortRange } }),
      },
    },
  });

/** For each rule: an event that raises it, and a similar harmless one. */
const CASES: Record<string, [suspicious: LoggedEvent, harmless: LoggedEvent]> = {
  'log-tampering': [event('cloudtrail:StopLogging', refused), event('cloudtrail:StartLogging')],
  'log-narrowing': [
    call('cloudtrail:PutEventSelectors', { trailName: 't', eventSelectors: [{ readWriteType: 'All', includeManagementEvents: false }] }),
    call('cloudtrail:PutEventSelectors', { trailName: 't', eventSelectors: [{ readWriteType: 'All', includeManagementEvents: true }] }),
  ],
  'log-expiry': [
    call('s3:PutLifecycleConfiguration', { bucketName: 'logs', LifecycleConfiguration: { Rule: { Expiration: { Days: 1 } } } }),
    call('s3:PutLifecycleConfiguration', { bucketName: 'logs', LifecycleConfiguration: { Rule: [{ Expiration: { Days: 400 } }] } }),
  ],
  'leaves-organization': [event('organizations:LeaveOrganization', refused), event('organizations:DescribeOrganization')],
  'image-shared': [
    call('ec2:ModifySnapshotAttribute', { snapshotId: 's', createVolumePermission: { add: { items: [{ userId: '999988887777' }] } } }),
    call('ec2:ModifySnapshotAttribute', { snapshotId: 's', createVolumePermission: { remove: { items: [{ userId: '999988887777' }] } } }),
  ],
  'opened-to-outsiders': [
    call('iam:UpdateAssumeRolePolicy', { roleName: 'r', policyDocument: JSON.stringify({ Statement: [inside, outside] }) }),
    call('iam:UpdateAssumeRolePolicy', { roleName: 'r', policyDocument: JSON.stringify({ Statement: [inside, { ...outside, Condition: {} }] }) }),
  ],
  'credentials-for-others': [call('iam:CreateAccessKey', { userName: 'bob' }), call('iam:CreateAccessKey', { userName: 'ada' })],
  'administrator-made': [
    call('iam:AttachUserPolicy', { userName: 'bob', policyArn: 'arn:aws:iam::aws:policy/AdministratorAccess' }),
    call('iam:AttachUserPolicy', { userName: 'bob', policyArn: 'arn:aws:iam::aws:policy/ReadOnlyAccess' }),
  ],
  'login-without-mfa': [login('No'), login('No', 'AssumedRole')],
  'second-factor-removed': [event('okta.users.credentials.manage', { name: 'user.mfa.factor.reset_all' }), event('iam:EnableMFADevice')],
  'opened-to-internet': [ingress('0.0.0.0/0', 22), ingress('0.0.0.0/0', 443)],
  'machine-passwords': [event('ec2:GetPasswordData', refused), event('ec2:DescribeInstances')],
  'trust-anchor': [event('rolesanywhere:CreateTrustAnchor'), event('rolesanywhere:CreateTrustAnchor', refused)],
  'mining-machines': [
    event('ec2:RunInstances', { ...refused, record: { requestParameters: { instanceType: 'p2.xlarge' } } }),
    call('ec2:RunInstances', { instanceType: 't3.micro' }),
  ],
  'start-script-changed': [
    call('ec2:ModifyInstanceAttribute', { instanceId: 'i-1', userData: '<sensitiveDataRemoved>' }),
    call('ec2:ModifyInstanceAttribute', { instanceId: 'i-1', disableApiTermination: { value: true } }),
  ],
  'disk-exported': [event('Microsoft.Compute/disks/beginGetAccess/action'), event('Microsoft.Compute/disks/read')],
  'service-account-key': [event('iam.serviceAccountKeys.create'), event('iam.serviceAccountKeys.list')],
  'key-destroyed': [event('kms:ScheduleKeyDeletion'), event('kms:Decrypt')],
  'azure-owner-made': [assigned('8e3af657-a8ff-443c-a75c-2fe8c4bcb635'), assigned('acdd72a7-3385-48ef-bd42-f606fba81ae7')],
  'gcp-owner-made': [
    bound('resourcemanager.projects.setIamPolicy', 'ADD', 'roles/owner', 'user:eve@x.example'),
    bound('resourcemanager.projects.setIamPolicy', 'REMOVE', 'roles/owner', 'user:eve@x.example'),
  ],
  'gcp-opened-to-everybody': [
    bound('storage.buckets.setIamPolicy', 'ADD', 'roles/storage.objectViewer', 'allUsers'),
    bound('storage.buckets.setIamPolicy', 'ADD', 'roles/storage.objectViewer', 'user:bob@x.example'),
  ],
  'network-opened': [firewall('0.0.0.0/0', '20-30'), firewall('0.0.0.0/0', '443')],
  'log-exclusion': [event('logging.exclusions.create'), event('logging.exclusions.delete')],
  'outside-tokens-trusted': [
    event('Microsoft.ManagedIdentity/userAssignedIdentities/federatedIdentityCredentials/write'),
    event('Microsoft.ManagedIdentity/userAssignedIdentities/read'),
  ],
  'vault-opened': [event('Microsoft.KeyVault/vaults/accessPolicies/write'), event('Microsoft.KeyVault/vaults/write')],
  'okta-administrator-made': [granted('Super administrator'), granted('Read-only administrator')],
  'okta-token-made': [event('system.api_token.create'), event('system.api_token.revoke')],
  'okta-identity-provider': [event('system.idp.lifecycle.create'), event('system.idp.lifecycle.deactivate')],
  'okta-protection-off': [
    event('okta.policies.manage', { name: 'policy.rule.deactivate' }),
    event('okta.policies.manage', { name: 'policy.rule.add' }),
  ],
  'entra-risky-sign-in': [
    signedIn({ riskLevelDuringSignIn: 'high', riskState: 'atRisk' }),
    signedIn({ riskLevelDuringSignIn: 'high', riskState: 'remediated' }),
  ],
  'entra-legacy-sign-in': [signedIn({ clientAppUsed: 'IMAP4' }), signedIn({ clientAppUsed: 'Browser' })],
  'directory-takeover': [event('user.session.impersonation.grant', { name: 'user.session.impersonation.grant' }), event('user.session.start')],
};

describe('detection of suspicious calls', () => {
  it.each(EVENT_RULES.map(({ id }) => id))('raises %s for the suspicious call and nothing for a similar harmless call', (id) => {
    const [suspicious, harmless] = CASES[id] ?? [];
    if (!suspicious || !harmless) throw new Error(`${id} has no example`);
    expect(rules([suspicious])).toEqual([id]);
    expect(rules([harmless])).toEqual([]);
  });

  it('describes the relevant part of the log record for each cloud', () => {
    expect(reasons([assigned('18D7D88D-d35e-4fb5-a5c3-7773c20a72d9')], 'azure-owner-made')).toContain('p got User Access Administrator');
    expect(reasons([securityRule('Internet', '*')], 'network-opened')).toContain('open to the internet: SSH, RDP');
    expect(rules([securityRule('10.0.0.0/8', '22'), securityRule('*', '443')])).toEqual([]);
    expect(reasons([granted('Super administrator')], 'okta-administrator-made')).toContain('eve@x.example got Super administrator');
    expect(rules([event('Microsoft.Authorization/roleAssignments/write', { record: { properties: { requestbody: '{"cut' } } })])).toEqual([]);
  });

  it('groups calls of one rule within a day, and names their actions', () => {
    const calls = [at(20), at(20, 30), at(28)].map((when, n) => event(['cloudtrail:StopLogging', 'ec2:DeleteFlowLogs'][n % 2] ?? '', { at: when }));
    expect(runToCompletion(detectAll(calls)).map(({ rule, count: n, since, until }) => [rule, n, since, until])).toEqual([
      ['log-tampering', 2, at(20), at(20, 30)],
      ['log-tampering', 1, at(28), at(28)],
    ]);
    expect(reasons(calls.slice(0, 2), 'log-tampering')).toBe('StopLogging, DeleteFlowLogs');
  });

  it('ignores calls by a cloud service', () => {
    expect(rules([event('ec2:DeleteFlowLogs', { identity: 'ec2.amazonaws.com' })])).toEqual([]);
  });
});

describe('detection of unusual behavior', () => {
  const work = (days: number, change: Partial<LoggedEvent> = {}): LoggedEvent[] =>
    Array.from({ length: days }, (_none, day) => times(5, (n) => event('s3:GetObject', { at: at(1 + day, n), ...change }))).flat();

  it('finds 12 denied calls within 12 minutes, but not spread over an hour', () => {
    expect(rules(times(12, (n) => event('s3:GetObject', { ...refused, at: at(20, n) })))).toEqual(['refusal-burst']);
    expect(rules(times(12, (n) => event('s3:GetObject', { ...refused, at: at(20, n * 5) })))).toEqual([]);
  });

  it('finds many secrets within an hour, but not one secret many times', () => {
    const read = (secretId: string, n: number): LoggedEvent => ({ ...call('secretsmanager:GetSecretValue', { secretId }), at: at(20, n) });
    expect(rules(times(12, (n) => read(`secret-${n}`, n)))).toEqual(['secret-harvest']);
    expect(rules(times(12, (n) => read('secret', n)))).toEqual([]);
    const names = Array.from({ length: 10 }, (_none, n) => `/db/${n}`);
    expect(rules([call('ssm:GetParameters', { names })])).toEqual(['secret-harvest']);
  });

  it('finds far more calls than on any earlier day, but not a usual volume', () => {
    const busy = (n: number): LoggedEvent[] => times(n, () => event('s3:GetObject', { at: at(20) }));
    expect(reasons([...work(10), ...busy(120)], 'unusual-volume')).toContain('120 calls on 2026-01-20; the highest of 10 earlier days is 5');
    const ever = Array.from({ length: 9 }, (_none, day) => times(110, () => event('s3:GetObject', { at: at(1 + day) }))).flat();
    expect(rules([...ever, ...busy(120)])).toEqual([]);
  });

  it('finds the first use of a rare sensitive action after two weeks of history', () => {
    const grant = event('iam:PutUserPolicy', { letters: 'wp', at: at(20) });
    expect(rules([...work(3), grant])).toEqual(['first-sensitive-use']);
    expect(rules([event('s3:GetObject', { at: at(15) }), grant])).toEqual([]);
  });

  it('finds instance credentials at another address', () => {
    const session = (sourceIp: string, n: number): LoggedEvent => event('s3:GetObject', { instance: 'i-0abc', sourceIp, at: at(20, n) });
    expect(reasons([session('203.0.113.9', 0), session('198.51.100.7', 1)], 'instance-session-elsewhere')).toContain(
      'i-0abc was used from 198.51.100.7',
    );
    expect(rules([session('203.0.113.9', 0), session('ec2.amazonaws.com', 1), session('203.0.113.9', 2)])).toEqual([]);
  });

  it('finds several unusual features at once, each with its weight, but not a single one', () => {
    const unusual = { letters: 'wa', sourceIp: '203.0.113.9', userAgent: 'python-requests/2.31', at: at(20) };
    const events = [...work(8), event('ec2:CreateVpc', unusual)];
    expect(rules(events)).toContain('combined-risk');
    expect(reasons(events, 'combined-risk')).toBe(
      'first administrative actions: ec2:CreateVpc (+4); new network: 203.0.113.0/24 (+3); new client: python-requests (+2)',
    );
    expect(rules([...work(8), event('s3:GetObject', { sourceIp: '203.0.113.9', at: at(20) })])).toEqual([]);
  });
});

describe('detection by location', () => {
  const place = (city: string, country: string, latitude: number, longitude: number): Place => ({
    city,
    country,
    state: '',
    latitude,
    longitude,
    radius: 25,
  });
  const LISBON = place('Lisbon', 'Portugal', 38.72, -9.14);
  const PORTO = place('Porto', 'Portugal', 41.15, -8.61);
  const OSLO = place('Oslo', 'Norway', 59.91, 10.75);
  const signIn = (where: Place, sourceIp: string, when: string): LoggedEvent => event('sign-in', { place: where, sourceIp, at: when });

  it('finds travel that is too fast, but not a flight or a nearby city', () => {
    expect(reasons([signIn(LISBON, '192.0.2.1', at(20)), signIn(OSLO, '192.0.2.2', at(20, 50))], 'impossible-travel')).toMatch(
      /^Lisbon, Portugal, then Oslo, Norway 50 minutes later, 27\d\d km away/,
    );
    expect(rules([signIn(LISBON, '192.0.2.1', at(20)), signIn(OSLO, '192.0.2.2', at(20, 400))])).toEqual([]);
    expect(rules([signIn(LISBON, '192.0.2.1', at(20)), signIn(PORTO, '192.0.2.2', at(20, 5))])).toEqual([]);
  });

  it('finds a new country after many sign-ins from others, but not for an identity without history', () => {
    const home = times(12, (n) => signIn(LISBON, '192.0.2.1', at(1 + n)));
    expect(rules([...home, signIn(OSLO, '192.0.2.2', at(20))])).toEqual(['new-country']);
    expect(rules([...home.slice(0, 3), signIn(OSLO, '192.0.2.2', at(20))])).toEqual([]);
  });
});

it('every detection method has a title and a documentation link', () => {
  for (const { title, source } of METHODS.values()) expect([title, source].every((words) => words.length > 5)).toBe(true);
});
