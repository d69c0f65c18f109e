import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { ApiClient } from '../api-client';
import { clientOf, command, group, outputOf, type CommonOptions } from '../command';
import { CliFailure } from '../failure';
import { table } from '../table';
import { parseTiersFile, planTiers, stepText, toTiersFile, type PlanStep } from '../tiers-plan';

interface ApplyOptions extends CommonOptions {
  plan?: boolean;
  prune?: boolean;
}

export function tiersCommand(): Command {
  return group('tiers', 'manage tiers and the rules that fill them', [listCommand(), exportCommand(), applyCommand()]);
}

function listCommand(): Command {
  return command('list', 'list the tiers with their sizes').action(async (options: CommonOptions) => {
    const answer = await clientOf(options).call('GET /v1/tiers');
    const rows = answer.tiers.map(({ tier, name, members, outside, identities }) => [
      String(tier),
      name,
      String(members),
      outside === null || identities === null ? '' : `${outside} of ${identities}`,
    ]);
    outputOf(options).result(answer, table(['TIER', 'NAME', 'MEMBERS', 'OUTSIDE WITH ACCESS'], rows));
  });
}

function exportCommand(): Command {
  return command('export', 'print the tier rules as a file for "cam tiers apply"').action(async (options: CommonOptions) => {
    const { names, rules } = await readTiers(clientOf(options));
    const file = toTiersFile(names, rules);
    outputOf(options).result(file, JSON.stringify(file, null, 2));
  });
}

function applyCommand(): Command {
  return command('apply', 'bring the tier rules to a file; a second run changes nothing')
    .argument('<file>', 'JSON file, as "cam tiers export" prints it')
    .option('--plan', 'show the steps and the number of selected entities without changing anything')
    .option('--prune', 'remove rules that the file lacks')
    .action(async (path: string, options: ApplyOptions) => {
      const text = await readFile(path, 'utf8').catch(() => {
        throw new CliFailure(`${path} does not exist or cannot be read. Check the path.`);
      });
      const client = clientOf(options);
      const { names, rules } = await readTiers(client);
      const steps = planTiers(parseTiersFile(text), names, rules, options.prune === true);
      const output = outputOf(options);
      const lines: string[] = [];
      for (const step of steps) {
        if (options.plan) lines.push(`${stepText(step)}${await selectedText(client, step)}`);
        else {
          await take(client, step);
          output.progress(stepText(step));
        }
      }
      const done = steps.length === 0 ? 'The tenant has these rules already.' : `${steps.length === 1 ? '1 step' : `${steps.length} steps`}`;
      if (options.plan)
        output.result({ steps }, [...lines, steps.length === 0 ? done : `${done} to take. Run without --plan to take them.`].join('\n'));
      else output.result({ steps }, steps.length === 0 ? done : `${done} taken.`);
    });
}

async function readTiers(client: ApiClient) {
  const { tiers } = await client.call('GET /v1/tiers');
  const { rules } = await client.call('GET /v1/tiers/rules');
  return { names: tiers.map(({ name }) => name), rules };
}

/** Returns how many entities a new rule would hold. The server refuses an invalid selection here already. */
async function selectedText(client: ApiClient, step: PlanStep): Promise<string> {
  if (step.step !== 'ADD') return '';
  const { total } = await client.call('POST /v1/tiers/rules/preview', { body: { kind: step.rule.kind, definition: step.rule.definition } });
  return `, which selects ${total === 1 ? '1 entity' : `${total} entities`}`;
}

async function take(client: ApiClient, step: PlanStep): Promise<void> {
  switch (step.step) {
    case 'NAME':
      await client.call('PUT /v1/tiers/names', { body: { names: step.names } });
      return;
    case 'ADD':
      await client.call('POST /v1/tiers/rules', { body: step.rule });
      return;
    case 'CHANGE': {
      const { kind: _kind, ...change } = step.change;
      await client.call('PATCH /v1/tiers/rules/{rule_id}', { path: { rule_id: step.rule_id }, body: { ...change, version: step.version } });
      return;
    }
    case 'REMOVE':
      await client.call('DELETE /v1/tiers/rules/{rule_id}', { path: { rule_id: step.rule_id } });
  }
}
