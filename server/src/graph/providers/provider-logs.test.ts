import { entraGroup, entraUser, DIRECTORY, objectIdOf, servicePrincipal } from '../../../test/support/entra-directory';
import { oktaApp, oktaGroup, oktaUser, ORG } from '../../../test/support/okta-org';
import type { BundleReader } from '../engine/bundle/bundle-reader';
import { AzureBundleReader } from './azure/read/read';
import { EntraBundleReader } from './directory/read/read-entra-bundle';
import { GcpBundleReader } from './gcp/read/read';
import { OktaBundleReader } from './directory/read/read-okta-bundle';

const AT = '2026-01-02T03:04:05Z';

/** "identity action resource count/failures" for each day. */
function used(reader: BundleReader, account: string, files: Record<string, unknown>): string[] {
  for (const [name, value] of Object.entries(files)) reader.add({ name, content: Buffer.from(JSON.stringify(value)), problem: null });
  const { usage } = reader.result().normalise('t', account, new Date());
  return usage.map(
    ({ identity, action, resource, count, failures }) => `${identity.nativeId} ${action} ${resource?.nativeId ?? '-'} ${count}/${failures}`,
  );
}

describe('usage from the Okta System Log', () => {
  const event = (eventType: string, target: object[], result = 'SUCCESS', actor = '00uada'): object => ({
    eventType,
    published: AT,
    actor: { id: actor, type: 'User' },
    client: { ipAddress: '198.51.100.7' },
    outcome: { result },
    target,
  });
  const log = (...events: object[]): string[] =>
    used(new OktaBundleReader(), ORG, {
      'users.json': [oktaUser('ada'), oktaUser('bob')],
      'groups.json': [oktaGroup('dev')],
      'apps.json': [oktaApp('wiki', {})],
      'logs.json': events,
    });

  it('counts sign-ins and denied sign-ins by user and application', () => {
    const app = [
      { id: '0oawiki', type: 'AppInstance' },
      { id: 'x', type: 'AppUser' },
    ];
    expect(
      log(
        event('user.authentication.sso', app),
        event('user.authentication.sso', app, 'DENY'),
        event('user.authentication.sso', app, 'SUCCESS', 'gone'),
      ),
    ).toEqual(['00uada user.authentication.sso 0oawiki 1/1']);
  });

  it('maps administrator events to the permission that was used and its target', () => {
    const lines = log(
      event('user.account.reset_password', [{ id: '00ubob', type: 'User' }]),
      event('user.account.update_password', [{ id: '00uada', type: 'User' }]),
      event('group.user_membership.add', [
        { id: '00ubob', type: 'User' },
        { id: '00gdev', type: 'UserGroup' },
      ]),
      event('user.session.start', []),
    );
    expect(lines).toEqual([
      '00uada okta.users.credentials.manage 00ubob 1/0',
      '00uada user.account.update_password 00uada 1/0',
      '00uada okta.groups.members.manage 00gdev 1/0',
      '00uada user.session.start - 1/0',
    ]);
  });
});

describe('usage from the Entra ID sign-in log', () => {
  it('counts sign-ins and failed sign-ins by user and application', () => {
    const signIn = (appName: string, errorCode: number): object => ({
      createdDateTime: AT,
      userId: objectIdOf('ada').toUpperCase(),
      appId: objectIdOf(appName),
      ipAddress: '198.51.100.7',
      status: { errorCode },
    });
    const lines = used(new EntraBundleReader(), DIRECTORY, {
      'users.json': [entraUser('ada')],
      'service-principals.json': [servicePrincipal('mail')],
      'sign-ins.json': { value: [signIn('mail-app', 0), signIn('mail-app', 50126), signIn('unknown', 0)] },
    });
    expect(lines).toEqual([
      `${objectIdOf('ada')} microsoft.directory/servicePrincipals/signIn ${objectIdOf('mail')} 1/1`,
      `${objectIdOf('ada')} microsoft.directory/servicePrincipals/signIn - 1/0`,
    ]);
  });
});

describe('usage from the Entra ID audit log', () => {
  it('maps administrator activities to role actions and targets, but not self-service changes', () => {
    const audit = (activityDisplayName: string, targets: string[], more: object = {}): object => ({
      id: `${activityDisplayName}-${targets.join()}`,
      activityDisplayName,
      activityDateTime: AT,
      result: 'success',
      initiatedBy: { user: { id: objectIdOf('ada').toUpperCase(), ipAddress: '198.51.100.7' }, app: null },
      targetResources: targets.map((id) => ({ id: objectIdOf(id) })),
      ...more,
    });
    const files = {
      'users.json': [entraUser('ada'), entraUser('bob')],
      'groups.json': [entraGroup('devs')],
      'service-principals.json': [servicePrincipal('mail')],
      'directory-audits.json': {
        value: [
          audit('Reset user password', ['bob']),
          audit('Reset user password', ['bob'], { result: 'failure' }),
          audit('Change user password', ['ada']),
          audit('Add member to group', ['bob', 'devs']),
          audit('Update application – Certificates and secrets management ', ['its-application'], {
            initiatedBy: { user: null, app: { servicePrincipalId: objectIdOf('mail') } },
            additionalDetails: [{ key: 'AppId', value: objectIdOf('mail-app') }],
          }),
          audit('Add member to role', ['bob']),
          audit('Something new', ['bob']),
          audit('Add user', ['bob'], { initiatedBy: { app: { displayName: 'Microsoft Azure AD Group-Based Licensing' } } }),
        ],
      },
    };
    expect(used(new EntraBundleReader(), DIRECTORY, files)).toEqual([
      `${objectIdOf('ada')} microsoft.directory/users/password/update ${objectIdOf('bob')} 1/1`,
      `${objectIdOf('ada')} Change user password ${objectIdOf('ada')} 1/0`,
      `${objectIdOf('ada')} microsoft.directory/groups/members/update ${objectIdOf('devs')} 1/0`,
      `${objectIdOf('mail')} microsoft.directory/applications/credentials/update ${objectIdOf('mail')} 1/0`,
      `${objectIdOf('ada')} microsoft.directory/roleAssignments/allProperties/update ${objectIdOf('bob')} 1/0`,
      `${objectIdOf('ada')} Something new ${objectIdOf('bob')} 1/0`,
    ]);
  });
});

describe('usage from the Azure activity log', () => {
  it('counts actions by identity and resource, once per operation', () => {
    const subscription = objectIdOf('sub');
    const vault = `/subscriptions/${subscription}/resourceGroups/pay/providers/Microsoft.KeyVault/vaults/secrets`;
    const event = (resourceId: string, status: string): object => ({
      authorization: { action: 'Microsoft.KeyVault/vaults/write', scope: resourceId },
      caller: 'ada@example.com',
      claims: { 'http://schemas.microsoft.com/identity/claims/objectidentifier': objectIdOf('ada') },
      eventTimestamp: AT,
      operationName: { value: 'Microsoft.KeyVault/vaults/write' },
      resourceId,
      status: { value: status },
    });
    const lines = used(new AzureBundleReader(), subscription, {
      'resources.json': [{ id: vault, name: 'secrets', type: 'microsoft.keyvault/vaults', subscriptionId: subscription, properties: {} }],
      'activity-log.json': [
        event(vault, 'Started'),
        event(vault, 'Succeeded'),
        event(`${vault}/secrets/a`, 'Failed'),
        { ...event(vault, 'Succeeded'), claims: {} },
      ],
    });
    expect(lines).toEqual([
      `${objectIdOf('ada')} Microsoft.KeyVault/vaults/write ${vault.toLowerCase()} 1/1`,
      `ada@example.com Microsoft.KeyVault/vaults/write ${vault.toLowerCase()} 1/0`,
    ]);
  });
});

describe('usage from GCP audit logs', () => {
  it('counts each checked permission, with those on objects at their bucket', () => {
    const bucket = '//storage.googleapis.com/demo-ledger';
    const entry = (email: string, granted: boolean): object => ({
      timestamp: AT,
      logName: 'projects/demo-web/logs/cloudaudit.googleapis.com%2Fdata_access',
      protoPayload: {
        authenticationInfo: { principalEmail: email },
        authorizationInfo: [
          { permission: 'storage.objects.get', granted, resource: 'projects/_/buckets/demo-ledger/objects/a' },
          { permission: 'storage.objects.list', granted, resource: 'projects/_/buckets/demo-ledger' },
        ],
        serviceName: 'storage.googleapis.com',
        methodName: 'storage.objects.get',
        resourceName: 'projects/_/buckets/demo-ledger/objects/a',
      },
    });
    const account = 'robot@demo-web.iam.gserviceaccount.com';
    const lines = used(new GcpBundleReader(), 'demo-web', {
      'search-all-resources.json': [
        { name: bucket, assetType: 'storage.googleapis.com/Bucket', displayName: 'demo-ledger', project: 'projects/111' },
        {
          name: `//iam.googleapis.com/projects/demo-web/serviceAccounts/1`,
          assetType: 'iam.googleapis.com/ServiceAccount',
          project: 'projects/111',
          additionalAttributes: { email: account },
        },
      ],
      'audit-log.json': [entry(account, true), entry('Ada@example.com', false)],
    });
    expect(lines).toEqual([
      `serviceAccount:${account} storage.objects.get ${bucket} 1/0`,
      `serviceAccount:${account} storage.objects.list ${bucket} 1/0`,
      `ada@example.com storage.objects.get ${bucket} 0/1`,
      `ada@example.com storage.objects.list ${bucket} 0/1`,
    ]);
  });
});
