import { randomUUID } from 'node:crypto';
import { awsFailure, awsReply, type AwsRequest } from './aws-protocols';
import type { StandInReply } from './stand-in';

interface Message {
  id: string;
  body: string;
  /** Receipt handle for its deletion. Null while it is visible. */
  handle: string | null;
}

/** An SQS queue with a subscription to a topic. A received message stays hidden until it is deleted or given back. */
export class AwsQueue {
  #messages: Message[] = [];

  constructor(
    readonly arn: string,
    readonly topicArn: string,
  ) {}

  get url(): string {
    const [, , , region, account, name] = this.arn.split(':');
    return `https://sqs.${region}.amazonaws.com/${account}/${name}`;
  }

  get bodies(): string[] {
    return this.#messages.map(({ body }) => body);
  }

  send(...bodies: readonly unknown[]): void {
    for (const body of bodies) this.#messages.push({ id: randomUUID(), body: typeof body === 'string' ? body : JSON.stringify(body), handle: null });
  }

  /** Makes received messages visible again, as after their visibility timeout. */
  expireVisibility(): void {
    for (const message of this.#messages) message.handle = null;
  }

  /** Returns the response of SQS and SNS about the queue, or null for other requests. */
  reply(request: AwsRequest): StandInReply | null {
    const { operation, input } = request;
    const [, , , , , name] = this.arn.split(':');
    if (operation === 'ListSubscriptionsByTopic') return input.TopicArn === this.topicArn ? this.#subscriptions(request) : null;
    if (operation === 'GetQueueUrl' && input.QueueName === name) return awsReply(request, { QueueUrl: this.url });
    if (input.QueueUrl !== this.url) return null;
    if (operation === 'ReceiveMessage') return awsReply(request, this.#taken(Number(input.MaxNumberOfMessages ?? 1)));
    return operation === 'DeleteMessageBatch' ? this.#deleted(request) : null;
  }

  /** Two pages of subscriptions, one of which belongs to another system. */
  #subscriptions(request: AwsRequest): StandInReply {
    const of = (Protocol: string, Endpoint: string) => ({
      SubscriptionArn: `${this.topicArn}:${randomUUID()}`,
      TopicArn: this.topicArn,
      Protocol,
      Endpoint,
    });
    return request.input.NextToken === undefined
      ? awsReply(request, {
          Subscriptions: [of('email', 'security@example.com'), of('sqs', `${this.arn}-of-others`.replace('cam-', ''))],
          NextToken: '1',
        })
      : awsReply(request, { Subscriptions: [of('sqs', this.arn)] });
  }

  #taken(most: number): Record<string, unknown> {
    const free = this.#messages.filter(({ handle }) => handle === null).slice(0, most);
    for (const message of free) message.handle = randomUUID();
    return free.length === 0 ? {} : { Messages: free.map(({ id, body, handle }) => ({ MessageId: id, ReceiptHandle: handle, Body: body })) };
  }

  #deleted(request: AwsRequest): StandInReply {
    const entries = (request.input.Entries ?? []) as { Id: string; ReceiptHandle: string }[];
    if (entries.length === 0 || entries.length > 10)
      return awsFailure(request, 400, 'AWS.SimpleQueueService.EmptyBatchRequest', 'One to ten entries.');
    const handles = new Set(entries.map(({ ReceiptHandle: handle }) => handle));
    this.#messages = this.#messages.filter(({ handle }) => handle === null || !handles.has(handle));
    return awsReply(request, { Successful: entries.map(({ Id }) => ({ Id })), Failed: [] });
  }
}
