import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { clientOf, command, group, outputOf, type CommonOptions } from '../command';
import { parseExclusionsFile, planExclusions } from '../exclusions-plan';
import { CliFailure } from '../failure';
import { table } from '../table';

export function exclusionsCommand(): Command {
  return group('exclusions', 'manage the findings that the tenant accepts for a time', [listCommand(), applyCommand()]);
}

function listCommand(): Command {
  return command('list', 'list the exclusions, those that end first at the top')
    .option('--expiring <days>', 'only those that end within this time, for example 30d')
    .action(async (options: CommonOptions & { expiring?: string }) => {
      const query = options.expiring === undefined ? {} : { ending_within: daysOf(options.expiring) };
      const answer = await clientOf(options).call('GET /v1/exclusions', { query });
      const rows = answer.exclusions.map(({ kind, state, ends_on: end, hides, owner, reason }) => [
        kind,
        state,
        end ?? 'no end',
        String(hides),
        owner,
        reason,
      ]);
      outputOf(options).result(answer, table(['FINDINGS', 'STATE', 'ENDS', 'HIDES', 'OWNER', 'REASON'], rows));
    });
}

function applyCommand(): Command {
  return command('apply', 'bring the exclusions to a file; a second run changes nothing')
    .argument('<file>', 'JSON file with a list "exclusions"')
    .option('--plan', 'show the steps and what each exclusion would hide, without changing anything')
    .action(async (path: string, options: CommonOptions & { plan?: boolean }) => {
      const text = await readFile(path, 'utf8').catch(() => {
        throw new CliFailure(`${path} does not exist or cannot be read. Check the path.`);
      });
      const client = clientOf(options);
      const steps = planExclusions(parseExclusionsFile(text), (await client.call('GET /v1/exclusions')).exclusions);
      const output = outputOf(options);
      const lines: string[] = [];
      for (const one of steps) {
        const { kind, scope, reason, category, owner, ticket, ends_on } = one.exclusion;
        if (options.plan) {
          const { hides } = await client.call('POST /v1/exclusions/preview', { body: { kind, scope } });
          lines.push(`${one.step === 'ADD' ? 'Add' : 'Change'} "${reason}", which hides ${hides === 1 ? '1 finding' : `${hides} findings`}`);
        } else if (one.step === 'ADD') await client.call('POST /v1/exclusions', { body: one.exclusion });
        else {
          const body = { version: one.version, reason, category, owner, ticket, ends_on };
          await client.call('PATCH /v1/exclusions/{exclusion_id}', { path: { exclusion_id: one.exclusion_id }, body });
        }
      }
      const count = steps.length === 1 ? '1 step' : `${steps.length} steps`;
      if (steps.length === 0) output.result({ steps }, 'The tenant has these exclusions already.');
      else output.result({ steps }, options.plan ? [...lines, `${count} to take. Run without --plan to take them.`].join('\n') : `${count} taken.`);
    });
}

function daysOf(text: string): number {
  const days = /^(\d{1,3})d?$/.exec(text)?.[1];
  if (days === undefined) throw new CliFailure(`"${text}" is not a number of days. Enter for example 30d.`);
  return Number(days);
}
