import { ProviderError } from '../http/provider-error';
import type { ReadPart } from '../pull';
import { singleEntry, type Page } from '../staging';
import { fileOf, type AccountReader } from './account-reader';
import type { AwsResponse } from './responses';

/** A page of users, groups, roles and policies. */
interface AuthorizationPage {
  UserDetailList: { Arn?: string; UserName?: string }[];
  RoleDetailList: { Arn?: string; RoleName?: string; Path?: string }[];
  GroupDetailList: unknown[];
  Policies: unknown[];
}

const DETAILS = 'iam/get-account-authorization-details';
const LAST_ACCESS = 'iam/get-service-last-accessed-details';
/** Wait between two polls of a report, ms, and the most polls. */
const POLL_INTERVAL = 2000;
const MOST_TRIES = 60;

/** Returns the parts that read users, groups, roles, policies and the credential report. */
export function identityParts(reader: AccountReader): ReadPart[] {
  const { grant, pull } = reader;
  const identities = { phase: 'PHASE_PULL_IDENTITIES' as const, grant };
  return [
    { ...identities, name: DETAILS, essential: true, read: () => pull.staging.list(DETAILS, pagesOf(reader), singleEntry()) },
    {
      ...identities,
      name: 'iam/get-credential-report',
      read: async () => void (await pull.staging.response('iam/get-credential-report', () => credentialReport(reader))),
    },
  ];
}

/** Returns the part that reads when each user and role last used each service, beyond the reach of any log. Skips service-linked roles. */
export function lastAccessPart(reader: AccountReader): ReadPart {
  const { grant } = reader;
  return {
    name: LAST_ACCESS,
    phase: 'PHASE_PULL_USAGE',
    dependsOn: DETAILS,
    grant,
    read: () =>
      reader.forEach(LAST_ACCESS, principals(reader), nameOf, async (arn) => {
        await reader.detail(fileOf(LAST_ACCESS, nameOf(arn)), undefined, () => lastAccess(reader, arn));
      }),
  };
}

function pagesOf({ client }: AccountReader) {
  return async (next: string | null): Promise<Page<AuthorizationPage>> => {
    const input = { MaxItems: 1000, ...(next === null ? {} : { Marker: next }) };
    const { Marker, IsTruncated, ...lists } = await client.call<Partial<AuthorizationPage> & { Marker?: string; IsTruncated?: boolean }>(
      'iam',
      '',
      'GetAccountAuthorizationDetails',
      input,
    );
    const page: AuthorizationPage = { UserDetailList: [], GroupDetailList: [], RoleDetailList: [], Policies: [], ...lists };
    return { items: [page], next: IsTruncated && Marker ? Marker : null };
  };
}

async function* principals(reader: AccountReader): AsyncGenerator<string> {
  for await (const { UserDetailList: users, RoleDetailList: roles } of reader.pull.staging.entries(
    DETAILS,
    pagesOf(reader),
    singleEntry<AuthorizationPage>(),
  )) {
    for (const { Arn: arn } of users) if (arn) yield arn;
    for (const { Arn: arn, Path: path = '/' } of roles) if (arn && !path.startsWith('/aws-service-role/')) yield arn;
  }
}

/** Returns `user/anna`. The type is included because a role and a user can share a name. */
function nameOf(arn: string): string {
  return arn.split(':').slice(5).join(':');
}

async function credentialReport({ client }: AccountReader): Promise<AwsResponse> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const { State: state } = await client.call('iam', '', 'GenerateCredentialReport');
    if (state === 'COMPLETE') return client.call('iam', '', 'GetCredentialReport');
    await client.pause(POLL_INTERVAL);
  }
  throw new ProviderError('failed', 'IAM did not generate the credential report in time.');
}

async function lastAccess({ client }: AccountReader, arn: string): Promise<AwsResponse> {
  const { JobId: job } = await client.call<{ JobId?: string }>('iam', '', 'GenerateServiceLastAccessedDetails', {
    Arn: arn,
    Granularity: 'ACTION_LEVEL',
  });
  const services: unknown[] = [];
  let marker: string | undefined;
  for (let tries = 0; tries < MOST_TRIES;) {
    const input = { JobId: job ?? '', MaxItems: 1000, ...(marker === undefined ? {} : { Marker: marker }) };
    const answer = await client.call<AwsResponse & { Marker?: string }>('iam', '', 'GetServiceLastAccessedDetails', input);
    if (answer.JobStatus === 'IN_PROGRESS') {
      tries += 1;
      await client.pause(POLL_INTERVAL);
      continue;
    }
    if (answer.JobStatus === 'FAILED') throw new ProviderError('failed', `IAM could not generate the last-accessed report of ${arn}.`);
    if (Array.isArray(answer.ServicesLastAccessed)) services.push(...(answer.ServicesLastAccessed as unknown[]));
    if (!answer.IsTruncated || !answer.Marker) return { JobStatus: 'COMPLETED', JobType: answer.JobType, ServicesLastAccessed: services };
    marker = answer.Marker;
  }
  throw new ProviderError('failed', `IAM did not generate the last-accessed report of ${arn} in time.`);
}
