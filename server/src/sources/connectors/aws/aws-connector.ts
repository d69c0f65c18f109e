import type { Connector, HierarchyNode, Tested } from '../connector';
import { ProviderError } from '../http/provider-error';
import type { Pull, ReadPart } from '../pull';
import { AccountReader } from './account-reader';
import type { AwsClient } from './aws-client';
import { isShut } from './aws-error';
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
import { NOBODY_LISTENS, loggedLetters, type ToldDays } from './changed-days';
import { findTrailQueue } from './trail-queue';

export interface AwsRoleInfo {
  roleArn: string;
  externalId: string;
  /** Of the trail whose files tell what was used; empty: events are looked up. */
  trailArn: string;
  /** That has the trail's bucket; empty: the account of the trail. */
  logAccountId: string;
  /** That the trail tells of new files, and a queue of ours listens to; empty: files are listed day by day. */
  topicArn: string;
}

/** Parts of different services and regions at once; requests of all of them are bounded together. */
const AT_ONCE = 4;

/** Pulls accounts of AWS by a role that lets this server in: identities, the organization, what lies in each region, and what was used. */
export class AwsConnector implements Connector {
  constructor(
    private readonly sessions: RoleSessions,
    private readonly regions: AwsRegions,
    private readonly info: AwsRoleInfo,
  ) {}

  /** An organization where the account runs it, or it is delegated to the account. */
  async test(): Promise<Tested> {
    const client = this.#clientOf(this.#ownAccount);
    const { Account: accountId = this.#ownAccount } = await this.#taken(client, this.#ownAccount);
    await client.call('iam', '', 'GetAccountAuthorizationDetails', { MaxItems: 1 });
    const warnings = (await this.#isOpenToAnybody()) ? [OPEN_TO_ANYBODY] : [];
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
    await this.#taken(client, accountId);
    const grant = `Allow it to the role ${this.#roleName} of ${accountId}: AWS's policies SecurityAudit and ViewOnlyAccess have it.`;
    const reader = new AccountReader(client, pull, accountId, grant);
    const own = accountId === this.#ownAccount ? await organizationParts(reader) : [];
    await pull.parts([...identityParts(reader), ...own], AT_ONCE);
    if (pull.outcome.failure !== null) return;
    const regions = await this.#openRegions(reader);
    await pull.parts([...regions.flatMap((region) => regionalLists(reader, region)), ...bucketLists(reader, this.regions.home)], AT_ONCE);
    if (own.length > 0) {
      await pull.parts(identityCenterLists(reader, regions), AT_ONCE);
      const { first, then } = await identityCenterParts(reader, regions);
      await pull.parts(first, AT_ONCE);
      await pull.parts(then, AT_ONCE);
    }
    await pull.parts([...regions.flatMap((region) => regionalDetails(reader, region)), ...bucketDetails(reader, this.regions.home)], AT_ONCE);
    const trail = await this.#trail(reader);
    await pull.parts([...trailParts(reader, regions, trail, await this.#told(reader, trail)), lastAccessPart(reader)], AT_ONCE);
  }

  get #ownAccount(): string {
    return this.info.roleArn.split(':')[4] ?? '';
  }

  get #roleName(): string {
    return this.info.roleArn.slice(this.info.roleArn.indexOf('/') + 1);
  }

  /** The role of the same name in an account, by the same external id. */
  #clientOf(accountId: string): AwsClient {
    return this.sessions.of(this.info.roleArn.replace(this.#ownAccount, accountId), this.info.externalId);
  }

  async #taken(client: AwsClient, accountId: string): Promise<{ Account?: string }> {
    try {
      return await client.call<{ Account?: string }>('sts', this.regions.home, 'GetCallerIdentity');
    } catch (error) {
      if (!(error instanceof ProviderError) || error.fault !== 'denied' || !error.message.includes('AssumeRole')) throw error;
      const hint = `Create the role ${this.#roleName} in ${accountId} with the stack that the source editor shows, for this server and with this external ID.`;
      throw new ProviderError('denied', `${error.message.replace(/\.?$/, '.')} ${hint}`, error.status, error.code);
    }
  }

  /** A role that also lets in without the external id is open to whoever makes this server ask for it. */
  async #isOpenToAnybody(): Promise<boolean> {
    if (this.info.externalId === '') return false;
    try {
      await this.sessions.of(this.info.roleArn, '').call('sts', this.regions.home, 'GetCallerIdentity');
      return true;
    } catch (error) {
      if (error instanceof ProviderError) return false;
      throw error;
    }
  }

  /** The regions that are on in the account and that its organization does not shut. */
  async #openRegions(reader: AccountReader): Promise<string[]> {
    const { pull, grant } = reader;
    const phase = 'PHASE_PULL_RESOURCES' as const;
    let regions: string[] = [];
    const read = async (): Promise<void> => {
      regions = await pull.staging.answer('.regions', () => this.#regionsOf(reader.client));
    };
    await pull.parts([{ name: 'ec2/describe-regions', phase, grant: `${grant} Without it no region is known.`, read }]);
    const shut = new Set<string>();
    const passing = `Nothing else was asked there. If something runs in the region, let the role ${this.#roleName} through.`;
    const parts = regions.map((region): ReadPart => {
      const list = async (): Promise<void> => {
        try {
          await reader.list(`${region}/`, region, FIRST_LIST);
        } catch (error) {
          if (error instanceof ProviderError && isShut(error)) shut.add(region);
          throw error;
        }
      };
      return { name: region, region, phase, grant: (refused) => (isShut(refused) ? passing : grant), read: list };
    });
    await pull.parts(parts, AT_ONCE);
    return regions.filter((region) => !shut.has(region));
  }

  async #regionsOf(client: AwsClient): Promise<string[]> {
    let last: unknown;
    for (const region of this.regions.first) {
      try {
        const { Regions: found = [] } = await client.call<{ Regions?: { RegionName?: string }[] }>('ec2', region, 'DescribeRegions');
        return found.flatMap(({ RegionName: name }) => name ?? []).sort();
      } catch (error) {
        // A region may be shut for the whole organization; another answers the same.
        if (!(error instanceof ProviderError) || error.fault !== 'denied') throw error;
        last = error;
      }
    }
    throw last;
  }

  /** Of which days the topic of the trail told; where its queue cannot be read, files are listed day by day all the same. */
  async #told(reader: AccountReader, trail: Trail | null): Promise<ToldDays> {
    const { topicArn } = this.info;
    const { notices } = reader.pull.options;
    if (topicArn === '' || trail === null || notices === undefined) return NOBODY_LISTENS;
    try {
      const find = () => findTrailQueue((accountId) => this.#clientOf(accountId), topicArn);
      return await loggedLetters(reader, trail, notices, { topicArn, find });
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const grant = 'Create the stack of the queue that the source editor shows: it lets the role take messages from it.';
      reader.pull.warn(
        'cloudtrail',
        `The queue of the topic cannot be read, so files were listed day by day. ${error.message.replace(/\.?$/, '.')} ${grant}`,
        topicArn,
      );
      return NOBODY_LISTENS;
    }
  }

  /** Null where none is named, or where what is known of it does not tell where its files are: then events are looked up. */
  async #trail({ pull }: AccountReader): Promise<Trail | null> {
    const { trailArn, logAccountId } = this.info;
    if (trailArn === '') return null;
    const [, , , region = '', ofTrail = ''] = trailArn.split(':');
    try {
      const { trailList: [trail] = [] } = await this.#clientOf(ofTrail).call<{
        trailList?: { S3BucketName?: string; S3KeyPrefix?: string; IsOrganizationTrail?: boolean }[];
      }>('cloudtrail', region, 'DescribeTrails', { trailNameList: [trailArn] });
      if (!trail?.S3BucketName) throw new ProviderError('gone', `There is no trail ${trailArn}, or it writes into no bucket.`);
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
      pull.warn('cloudtrail', `The trail of the source cannot be read, so events were looked up. ${error.message.replace(/\.?$/, '.')}`, trailArn);
      return null;
    }
  }
}

const OPEN_TO_ANYBODY =
  'The role can also be taken without the external ID, so others might have this server take it. Demand sts:ExternalId in the trust policy of the role.';
