import { ProviderError } from '../http/provider-error';
import type { Notice, Notices } from '../notices';
import type { AwsClient } from './aws-client';
import type { Trail } from './trail';

/** A queue that receives the notifications of a trail's topic about new files. */
export interface TrailQueue {
  /** Client of the queue's account. */
  client: AwsClient;
  region: string;
  url: string;
}

interface Message {
  MessageId?: string;
  ReceiptHandle?: string;
  Body?: string;
}

/** Name of queues for this server. Other systems can subscribe queues too, and reading those would steal their messages. */
const OURS = /^cam-trail/;
const SQS = 'sqs';
/** Messages per request, the maximum of SQS. */
const BATCH = 10;
/** Most batches per pull. The next pull takes the rest. */
const MOST_BATCHES = 5000;
/** Visibility timeout, in seconds. A received message that is not deleted reappears after it. */
const HIDDEN = 120;
/** Long polling asks all SQS servers, so an empty response means that the queue is empty. In seconds. @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-short-and-long-polling.html */
const WAIT = 1;

/** `AWSLogs/[organization/]account/CloudTrail/region/yyyy/mm/dd/file`. */
const FILE = /AWSLogs\/(?:o-[a-z0-9]+\/)?(\d{12})\/CloudTrail\/([a-z0-9-]+)\/(\d{4})\/(\d\d)\/(\d\d)\/[^/]+\.json\.gz$/;

/**
 * Returns the queue for this server among the subscriptions of a trail's topic. Throws a ProviderError if there is none.
 * @param clientOf returns the client of an account
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
  throw new ProviderError('gone', `No queue whose name starts with cam-trail is subscribed to ${topicArn}.`);
}

/**
 * Stores the notices in a queue, of all accounts, and then deletes its messages. If this is cut off in between, the messages arrive again, which
 * changes nothing.
 * @returns whether the queue was emptied, and the number of unrelated messages, which stay
 */
export async function drainQueue(
  { client, region, url }: TrailQueue,
  trail: Pick<Trail, 'bucket' | 'prefix'>,
  notices: Notices,
): Promise<{ isEmpty: boolean; unrelated: number }> {
  const unrelated = new Set<string>();
  for (let batches = 0; batches < MOST_BATCHES; batches += 1) {
    const input = { QueueUrl: url, MaxNumberOfMessages: BATCH, VisibilityTimeout: HIDDEN, WaitTimeSeconds: WAIT };
    const { Messages: messages = [] } = await client.call<{ Messages?: Message[] }>(SQS, region, 'ReceiveMessage', input);
    if (messages.length === 0) return { isEmpty: true, unrelated: unrelated.size };
    const read = messages.map((message) => ({ message, parsed: parseNotices(message.Body ?? '', trail) }));
    await notices.add(read.flatMap(({ parsed }) => parsed ?? []));
    for (const { message, parsed } of read) if (parsed === null) unrelated.add(message.MessageId ?? '');
    const done = read
      .filter(({ parsed }) => parsed !== null)
      .map(({ message }, index) => ({ Id: String(index), ReceiptHandle: message.ReceiptHandle ?? '' }));
    // A message that is not deleted arrives again.
    if (done.length > 0) await client.call(SQS, region, 'DeleteMessageBatch', { QueueUrl: url, Entries: done });
  }
  return { isEmpty: false, unrelated: unrelated.size };
}

/**
 * Parses a message about a trail: CloudTrail's own notification, through SNS or raw, or one of S3. Returns null for any other message. No address
 * in a message is ever requested.
 * @see https://docs.aws.amazon.com/awscloudtrail/latest/userguide/configure-sns-notifications-for-cloudtrail.html
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html
 */
export function parseNotices(body: string, { bucket, prefix }: Pick<Trail, 'bucket' | 'prefix'>): Notice[] | null {
  const outer = fieldsOf(body);
  const parsed = typeof outer?.Message === 'string' ? fieldsOf(outer.Message) : outer;
  if (parsed === null) return null;
  const keys = [...ofTrail(parsed, bucket), ...ofStore(parsed, bucket)];
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

/** Decodes an object key, which S3 encodes like a form. */
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
