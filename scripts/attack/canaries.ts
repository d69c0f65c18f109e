import { randomBytes } from 'node:crypto';
import type { Api, EndpointKey } from '@cam/contracts/server';
import { jsonFile, listFile, type DemoBundle } from '../../server/demo/files';
import { startAzureStandIn } from '../../server/demo/stand-ins/azure-stand-in';
import type { StandIn } from '../../server/demo/stand-ins/stand-in';
import { ACCOUNT, allow, arn, dump, group, managedPolicy, policyDocument, role, trust } from '../../server/test/support/aws-account';
import { SHADOW } from '../../server/test/support/inventory-account';
import { ended, zipOf } from '../../server/test/support/bundle';
import { api, type CallArgs } from '../../server/test/support/client';
import { until } from '../../server/test/support/until';
import type { Holder } from './identity-platform';
import type { Instance } from './instance';

/** The only address that the attacked server may send messages to. Nobody listens there. */
export const RECEIVING_HOST = '127.0.0.9';

/** Every planted text carries a mark of its own, which no other text contains. */
const MARK = /canary-[0-9a-f]{16}/g;

/** Returns the marks in a text. */
export function marksIn(text: string): Set<string> {
  return new Set(text.toLowerCase().match(MARK) ?? []);
}

const mark = (): string => `canary-${randomBytes(8).toString('hex')}`;

/** Returns the next text to plant where any text may stand. Where a format is demanded, such as in addresses, `plant` uses marks. */
export type NextText = () => string;

/** Secrets of the Azure application whose directory the victim connects. */
const APPLICATION = { clientId: '11111111-2222-3333-4444-555555555555', secret: 'canary-0123456789abcdef' };
const DIRECTORY = '99999999-2222-3333-4444-555555555555';
const SUBSCRIPTION = '88888888-2222-3333-4444-555555555555';

/** Starts a stand-in for Azure whose subscription and management group have marked names. */
export function startMarkedAzure(): Promise<StandIn> {
  const bundle: DemoBundle = {
    folder: 'marked',
    cloudType: 'AZURE',
    accountId: SUBSCRIPTION,
    name: mark(),
    day: new Date().toISOString().slice(0, 10),
    takenAt: new Date().toISOString(),
    files: () => [
      listFile('role-assignments.json', []),
      listFile('role-definitions.json', []),
      listFile('resources.json', []),
      listFile('activity-log.json', []),
      jsonFile('deny-assignments.json', { value: [] }),
      jsonFile('management-groups.json', {
        id: `/providers/Microsoft.Management/managementGroups/${DIRECTORY}`,
        type: 'Microsoft.Management/managementGroups',
        name: DIRECTORY,
        tenantId: DIRECTORY,
        displayName: mark(),
        children: [{ id: `/subscriptions/${SUBSCRIPTION}`, type: '/subscriptions', name: SUBSCRIPTION, displayName: mark(), children: null }],
      }),
    ],
  };
  return startAzureStandIn([bundle], { tenantId: DIRECTORY, ...APPLICATION });
}

/** Variables with which a server reaches the stand-in. */
export const azureEnvironment = ({ url }: StandIn): Record<string, string> => ({ CAM_PROVIDER_URLS: `login=${url}, arm=${url}` });

/**
 * Creates one object of every kind that the API can create, each with marks in all its texts, and imports a bundle with marked names. Waits until the
 * background work about them has ended.
 * @param withOrganization connects the directory of the Azure stand-in too
 * @throws if the server refuses one of them, because an attack without canaries shows nothing
 */
export async function plant(
  { attacked, platform }: Pick<Instance, 'attacked' | 'platform'>,
  holder: Holder,
  { withOrganization }: { withOrganization: boolean },
): Promise<void> {
  await plantTexts(attacked.url, platform.token(holder), holder.email, { withOrganization, text: mark, receiver: RECEIVING_HOST });
}

/**
 * Does the same for the holder of a token, with other texts than marks.
 * @param email the holder's address
 * @param receiver a host that the server may send messages to and where nobody listens
 * @throws like `plant`
 */
export async function plantTexts(
  base: string,
  token: string,
  email: string,
  { withOrganization, text, receiver }: { withOrganization: boolean; text: NextText; receiver: string },
): Promise<void> {
  const call = async <K extends EndpointKey>(key: K, args: CallArgs<K>): Promise<Api[K]['answer']> => {
    const answer = await api(key, args, token, base);
    if (answer.status >= 300) throw new Error(`${key}: ${answer.status} ${JSON.stringify(answer.error)}`);
    return answer.body;
  };
  await call('PATCH /v1/tenants/featureflag/{featureflag}', { path: { featureflag: 'UI_REPORTS' }, body: { value: true } });
  await call('PATCH /v1/tenants', { body: { tenant: { name: text(), address: text() } } });
  await call('PATCH /v1/tenants/users', { body: { user: { email, first_name: text(), last_name: text(), role: text() } } });
  await plantAccount(call, token, base, text);
  if (withOrganization) await plantOrganization(call);
  await plantSettings(call, text, receiver);
  await plantGraphObjects(call, text);
}

type Call = <K extends EndpointKey>(key: K, args: CallArgs<K>) => Promise<Api[K]['answer']>;

async function plantAccount(call: Call, token: string, base: string, text: NextText): Promise<void> {
  const path = { cloud_type: 'AWS' as const, account_id: ACCOUNT };
  const raw = { content: await markedBundle(text), type: 'application/zip' };
  const { account } = await call('PUT /v1/policy-reader/bundles/{cloud_type}/{account_id}', { path, query: { name: text() }, raw });
  const { current_phase_enum: phase, messages } = await ended(token, account.uid, base);
  if (phase !== 'PHASE_DONE') throw new Error(`the marked bundle ended in ${phase}: ${messages.join(' ')}`);
  await call('POST /v1/correlated-sources', { body: { idnSourceId: text(), idnSourceName: text(), camSourceId: account.uid } });
}

/** Connects the directory of the stand-in. Two tenants that connect it would know the same names. */
async function plantOrganization(call: Call): Promise<void> {
  const azureInfo = { tenant_id: DIRECTORY, app_client_id: APPLICATION.clientId, app_secret: APPLICATION.secret };
  const { organization } = await call('POST /v1/tenants/organizations', {
    body: { organization: { organization_name: mark(), cloud_type: 'AZURE', azureInfo } },
  });
  await call('POST /v1/policy-reader/build-organization-hierarchy', { body: { cloud_type: 'AZURE', azureInfo } });
  const { organization_uid: camSourceId } = organization;
  await call('POST /v1/correlated-sources', { body: { idnSourceId: mark(), idnSourceName: mark(), camSourceId } });
  await until('the pulls have ended', async () => {
    const { sources } = await call('GET /v1/calendar/progress', {});
    return sources.length > 1 && sources.every(({ progress }) => progress === 100);
  });
}

/** An account whose identities, resources, tags and events have marked names. */
function markedBundle(text: NextText): Promise<Uint8Array> {
  const [name, bucket, policy] = [text(), text(), text()];
  const marked = {
    Path: '/',
    UserName: name,
    UserId: `AIDA${name}`,
    Arn: arn('user', name),
    CreateDate: '2024-01-02T03:04:05+00:00',
    GroupList: [],
    AttachedManagedPolicies: [],
    UserPolicyList: [{ PolicyName: text(), PolicyDocument: policyDocument(allow(['s3:GetObject', 's3:PutObject'], `arn:aws:s3:::${bucket}/*`)) }],
    Tags: [{ Key: text(), Value: text() }],
  };
  const record = (eventName: string, minute: number): object => ({
    eventID: text(),
    eventTime: new Date(Date.now() - (90 - minute) * 60_000).toISOString(),
    eventType: 'AwsApiCall',
    eventSource: 'cloudtrail.amazonaws.com',
    eventName,
    awsRegion: 'eu-west-1',
    sourceIPAddress: '198.51.100.7',
    userAgent: text(),
    recipientAccountId: ACCOUNT,
    requestParameters: { name: text() },
    userIdentity: { type: 'IAMUser', arn: marked.Arn, accountId: ACCOUNT, userName: name },
  });
  return zipOf({
    'iam/get-account-authorization-details.json': dump({
      // The attack stores no marks of the victim, so it needs identities with names that it may send.
      users: [marked, { ...marked, UserName: 'plain', UserId: 'AIDAPLAIN', Arn: arn('user', 'plain') }],
      groups: [group(text(), [])],
      roles: [role(text(), trust({ AWS: `arn:aws:iam::${SHADOW}:root` }), [policy])],
      policies: [managedPolicy(policy, policyDocument(allow('s3:*')))],
    }),
    's3/list-buckets.json': { Buckets: [{ Name: bucket }, { Name: text() }, { Name: 'plain-bucket' }] },
    'ec2/describe-vpcs.json': { Vpcs: [{ VpcId: text(), CidrBlock: '10.0.0.0/16', OwnerId: ACCOUNT }] },
    'cloudtrail/log.json': { Records: [record('StopLogging', 1), record('DescribeTrails', 2)] },
    [`${mark()}.json`]: { Unknown: [] },
  });
}

async function plantSettings(call: Call, text: NextText, receiver: string): Promise<void> {
  for (const severity of ['HIGH', 'MEDIUM', 'LOW'] as const) {
    const syslog = [{ endpoint: `${receiver}:9`, network: 'udp' as const, credentials: { username: mark(), password: mark() } }];
    const notification_info = { email: [`${mark()}@example.com`], slack_url: [`https://${receiver}:9/${mark()}`], syslog };
    await call('PUT /v1/tenants/notification/{severity}', { path: { severity }, body: { notification_info } });
  }
  await call('POST /v1/reports/schedules', {
    body: { name: text(), type: 'REPORT_TYPE_ACCESS', frequency: 'WEEKLY', day: 1, hour: 3, time_zone: 'UTC', recipients: [`${mark()}@example.com`] },
  });
  const search = { name: text(), folder: text(), query: `user ${mark()}` };
  await call('POST /v1/graph-querymgr/saved-searches', { body: { ...search, shared: true } });
  await call('POST /v1/graph-querymgr/saved-searches', { body: { ...search, name: text(), shared: false } });
  await call('POST /v1/graph-querymgr/autocomplete-user', { body: { input: `user ${mark()} with-access any` } });
}

async function plantGraphObjects(call: Call, text: NextText): Promise<void> {
  const guardrail = {
    name: text(),
    query: 'user with-access any',
    severity: 'HIGH' as const,
    description: text(),
    label: text(),
    category: [text()],
  };
  const { monitor } = await call('POST /v1/intents/monitors', { body: { ...guardrail, remediation: text(), audit: text() } });
  await call('PATCH /v1/intents/monitors', { body: { monitor_ids: [monitor.monitor_id], alerts_enabled: true } });
  const { result_table: rows } = await call('POST /v1/graph-querymgr/autocomplete-user', { body: { input: 'user' } });
  const object_uri = rows[0]?.identity_uri ?? '';
  await call('POST /v1/intents/alerts', { body: { monitor_name: text(), severity: 'LOW', object_uri, reasons: [text()] } });
  await call('POST /graph-querymgr/v1/resources/publish', { body: { view: 'ACCESS', criteria: { input: 'user with-access any', search: text() } } });
  await call('POST /graph-querymgr/v1/resources/publish', { body: { view: 'ENTITIES', criteria: { type: 'USER' } } });
  for (const format of ['CSV', 'XLSX'] as const)
    await call('POST /v1/reports', { body: { name: text(), type: 'REPORT_TYPE_ACCESS', format, criteria: { query: 'user with-access any' } } });
  await until(
    'the reports are made, the alerts raised and the inventory counted',
    async () => {
      const { entries } = await call('GET /v1/reports', { query: { limit: 100 } });
      const { alert_info_list: alerts } = await call('GET /v1/intents/alerts', { query: { show: 'ALERT_ALL' } });
      const { downloads } = await call('GET /graph-querymgr/v1/resources/publish', {});
      const { counting } = await call('GET /beta/healthStatus', {});
      return !counting && alerts.length > 2 && [...entries, ...downloads].every(({ status }) => status === 'REPORT_STATUS_COMPLETED');
    },
    { within: 100_000 },
  );
  await call('PATCH /v1/tenants/set-shadow-account-name', { body: { account_id: SHADOW, account_name: text() } });
}
