import type { Command } from 'commander';
import { SEVERITIES, type Api, type Severity, type TicketRule } from '@cam/contracts/server';
import { clientOf, command, group, outputOf, type CommonOptions } from '../command';
import { CliFailure } from '../failure';
import { table } from '../table';
import { chosen, ticketSystems } from './ticket-systems';

interface AddOptions extends CommonOptions {
  name: string;
  in?: string;
  group?: boolean;
  riskAbove?: string;
  tier?: string;
  severity?: string[];
  guardrail?: string[];
  account?: string[];
  dryRun?: boolean;
}

type NewRule = Api['POST /v1/tickets/rules']['body'];

/** Returns the commands for rules that make tickets. */
export function ticketRulesCommand(): Command {
  return group('rules', 'manage rules that make tickets by themselves', [listCommand(), addCommand(), deleteCommand()]);
}

function listCommand(): Command {
  return command('list', 'list the rules').action(async (options: CommonOptions) => {
    const answer = await clientOf(options).call('GET /v1/tickets/rules');
    const rows = answer.rules.map((rule) => [
      rule.rule_id,
      rule.name,
      conditionsOf(rule),
      `a ticket for each ${rule.about === 'GROUP' ? 'group' : 'alert'} in ${rule.connection_label}`,
      String(rule.tickets_count),
    ]);
    outputOf(options).result(answer, table(['ID', 'NAME', 'WHEN', 'THEN', 'TICKETS'], rows, 80));
  });
}

function addCommand(): Command {
  return command('add', 'add a rule; an alert must meet all of its conditions')
    .requiredOption('--name <text>', 'name of the rule')
    .option('--in <name>', 'name of the connection; only needed if there are several')
    .option('--group', 'one ticket for each group of alerts by cause (default: one for each alert)')
    .option('--risk-above <number>', 'only alerts with a higher risk, 0 to 100')
    .option('--tier <number>', 'only alerts about this tier or a more important one, 0 to 3')
    .option('--severity <severity...>', SEVERITIES.join(', ').toLowerCase())
    .option('--guardrail <id...>', 'ids of guardrails')
    .option('--account <id...>', 'ids of accounts')
    .option('--dry-run', 'only count the tickets that it would make now')
    .addHelpText('after', '\nExample:\n  cam tickets rules add --name "Crown jewels" --risk-above 75 --tier 1 --severity high --group')
    .action(async (options: AddOptions) => {
      const client = clientOf(options);
      const { connection_id } = chosen(await ticketSystems(client), options.in);
      const conditions = {
        connection_id,
        about: options.group ? ('GROUP' as const) : ('ALERT' as const),
        risk_above: numberOf(options.riskAbove, '--risk-above', 100),
        max_tier: numberOf(options.tier, '--tier', 3),
        severities: (options.severity ?? []).map(severityOf),
        monitor_ids: options.guardrail ?? [],
        account_ids: options.account ?? [],
      } satisfies Omit<NewRule, 'name'>;
      const preview = await client.call('POST /v1/tickets/rules/preview', { body: conditions });
      const words = `${preview.tickets_count === 1 ? '1 ticket' : `${preview.tickets_count} tickets`} now, about ${preview.alerts_count} alerts`;
      if (options.dryRun) return outputOf(options).result(preview, `The rule would make ${words}.`);
      const rule = await client.call('POST /v1/tickets/rules', { body: { name: options.name, ...conditions } });
      outputOf(options).result(rule, `Added the rule ${rule.rule_id}. It makes ${words}.`);
    });
}

function deleteCommand(): Command {
  return command('delete', 'delete a rule; its tickets stay')
    .argument('<rule id>', 'id from "tickets rules list"')
    .action(async (rule_id: string, options: CommonOptions) => {
      await clientOf(options).call('DELETE /v1/tickets/rules/{rule_id}', { path: { rule_id } });
      outputOf(options).result({ rule_id, deleted: true }, `Deleted the rule ${rule_id}.`);
    });
}

function conditionsOf({ risk_above: risk, max_tier: tier, severities, monitor_ids: guardrails, account_ids: accounts }: TicketRule): string {
  const all = [
    ...(risk === null ? [] : [`risk > ${risk}`]),
    ...(tier === null ? [] : [`tier <= ${tier}`]),
    ...(severities.length === 0 ? [] : [`severity ${severities.join(' or ').toLowerCase()}`]),
    ...(guardrails.length === 0 ? [] : [`guardrail ${guardrails.join(' or ')}`]),
    ...(accounts.length === 0 ? [] : [`account ${accounts.join(' or ')}`]),
  ];
  return all.join(' and ') || 'any alert';
}

function numberOf(text: string | undefined, option: string, most: number): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < 0 || value > most)
    throw new CliFailure(`Invalid value "${text}" for ${option}. Use a whole number from 0 to ${most}.`);
  return value;
}

function severityOf(text: string): Severity {
  const severity = SEVERITIES.find((one) => one === text.toUpperCase());
  if (!severity) throw new CliFailure(`Unknown severity "${text}". Choose from: ${SEVERITIES.join(', ').toLowerCase()}.`);
  return severity;
}
