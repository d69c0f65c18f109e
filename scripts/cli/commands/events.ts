import { setTimeout as delay } from 'node:timers/promises';
import { EVENT_KIND_NAMES, type EventKind, type TenantFeedEvent } from '@cam/contracts';
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
  return group('events', 'read what happens in the tenant', [listCommand(), tailCommand(), webhooksCommand()]);
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
