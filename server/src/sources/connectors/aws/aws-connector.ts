import type { Connector, HierarchyNode, ConnectionTest } from '../connector';
import { ProviderError } from '../http/provider-error';
import type { Pull, ReadPart } from '../pull';
import { AccountReader } from './account-reader';
import type { AwsClient } from './aws-client';
import { isRegionBlocked } from './aws-error';
import { bucketDetails, bucketLists } from './bucket-parts';
import { AwsHierarchy } from './aws-hierarchy';
import { identityCenterLists, identityCenterParts } from './identity-center-parts';
import { identityParts, lastAccessPart } from './identity-parts';
import { organizationParts } from './organization-parts';
import { FIRST_LIST } from './regional-calls';
import { regionalDetails, regionalLists } from './regional-parts';
import type { AwsRegions } from './regions';
import type { RoleSessions } from './role-session';
import { trailParts } from './trail-parts';
import type { Trail } from './trail';
import { NO_CHANGED_DAYS, readChangedDays, type ChangedDays } from './changed-days';
import { findTrailQueue } from './trail-queue';

export interface AwsRoleInfo {
  roleArn: string;
  externalId: string;
  /** ARN of the trail whose files are read. Empty: events are looked up. */
  trailArn: string;
  /** Account of the trail's bucket. Empty: the account of the trail. */
  logAccountId: string;
  /** ARN of the topic that announces new files to a queue of ours. Empty: files are listed day by day. */
  topicArn: string;
}

/** Parts of different services and regions to read in parallel. The client bounds their requests together. */
const AT_ONCE = 4;

/** Pulls AWS accounts through a role that trusts this server: identities, the organization, resources of each region, and usage. */
export class AwsConnector implements Connector {
  constructor(
    private readonly sessions: RoleSessions,
    private readonly regions: AwsRegions,
    private readonly info: AwsRoleInfo,
  ) {}

  /** Finds an organization if the account is its management account or a delegated administrator; otherwise the account. */
  async test(): Promise<ConnectionTest> {
    const client = this.#clientOf(this.#ownAccount);
    const { Account: accountId = this.#ownAccount } = await this.#callerIdentity(client, this.#ownAccount);
    await client.call('iam', '', 'GetAccountAuthorizationDetails', { MaxItems: 1 });
    const warnings = (await this.#acceptsAnyExternalId()) ? [NO_EXTERNAL_ID] : [];
    const organization = await new AwsHierarchy(client).identity();
    if (organization) return { kind: 'ORGANIZATION', id: organization.id, name: organization.id, warnings };
    const { AccountAliases: [alias] = [] } = await client
      .call<{ AccountAliases?: string[] }>('iam', '', 'ListAccountAliases')
      .catch(() => ({ AccountAliases: [] }));
    return { kind: 'ACCOUNT', id: accountId, name: alias ?? accountId, warnings };
  }

  async hierarchy(): Promise<HierarchyNode> {
    return new AwsHierarchy(this.#clientOf(this.#ownAccount)).root();
  }

  async pull(accountId: string, pull: Pull): Promise<void> {
    const client = this.#clientOf(accountId);
    await this.#callerIdentity(client, accountId);
    const grant = `Allow it for the role ${this.#roleName} in ${accountId}. AWS's policies SecurityAudit and ViewOnlyAccess include it.`;
    const reader = new AccountReader(client, pull, accountId, grant);
    const own = accountId === this.#ownAccount ? await organizationParts(reader) : [];
    await pull.parts([...identityParts(reader), ...own], AT_ONCE);
    if (pull.outcome.failure !== null) return;
    const regions = await this.#enabledRegions(reader);
    await pull.parts([...regions.flatMap((region) => regionalLists(reader, region)), ...bucketLists(reader, this.regions.home)], AT_ONCE);
    if (own.length > 0) {
      await pull.parts(identityCenterLists(reader, regions), AT_ONCE);
      const { first, then } = await identityCenterParts(reader, regions);
      await pull.parts(first, AT_ONCE);
      await pull.parts(then, AT_ONCE);
    }
    await pull.parts([...regions.flatMap((region) => regionalDetails(reader, region)), ...bucketDetails(reader, this.regions.home)], AT_ONCE);
    const trail = await this.#trail(reader);
    await pull.parts([...trailParts(reader, regions, trail, await this.#changedDays(reader, trail)), lastAccessPart(reader)], AT_ONCE);
  }

  get #ownAccount(): string {
    return this.info.roleArn.split(':')[4] ?? '';
  }

  get #roleName(): string {
    return this.info.roleArn.slice(this.info.roleArn.indexOf('/') + 1);
  }

  /** Returns a client with the role of the same name in an account, with the same external ID. */
  #clientOf(accountId: string): AwsClient {
    return this.sessions.clientOf(this.info.roleArn.replace(this.#ownAccount, accountId), this.info.externalId);
  }

  async #callerIdentity(client: AwsClient, accountId: string): Promise<{ Account?: string }> {
    try {
      return await client.call<{ Account?: string }>('sts', this.regions.home, 'GetCallerIdentity');
    } catch (error) {
      if (!(error instanceof ProviderError) || error.fault !== 'denied' || !error.message.includes('AssumeRole')) throw error;
      const hint = `Create the role ${this.#roleName} in ${accountId} with the stack from the source editor. It must trust this server and this external ID.`;
      throw new ProviderError('denied', `${error.message.replace(/\.?$/, '.')} ${hint}`, error.status, error.code);
    }
  }

  /** Returns whether the role trusts this server without the external ID. Then any tenant of this server could use it. @see https://docs.aws.amazon.com/IAM/latest/UserGuide/confused-deputy.html */
  async #acceptsAnyExternalId(): Promise<boolean> {
    if (this.info.externalId === '') return false;
    try {
      await this.sessions.clientOf(this.info.roleArn, '').call('sts', this.regions.home, 'GetCallerIdentity');
      return true;
    } catch (error) {
      if (error instanceof ProviderError) return false;
      throw error;
    }
  }

  /** Returns the regions that are enabled in the account and that its organization does not block. */
  async #enabledRegions(reader: AccountReader): Promise<string[]> {
    const { pull, grant } = reader;
    const phase = 'PHASE_PULL_RESOURCES' as const;
    let regions: string[] = [];
    const read = async (): Promise<void> => {
      regions = await pull.staging.response('.regions', () => this.#regionsOf(reader.client));
    };
    await pull.parts([{ name: 'ec2/describe-regions', phase, grant: `${grant} Without it, the regions are unknown.`, read }]);
    const blocked = new Set<string>();
    const exemption = `The rest of the region was skipped. If the region has resources, exempt the role ${this.#roleName} from the policy that blocks it.`;
    const parts = regions.map((region): ReadPart => {
      const list = async (): Promise<void> => {
        try {
          await reader.list(`${region}/`, region, FIRST_LIST);
        } catch (error) {
          if (error instanceof ProviderError && isRegionBlocked(error)) blocked.add(region);
          throw error;
        }
      };
      return { name: region, region, phase, grant: (refused) => (isRegionBlocked(refused) ? exemption : grant), read: list };
    });
    await pull.parts(parts, AT_ONCE);
    return regions.filter((region) => !blocked.has(region));
  }

  async #regionsOf(client: AwsClient): Promise<string[]> {
    let last: unknown;
    for (const region of this.regions.discoveryRegions) {
      try {
        const { Regions: found = [] } = await client.call<{ Regions?: { RegionName?: string }[] }>('ec2', region, 'DescribeRegions');
        return found.flatMap(({ RegionName: name }) => name ?? []).sort();
      } catch (error) {
        // The organization can block a region. Any other region returns the same list.
        if (!(error instanceof ProviderError) || error.fault !== 'denied') throw error;
        last = error;
      }
    }
    throw last;
  }

  /** Returns the days with new log files according to the trail's topic. If its queue cannot be read, files are listed day by day. */
  async #changedDays(reader: AccountReader, trail: Trail | null): Promise<ChangedDays> {
    const { topicArn } = this.info;
    const { notices } = reader.pull.options;
    if (topicArn === '' || trail === null || notices === undefined) return NO_CHANGED_DAYS;
    try {
      const find = () => findTrailQueue((accountId) => this.#clientOf(accountId), topicArn);
      return await readChangedDays(reader, trail, notices, { topicArn, find });
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const grant = 'Create the queue stack from the source editor. It allows the role to receive messages.';
      reader.pull.warn(
        'cloudtrail',
        `The queue of the topic cannot be read, so log files were listed day by day. ${error.message.replace(/\.?$/, '.')} ${grant}`,
        topicArn,
      );
      return NO_CHANGED_DAYS;
    }
  }

  /** Returns the location of the trail's files. Null if no trail is named or its bucket is unknown; then events are looked up. */
  async #trail({ pull }: AccountReader): Promise<Trail | null> {
    const { trailArn, logAccountId } = this.info;
    if (trailArn === '') return null;
    const [, , , region = '', ofTrail = ''] = trailArn.split(':');
    try {
      const { trailList: [trail] = [] } = await this.#clientOf(ofTrail).call<{
        trailList?: { S3BucketName?: string; S3KeyPrefix?: string; IsOrganizationTrail?: boolean }[];
      }>('cloudtrail', region, 'DescribeTrails', { trailNameList: [trailArn] });
      if (!trail?.S3BucketName) throw new ProviderError('gone', `The trail ${trailArn} does not exist or has no bucket.`);
      const client = this.#clientOf(logAccountId || ofTrail);
      const organization = trail.IsOrganizationTrail ? await new AwsHierarchy(this.#clientOf(ofTrail)).organizationId() : '';
      return {
        client,
        region: await client.regionOfBucket(trail.S3BucketName),
        bucket: trail.S3BucketName,
        prefix: trail.S3KeyPrefix ? `${trail.S3KeyPrefix}/` : '',
        organization: organization && `${organization}/`,
      };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      pull.warn(
        'cloudtrail',
        `The trail of the source cannot be read, so events were looked up instead. ${error.message.replace(/\.?$/, '.')}`,
        trailArn,
      );
      return null;
    }
  }
}

const NO_EXTERNAL_ID =
  'The role can be assumed without the external ID, so another tenant of this server could use it. Require sts:ExternalId in its trust policy.';
