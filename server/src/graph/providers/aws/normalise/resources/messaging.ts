import type { AccountDraft } from '../account-draft';
import { isoDate } from '../facts';
import type { AwsInventory } from '../../read/inventory';
import { addResource, definedFields, partitionOf } from './add-resource';
import { attachResourcePolicy } from './resource-policy';

/** Adds queues and topics with their policies. */
export function addMessaging(draft: AccountDraft, inventory: AwsInventory): void {
  addQueues(draft, inventory);
  addTopics(draft, inventory);
}

function addQueues(draft: AccountDraft, inventory: AwsInventory): void {
  for (const { fields, origin } of inventory.of('sqs/get-queue-attributes')) {
    const { QueueArn: arn, KmsMasterKeyId: key, SqsManagedSseEnabled: managed, CreatedTimestamp: created } = fields;
    if (!arn) {
      draft.warn(origin, '/QueueArn', 'A queue without QueueArn was left out. Ask for all attributes: --attribute-names All.');
      continue;
    }
    const attributes = {
      public: false,
      ...definedFields({ key }),
      ...(key || managed !== undefined ? { encrypted: Boolean(key) || managed === 'true' } : {}),
      ...(/^\d{1,11}$/.test(created ?? '') ? isoDate('created', new Date(Number(created) * 1000).toISOString()) : {}),
    };
    const queue = addResource(draft, origin, { arn, attributes });
    if (queue) attachResourcePolicy(draft, queue, fields.Policy, origin, '/Policy');
  }
  for (const { fields, origin } of inventory.of('sqs/list-queues')) {
    (fields.QueueUrls ?? []).forEach((url, index) => {
      const arn = queueArn(url);
      const place = `/QueueUrls/${index}`;
      if (arn === null) draft.warn(origin, place, `"${url}" is not the URL of a queue, so it was left out.`);
      else if (!draft.find(arn)) addResource(draft, { ...origin, place: `${origin.place}${place}` }, { arn, attributes: {} });
    });
  }
}

/** Reads `https://sqs.eu-west-1.amazonaws.com/111122223333/jobs`, or the older `https://eu-west-1.queue.amazonaws.com`. */
export function queueArn(url: string): string | null {
  const [, region, older, account, name] =
    /^https:\/\/(?:sqs\.([a-z0-9-]+)|([a-z0-9-]+)\.queue)\.amazonaws\.com(?:\.cn)?\/(\d{12})\/([\w.-]+)$/.exec(url) ?? [];
  const place = region ?? older;
  return place && account && name ? `arn:${partitionOf(place)}:sqs:${place}:${account}:${name}` : null;
}

function addTopics(draft: AccountDraft, inventory: AwsInventory): void {
  for (const { fields, origin } of inventory.of('sns/get-topic-attributes')) {
    const { TopicArn: arn, KmsMasterKeyId: key } = fields;
    if (!arn) {
      draft.warn(origin, '/TopicArn', 'A topic without TopicArn was left out.');
      continue;
    }
    const topic = addResource(draft, origin, { arn, attributes: { public: false, encrypted: Boolean(key), ...definedFields({ key }) } });
    if (topic) attachResourcePolicy(draft, topic, fields.Policy, origin, '/Policy');
  }
  for (const { fields, origin } of inventory.of('sns/list-topics')) {
    const { TopicArn: arn } = fields;
    if (!arn) draft.warn(origin, '/TopicArn', 'A topic without TopicArn was left out.');
    else if (!draft.find(arn)) addResource(draft, origin, { arn, attributes: {} });
  }
}
