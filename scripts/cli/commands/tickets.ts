import type { Command } from 'commander';
import { CONNECTION_NAMES, ticketStateLabel, type Ticket } from '@cam/contracts';
import { clientOf, command, group, outputOf, wholeNumber, type CommonOptions } from '../command';
import { table } from '../table';
import { ticketRulesCommand } from './ticket-rules';
import { chosen, ticketSystems } from './ticket-systems';

interface ListOptions extends CommonOptions {
  alert?: string;
  number: string;
}

interface MakeOptions extends CommonOptions {
  in?: string;
  group?: boolean;
}

const MOST = 500;

export function ticketsCommand(): Command {
  return group('tickets', 'make and read tickets about alerts', [connectionsCommand(), listCommand(), makeCommand(), ticketRulesCommand()]);
}

function connectionsCommand(): Command {
  return command('connections', 'list the connected ticket systems').action(async (options: CommonOptions) => {
    const connections = await ticketSystems(clientOf(options));
    const rows = connections.map(({ label, kind, project, tickets_count: tickets, message, synced_time: at }) => [
      label,
      CONNECTION_NAMES[kind],
      project,
      String(tickets),
      message || (at === null ? 'not read yet' : 'read'),
    ]);
    outputOf(options).result({ connections }, table(['NAME', 'PRODUCT', 'PROJECT', 'TICKETS', 'STATE'], rows));
  });
}

function listCommand(): Command {
  return command('list', 'list the tickets, newest first')
    .option('--alert <id>', 'only tickets about this alert')
    .option('-n, --number <count>', 'number of tickets', '100')
    .action(async (options: ListOptions) => {
      const query = { limit: wholeNumber(options.number, '--number', MOST), ...(options.alert === undefined ? {} : { alert_id: options.alert }) };
      const answer = await clientOf(options).call('GET /v1/tickets', { query });
      outputOf(options).result(answer, table(['TICKET', 'STATUS', 'ALERTS', 'TITLE', 'ADDRESS'], answer.tickets.map(rowOf), 80));
    });
}

function makeCommand(): Command {
  return command('make', 'make a ticket about an alert; a second run finds the same ticket')
    .argument('<id>', 'id of the alert, or with --group the key of a group of alerts by cause')
    .option('--in <name>', 'name of the connection; only needed if there are several')
    .option('--group', 'about a group of alerts')
    .action(async (key: string, options: MakeOptions) => {
      const client = clientOf(options);
      const { connection_id } = chosen(await ticketSystems(client), options.in);
      const ticket = await client.call('POST /v1/tickets', { body: { connection_id, about: { kind: options.group ? 'GROUP' : 'ALERT', key } } });
      outputOf(options).result(ticket, wordsOf(ticket));
    });
}

function rowOf(ticket: Ticket): string[] {
  return [ticket.key || '-', ticketStateLabel(ticket), String(ticket.alert_ids.length), ticket.title, ticket.url];
}

function wordsOf(ticket: Ticket): string {
  const { key, url, connection_label: label, message } = ticket;
  return [`${key || 'The ticket'} in ${label}: ${ticketStateLabel(ticket)}.`, ...(url ? [url] : []), ...(message ? [`${message}.`] : [])].join(' ');
}
