import { createHash } from 'node:crypto';
import type { ReadPart } from '../pull';
import { under, type Page } from '../staging';
import type { AccountReader } from './account-reader';
import type { AwsInput } from './aws-client';
import type { ToldDays } from './changed-days';
import type { Trail } from './trail';

interface LookupPage {
  Events?: { CloudTrailEvent?: string }[];
  NextToken?: string;
}

const DAY = 86_400_000;
/** Longer ago, events are looked up: of so many days a bucket has more files than anybody waits for, and management events reach back 90 days. */
const FROM_BUCKET = 14 * DAY;
/** Events of a page, the most that AWS gives. */
const IN_PAGE = 50;
/** Most pages of a region: at the two a second that AWS allows, a quarter of an hour. */
const MOST_PAGES = 2000;
const LOOKUP = 'cloudtrail/lookup-events';

/** What was called in each region: of the files of a trail where there is one and they are few, else looked up. */
export function trailParts(reader: AccountReader, regions: readonly string[], trail: Trail | null, told: ToldDays): ReadPart[] {
  const { since, until } = reader.pull.options;
  const fromBucket = trail !== null && until.getTime() - since.getTime() <= FROM_BUCKET;
  return regions.map((region) => ({
    name: `${region}/${fromBucket ? 'cloudtrail' : LOOKUP}`,
    region,
    phase: 'PHASE_PULL_USAGE',
    grant: fromBucket
      ? `Allow the role of the account that has the bucket ${trail.bucket} s3:ListBucket and s3:GetObject on it, and kms:Decrypt on its key.`
      : reader.grant,
    read: () => (fromBucket ? files(reader, region, trail, told) : lookUp(reader, region)),
  }));
}

/** The newest come first, so what is left out of a very busy region is what was longest ago. @param most pages */
export async function lookUp({ client, pull }: Pick<AccountReader, 'client' | 'pull'>, region: string, most = MOST_PAGES): Promise<void> {
  const { since, until } = pull.options;
  const input = { StartTime: since.getTime() / 1000, EndTime: until.getTime() / 1000, MaxResults: IN_PAGE };
  let pages = 0;
  const read = async (next: string | null): Promise<Page<unknown>> => {
    const answer = await client.call<LookupPage>('cloudtrail', region, 'LookupEvents', next === null ? input : { ...input, NextToken: next });
    pages += 1;
    const isEnough = pages >= most && answer.NextToken !== undefined;
    if (isEnough) {
      const said = `More than ${most * IN_PAGE} events were called since ${since.toISOString().slice(0, 10)}; the latest were read.`;
      pull.warn(LOOKUP, `${said} From tomorrow on, name a trail in the source to have all of them.`, region);
    }
    return { items: answer.Events ?? [], next: isEnough ? null : (answer.NextToken ?? null) };
  };
  await pull.staging.list(`${region}/${LOOKUP}`, read, under('Events'));
}

/** Files lie in a folder for each day; those of a day that is over are never changed, but some may come late. */
async function files({ pull, accountId }: AccountReader, region: string, trail: Trail, told: ToldDays): Promise<void> {
  const { since, until } = pull.options;
  const days = new Set(told.daysOf(region));
  if (!told.isWhole) for (let at = since.getTime(); at <= until.getTime(); at += DAY) days.add(new Date(at).toISOString().slice(0, 10));
  for (const day of [...days].sort()) {
    const prefix = `${trail.prefix}AWSLogs/${trail.organization}${accountId}/CloudTrail/${region}/${day.replaceAll('-', '/')}/`;
    const keys = async (next: string | null): Promise<Page<{ Key: string }>> => {
      const asked = { Bucket: trail.bucket, prefix, ...(next === null ? undefined : { 'continuation-token': next }) } as AwsInput;
      const { Contents: found, NextContinuationToken: more } = await trail.client.call<{
        Contents?: { Key: string }[];
        NextContinuationToken?: string;
      }>('s3', trail.region, 'ListObjectsV2', asked);
      return { items: found ?? [], next: more ?? null };
    };
    for await (const { Key } of pull.staging.entries(`.trail-${region}-${day}`, keys)) {
      if (!Key.endsWith('.json.gz')) continue;
      const name = createHash('sha256').update(Key).digest('hex').slice(0, 32);
      await pull.staging.file(`${region}/cloudtrail/${day}-${name}.json.gz`, () => trail.client.object(trail.region, trail.bucket, Key));
    }
  }
}
