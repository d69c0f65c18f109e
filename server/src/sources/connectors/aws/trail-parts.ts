import { createHash } from 'node:crypto';
import type { ReadPart } from '../pull';
import { inField, type Page } from '../staging';
import type { AccountReader } from './account-reader';
import type { AwsInput } from './aws-client';
import type { ChangedDays } from './changed-days';
import type { Trail } from './trail';

interface LookupPage {
  Events?: { CloudTrailEvent?: string }[];
  NextToken?: string;
}

const DAY = 86_400_000;
/** Longest window that is read from the bucket. A longer one has too many files, so events are looked up; management events reach back 90 days. */
const FROM_BUCKET = 14 * DAY;
/** Events per page, the maximum of AWS. */
const IN_PAGE = 50;
/** Most pages per region. At the limit of two requests per second, they take a quarter of an hour. */
const MOST_PAGES = 2000;
const LOOKUP = 'cloudtrail/lookup-events';

/** Returns the parts that read the events of each region: from the files of a trail for a short window, or by lookup. */
export function trailParts(reader: AccountReader, regions: readonly string[], trail: Trail | null, changes: ChangedDays): ReadPart[] {
  const { since, until } = reader.pull.options;
  const fromBucket = trail !== null && until.getTime() - since.getTime() <= FROM_BUCKET;
  return regions.map((region) => ({
    name: `${region}/${fromBucket ? 'cloudtrail' : LOOKUP}`,
    region,
    phase: 'PHASE_PULL_USAGE',
    grant: fromBucket
      ? `Grant the role in the account of the bucket ${trail.bucket} s3:ListBucket and s3:GetObject on it, and kms:Decrypt on its key.`
      : reader.grant,
    read: () => (fromBucket ? files(reader, region, trail, changes) : lookUp(reader, region)),
  }));
}

/** Looks up events, the newest first, so a very busy region lacks its oldest events. @param most pages */
export async function lookUp({ client, pull }: Pick<AccountReader, 'client' | 'pull'>, region: string, most = MOST_PAGES): Promise<void> {
  const { since, until } = pull.options;
  const input = { StartTime: since.getTime() / 1000, EndTime: until.getTime() / 1000, MaxResults: IN_PAGE };
  let pages = 0;
  const read = async (next: string | null): Promise<Page<unknown>> => {
    const answer = await client.call<LookupPage>('cloudtrail', region, 'LookupEvents', next === null ? input : { ...input, NextToken: next });
    pages += 1;
    const isEnough = pages >= most && answer.NextToken !== undefined;
    if (isEnough) {
      const limit = `The region has more than ${most * IN_PAGE} events since ${since.toISOString().slice(0, 10)}. Only the latest were read.`;
      pull.warn(LOOKUP, `${limit} To read all events from tomorrow on, enter a trail in the source.`, region);
    }
    return { items: answer.Events ?? [], next: isEnough ? null : (answer.NextToken ?? null) };
  };
  await pull.staging.list(`${region}/${LOOKUP}`, read, inField('Events'));
}

/** Reads the files of the trail, which has a folder for each day. Files of past days never change, but some arrive late. */
async function files({ pull, accountId }: AccountReader, region: string, trail: Trail, changes: ChangedDays): Promise<void> {
  const { since, until } = pull.options;
  const days = new Set(changes.daysIn(region));
  if (!changes.isComplete) for (let at = since.getTime(); at <= until.getTime(); at += DAY) days.add(new Date(at).toISOString().slice(0, 10));
  for (const day of [...days].sort()) {
    const prefix = `${trail.prefix}AWSLogs/${trail.organization}${accountId}/CloudTrail/${region}/${day.replaceAll('-', '/')}/`;
    const keys = async (next: string | null): Promise<Page<{ Key: string }>> => {
      const listInput = { Bucket: trail.bucket, prefix, ...(next === null ? undefined : { 'continuation-token': next }) } as AwsInput;
      const { Contents: found, NextContinuationToken: more } = await trail.client.call<{
        Contents?: { Key: string }[];
        NextContinuationToken?: string;
      }>('s3', trail.region, 'ListObjectsV2', listInput);
      return { items: found ?? [], next: more ?? null };
    };
    for await (const { Key } of pull.staging.entries(`.trail-${region}-${day}`, keys)) {
      if (!Key.endsWith('.json.gz')) continue;
      const name = createHash('sha256').update(Key).digest('hex').slice(0, 32);
      await pull.staging.file(`${region}/cloudtrail/${day}-${name}.json.gz`, () => trail.client.object(trail.region, trail.bucket, Key));
    }
  }
}
