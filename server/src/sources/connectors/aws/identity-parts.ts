import { ProviderError } from '../http/provider-error';
import type { ReadPart } from '../pull';
import { whole, type Page } from '../staging';
import { fileOf, type AccountReader } from './account-reader';
import type { AwsAnswer } from './answers';

/** A page of everything that IAM has. */
interface AuthorizationPage {
  UserDetailList: { Arn?: string; UserName?: string }[];
  RoleDetailList: { Arn?: string; RoleName?: string; Path?: string }[];
  GroupDetailList: unknown[];
  Policies: unknown[];
}

const DETAILS = 'iam/get-account-authorization-details';
const LAST_ACCESS = 'iam/get-service-last-accessed-details';
/** Until something that IAM makes is asked for again, ms, and how often. */
const MAKING = 2000;
const MOST_TRIES = 60;

/** Users, groups, roles and policies, and the report on credentials. */
export function identityParts(reader: AccountReader): ReadPart[] {
  const { grant, pull } = reader;
  const identities = { phase: 'PHASE_PULL_IDENTITIES' as const, grant };
  return [
    { ...identities, name: DETAILS, essential: true, read: () => pull.staging.list(DETAILS, pagesOf(reader), whole()) },
    {
      ...identities,
      name: 'iam/get-credential-report',
      read: async () => void (await pull.staging.answer('iam/get-credential-report', () => credentialReport(reader))),
    },
  ];
}

/** When each user and role last used which service, also longer ago than any log goes back. Roles that AWS keeps for its own services are left out. */
export function lastAccessPart(reader: AccountReader): ReadPart {
  const { grant } = reader;
  return {
    name: LAST_ACCESS,
    phase: 'PHASE_PULL_USAGE',
    of: DETAILS,
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
    whole<AuthorizationPage>(),
  )) {
    for (const { Arn: arn } of users) if (arn) yield arn;
    for (const { Arn: arn, Path: path = '/' } of roles) if (arn && !path.startsWith('/aws-service-role/')) yield arn;
  }
}

/** `user/anna`: roles and users may have one name. */
function nameOf(arn: string): string {
  return arn.split(':').slice(5).join(':');
}

async function credentialReport({ client }: AccountReader): Promise<AwsAnswer> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const { State: state } = await client.call('iam', '', 'GenerateCredentialReport');
    if (state === 'COMPLETE') return client.call('iam', '', 'GetCredentialReport');
    await client.pause(MAKING);
  }
  throw new ProviderError('failed', 'IAM did not make the report on credentials in time.');
}

async function lastAccess({ client }: AccountReader, arn: string): Promise<AwsAnswer> {
  const { JobId: job } = await client.call<{ JobId?: string }>('iam', '', 'GenerateServiceLastAccessedDetails', {
    Arn: arn,
    Granularity: 'ACTION_LEVEL',
  });
  const services: unknown[] = [];
  let marker: string | undefined;
  for (let tries = 0; tries < MOST_TRIES;) {
    const input = { JobId: job ?? '', MaxItems: 1000, ...(marker === undefined ? {} : { Marker: marker }) };
    const answer = await client.call<AwsAnswer & { Marker?: string }>('iam', '', 'GetServiceLastAccessedDetails', input);
    if (answer.JobStatus === 'IN_PROGRESS') {
      tries += 1;
      await client.pause(MAKING);
      continue;
    }
    if (answer.JobStatus === 'FAILED') throw new ProviderError('failed', `IAM could not tell what ${arn} used last.`);
    if (Array.isArray(answer.ServicesLastAccessed)) services.push(...(answer.ServicesLastAccessed as unknown[]));
    if (!answer.IsTruncated || !answer.Marker) return { JobStatus: 'COMPLETED', JobType: answer.JobType, ServicesLastAccessed: services };
    marker = answer.Marker;
  }
  throw new ProviderError('failed', `IAM did not tell in time what ${arn} used last.`);
}
