import { setTimeout as delay } from 'node:timers/promises';
import { EVENT_FORMATS, EVENT_KIND_NAMES, type EventKind, type TenantFeedEvent } from '@cam/contracts';
import type { Command } from 'commander';
import { clientOf, command, group, outputOf, type CommonOptions } from '../command';
import { CliFailure } from '../failure';
import { table } from '../table';

/** Pause between two looks for new events, ms. */
const PAUSE = 2000;

/** Most events of one call. */
const PAGE = 1000;

interface EventOptions extends CommonOptions {
  after: string;
  kind?: string[];
}

/** Returns the commands that read events. Webhooks are created and changed in the console and by the API. */
export function eventsCommand(): Command {
  return group('events', 'read what happens in the tenant', [listCommand(), tailCommand(), webhooksCommand(), toBucketCommand(), replayCommand()]);
}

function withFilter(name: string, description: string): Command {
  return command(name, description).option('--kind <kind...>', `kinds: ${EVENT_KIND_NAMES.join(', ')} (default: all that you may read)`);
}

function listCommand(): Command {
  return withFilter('list', 'list events, oldest first')
    .option('--after <position>', 'position after which to begin', '0')
    .action(async (options: EventOptions) => {
      const query = { after: positionOf(options.after), limit: PAGE, ...kindsOf(options) };
      const answer = await clientOf(options).call('GET /v1/events', { query });
      const rows = answer.events.map((event) => [String(event.seq), event.timestamp, event.type, event.subject]);
      outputOf(options).result(answer, table(['POSITION', 'TIME', 'KIND', 'SUBJECT'], rows, 80));
    });
}

function tailCommand(): Command {
  return withFilter('tail', 'print events as they happen, one JSON object in each line, until you stop it')
    .option('--after <position>', 'position after which to begin; the newest event by default')
    .addHelpText('after', '\nExample:\n  cam events tail --kind alert.raised | jq .data.guardrail')
    .action(async (options: Partial<EventOptions>) => {
      const client = clientOf(options);
      const kinds = kindsOf(options);
      const page = (after: number, limit: number) => client.call('GET /v1/events', { query: { after, limit, ...kinds } });
      let position: number = options.after === undefined ? (await page(0, 1)).last : positionOf(options.after);
      for (;;) {
        const answer = await page(position, PAGE);
        for (const event of answer.events) process.stdout.write(`${lineOf(event)}\n`);
        position = answer.next;
        if (answer.events.length < PAGE) await delay(PAUSE);
      }
    });
}

function webhooksCommand(): Command {
  return command('webhooks', 'list the webhooks, with the public keys that verify their messages').action(async (options: CommonOptions) => {
    const answer = await clientOf(options).call('GET /v1/webhooks');
    const rows = answer.webhooks.map((hook) => [
      hook.webhook_id,
      hook.label,
      hook.state.toLowerCase(),
      hook.format,
      String(hook.waiting),
      hook.public_keys.map(({ key, valid_until: until }) => (until === null ? key : `${key} until ${until}`)).join(', ') || '-',
    ]);
    outputOf(options).result(answer, table(['ID', 'NAME', 'STATE', 'FORMAT', 'WAITING', 'PUBLIC KEYS'], rows, 120));
  });
}

interface BucketOptions extends CommonOptions {
  name: string;
  bucket: string;
  region: string;
  prefix?: string;
  endpoint?: string;
  format: string;
  kind?: string[];
}

function toBucketCommand(): Command {
  return withFilter('to-bucket', 'put events into a bucket with the API of S3, as files with one event a line')
    .requiredOption('--name <text>', 'name of the delivery')
    .requiredOption('--bucket <name>', 'name of the bucket')
    .requiredOption('--region <region>', 'region of the bucket')
    .option('--prefix <prefix>', 'beginning of the keys of all files')
    .option('--endpoint <url>', 'address of the storage (default: AWS)')
    .option('--format <format>', EVENT_FORMATS.join(', '), EVENT_FORMATS[0])
    .addHelpText('after', '\nThe keys come from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. They need the right to put objects, and no other.')
    .action(async (options: BucketOptions) => {
      const { AWS_ACCESS_KEY_ID: access_key_id, AWS_SECRET_ACCESS_KEY: secret_access_key } = process.env;
      if (!access_key_id || !secret_access_key) throw new CliFailure('Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to the keys of the bucket.');
      const format = EVENT_FORMATS.find((one) => one === options.format.toUpperCase());
      if (!format) throw new CliFailure(`Unknown format "${options.format}". Choose from: ${EVENT_FORMATS.join(', ')}.`);
      const { name: label, bucket, region, prefix, endpoint } = options;
      const place = { bucket, region, access_key_id, secret_access_key, ...(prefix ? { prefix } : {}), ...(endpoint ? { endpoint } : {}) };
      const body = { label, format, bucket: place, kinds: kindsOf(options).kinds ?? [] };
      const { webhook } = await clientOf(options).call('POST /v1/webhooks', { body });
      outputOf(options).result(webhook, `Events go to ${webhook.url} from now on. The delivery has the id ${webhook.webhook_id}.`);
    });
}

function replayCommand(): Command {
  return command('replay', 'send the kept events of a webhook or bucket again')
    .argument('<webhook id>', 'id from "events webhooks"')
    .option('--after <position>', 'position after which to begin', '0')
    .action(async (webhook_id: string, options: EventOptions) => {
      const body = { after: positionOf(options.after) };
      const webhook = await clientOf(options).call('POST /v1/webhooks/{webhook_id}/replay', { path: { webhook_id }, body });
      outputOf(options).result(webhook, `Sending ${webhook.waiting} events again.`);
    });
}

function lineOf(event: TenantFeedEvent): string {
  return JSON.stringify(event);
}

function positionOf(text: string): number {
  const position = Number(text);
  if (!Number.isSafeInteger(position) || position < 0) throw new CliFailure(`Invalid position "${text}". Use a whole number from "events list".`);
  return position;
}

function kindsOf({ kind = [] }: { kind?: string[] }): { kinds?: EventKind[] } {
  const unknown = kind.find((one) => !(EVENT_KIND_NAMES as readonly string[]).includes(one));
  if (unknown !== undefined) throw new CliFailure(`Unknown kind "${unknown}". Kinds: ${EVENT_KIND_NAMES.join(', ')}.`);
  return kind.length === 0 ? {} : { kinds: kind as EventKind[] };
}
