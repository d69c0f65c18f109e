import { ProviderError } from '../http/provider-error';
import type { Notice, Notices } from '../notices';
import type { AwsClient } from './aws-client';
import type { Trail } from './trail';

/** A queue that the topic of a trail tells of each new file. */
export interface TrailQueue {
  /** Of the account that has the queue. */
  client: AwsClient;
  region: string;
  url: string;
}

interface Message {
  MessageId?: string;
  ReceiptHandle?: string;
  Body?: string;
}

/** Queues of others may be subscribed as well; what is read of those would be gone for them. */
const OURS = /^cam-trail/;
const SQS = 'sqs';
/** At once, as SQS allows. */
const BATCH = 10;
/** Batches of one pull; what is left is for the next one. */
const MOST_BATCHES = 5000;
/** A message that was given out comes again after so long, s, where it was not deleted. */
const HIDDEN = 120;
/** Waiting for a moment asks all of SQS's servers: an answer without messages means that there are none. */
const WAIT = 1;

/** `AWSLogs/[organization/]account/CloudTrail/region/yyyy/mm/dd/file`. */
const FILE = /AWSLogs\/(?:o-[a-z0-9]+\/)?(\d{12})\/CloudTrail\/([a-z0-9-]+)\/(\d{4})\/(\d\d)\/(\d\d)\/[^/]+\.json\.gz$/;

/**
 * The queue that is made for this server, of those that are subscribed to the topic of a trail. Throws a ProviderError where there is none.
 * @param clientOf an account
 */
export async function findTrailQueue(clientOf: (accountId: string) => AwsClient, topicArn: string): Promise<TrailQueue> {
  const [, , , region = '', ofTopic = ''] = topicArn.split(':');
  const client = clientOf(ofTopic);
  for (let next: string | undefined, isFirst = true; isFirst || next; isFirst = false) {
    const answer: { Subscriptions?: { Protocol?: string; Endpoint?: string }[]; NextToken?: string } = await client.call(
      'sns',
      region,
      'ListSubscriptionsByTopic',
      next ? { TopicArn: topicArn, NextToken: next } : { TopicArn: topicArn },
    );
    for (const { Protocol: protocol, Endpoint: arn = '' } of answer.Subscriptions ?? []) {
      const [, , , ofQueue = '', accountId = '', name = ''] = arn.split(':');
      if (protocol !== SQS || !OURS.test(name)) continue;
      const owner = clientOf(accountId);
      const { QueueUrl: url = '' } = await owner.call<{ QueueUrl?: string }>(SQS, ofQueue, 'GetQueueUrl', {
        QueueName: name,
        QueueOwnerAWSAccountId: accountId,
      });
      return { client: owner, region: ofQueue, url };
    }
    next = answer.NextToken;
  }
  throw new ProviderError('gone', `No queue whose name begins with cam-trail is subscribed to ${topicArn}.`);
}

/**
 * Writes down what the queue tells, of all accounts, and deletes it there afterwards: what is cut off in between is told again, which changes nothing.
 * @returns whether all was taken over, and how many messages tell of something else: they stay
 */
export async function listen(
  { client, region, url }: TrailQueue,
  trail: Pick<Trail, 'bucket' | 'prefix'>,
  notices: Notices,
): Promise<{ isWhole: boolean; strange: number }> {
  const strange = new Set<string>();
  for (let batches = 0; batches < MOST_BATCHES; batches += 1) {
    const input = { QueueUrl: url, MaxNumberOfMessages: BATCH, VisibilityTimeout: HIDDEN, WaitTimeSeconds: WAIT };
    const { Messages: messages = [] } = await client.call<{ Messages?: Message[] }>(SQS, region, 'ReceiveMessage', input);
    if (messages.length === 0) return { isWhole: true, strange: strange.size };
    const read = messages.map((message) => ({ message, told: noticesOf(message.Body ?? '', trail) }));
    await notices.add(read.flatMap(({ told }) => told ?? []));
    for (const { message, told } of read) if (told === null) strange.add(message.MessageId ?? '');
    const done = read
      .filter(({ told }) => told !== null)
      .map(({ message }, index) => ({ Id: String(index), ReceiptHandle: message.ReceiptHandle ?? '' }));
    // One that could not be deleted comes again.
    if (done.length > 0) await client.call(SQS, region, 'DeleteMessageBatch', { QueueUrl: url, Entries: done });
  }
  return { isWhole: false, strange: strange.size };
}

/**
 * What a message tells of a trail: CloudTrail's own notification, by SNS or raw, or one of S3. Null: something else. Nothing is ever asked at an address in it.
 * Sources: CloudTrail User Guide, "Configuring Amazon SNS notifications"; Amazon S3 User Guide, "Event message structure".
 */
export function noticesOf(body: string, { bucket, prefix }: Pick<Trail, 'bucket' | 'prefix'>): Notice[] | null {
  const outer = fieldsOf(body);
  const told = typeof outer?.Message === 'string' ? fieldsOf(outer.Message) : outer;
  if (told === null) return null;
  const keys = [...ofTrail(told, bucket), ...ofStore(told, bucket)];
  if (keys.length === 0) return null;
  return keys.flatMap((key) => {
    const [, accountId = '', region = '', year, month, day] = (key.startsWith(prefix) && FILE.exec(key)) || [];
    return accountId === '' ? [] : [{ accountId, region, day: `${year}-${month}-${day}` }];
  });
}

function ofTrail({ s3Bucket, s3ObjectKey: keys }: Record<string, unknown>, bucket: string): string[] {
  return s3Bucket === bucket && Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
}

function ofStore({ Records: records }: Record<string, unknown>, bucket: string): string[] {
  if (!Array.isArray(records)) return [];
  return (records as { s3?: { bucket?: { name?: unknown }; object?: { key?: unknown } } }[]).flatMap((record) => {
    const { bucket: of, object } = record?.s3 ?? {};
    if (of?.name !== bucket || typeof object?.key !== 'string') return [];
    return [decoded(object.key)];
  });
}

/** S3 writes names as forms do. */
function decoded(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    return '';
  }
}

function fieldsOf(text: string): Record<string, unknown> | null {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
