import { Option, type Command } from 'commander';
import { REQUEST_LISTS, REQUEST_STATES, type AccessRequest, type Api } from '@cam/contracts';
import { clientOf, command, group, outputOf, type CommonOptions } from '../command';
import { requestOf, wantedOf, type RequestOptions } from '../request-options';
import { table } from '../table';

export function requestCommand(): Command {
  const decisions = [approveCommand(), refuseCommand(), withdrawCommand()];
  return group('request', 'ask for access that ends, and decide about requests', [
    unitsCommand(),
    createCommand(),
    listCommand(),
    showCommand(),
    ...decisions,
  ]);
}

/** Adds the options that say which access is wanted. */
function withWanted(of: Command): Command {
  return of
    .requiredOption('--for <uri>', 'URI of the identity that needs the access')
    .requiredOption('--to <uri>', 'URI of the resource')
    .option('--level <level>', 'read, write or admin')
    .option('--actions <names...>', 'actions of the provider, such as s3:GetObject, instead of --level');
}

function unitsCommand(): Command {
  const of = command(
    'units',
    'list the groups, policies and roles that would give an access, or the smallest sets of them, those that give the least besides first',
  );
  return withWanted(of).action(async (options: CommonOptions & Pick<RequestOptions, 'for' | 'to' | 'level' | 'actions'>) => {
    const answer = await clientOf(options).call('POST /v1/access-requests/units', { body: wantedOf(options) });
    const rows = answer.units.map(({ key, action, besides }) => [action, ...besides.map(String), key]);
    const lines = [table(['CHANGE', 'TIER 0', 'TIER 1', 'TIER 2', 'TIER 3', 'KEY FOR --unit'], rows, 90), ...answer.notes];
    outputOf(options).result(answer, answer.has_access ? 'The identity has this access already.' : lines.join('\n'));
  });
}

function createCommand(): Command {
  const of = command('create', 'ask for access that ends');
  return withWanted(of)
    .requiredOption('--reason <text>', 'reason for the approvers')
    .option('--unit <key>', 'key of what should give it, as "cam request units" lists it')
    .option('--steps <text>', 'what should be done, if nothing that exists gives it')
    .option('--hours <hours>', 'length of the access from the approval on')
    .option('--until <time>', 'end of the access, instead of --hours')
    .action(async (options: CommonOptions & RequestOptions) => {
      const made = await clientOf(options).call('POST /v1/access-requests', { body: requestOf(options) });
      const count = made.approvals_needed === 1 ? '1 approval' : `${made.approvals_needed} approvals`;
      outputOf(options).result(made, `Asked for ${accessOf(made)}. It takes ${count} before ${made.lapses_at ?? ''}. Its id is ${made.request_id}.`);
    });
}

function listCommand(): Command {
  const choices = (names: readonly string[]): string[] => names.map((name) => name.toLowerCase().replaceAll('_', '-'));
  return command('list', 'list access requests, those that wait or run first')
    .addOption(new Option('--show <list>', 'which requests').choices(choices(REQUEST_LISTS)).default('all'))
    .addOption(new Option('--state <state...>', 'only requests in these states').choices(choices(REQUEST_STATES)))
    .option('--fail-on-overdue', 'end with exit code 1 if requested access is still there after its end')
    .action(async (options: CommonOptions & { show: string; state?: string[]; failOnOverdue?: boolean }) => {
      const list = REQUEST_LISTS.find((one) => one.toLowerCase().replaceAll('_', '-') === options.show) ?? 'ALL';
      const state = REQUEST_STATES.filter((one) => options.state?.includes(one.toLowerCase()));
      const client = clientOf(options);
      const requests: AccessRequest[] = [];
      let counts: Api['GET /v1/access-requests']['answer']['counts'] | undefined;
      for (let isWhole = false; !isWhole;) {
        const query = { list, ...(state.length === 0 ? {} : { state }), offset: requests.length, limit: PAGE };
        const page: Api['GET /v1/access-requests']['answer'] = await client.call('GET /v1/access-requests', { query });
        requests.push(...page.requests);
        counts = page.counts;
        isWhole = page.requests.length < PAGE;
      }
      const rows = requests.map((one) => [one.request_id, one.state, accessOf(one), one.until ?? `${one.hours} hours`, one.asked_by, one.reason]);
      outputOf(options).result({ requests, counts }, table(['ID', 'STATE', 'ACCESS', 'UNTIL', 'ASKED BY', 'REASON'], rows));
      if (options.failOnOverdue && (counts?.overdue ?? 0) > 0) process.exitCode = 1;
    });
}

/** Requests of one call. */
const PAGE = 500;

function showCommand(): Command {
  return command('show', 'show an access request with all that happened to it')
    .argument('<id>', 'id of the request')
    .action(async (id: string, options: CommonOptions) => {
      const answer = await clientOf(options).call('GET /v1/access-requests/{request_id}', { path: { request_id: id } });
      const { request, log } = answer;
      const lines = [
        `${accessOf(request)} (${request.state}), ${request.until === null ? `for ${request.hours} hours from the approval on` : `until ${request.until}`}`,
        `Change: ${request.unit?.action ?? request.steps}`,
        ...(request.unit?.parts ?? []).map(
          ({ key, action }, index) => `  ${index + 1}. ${action}${request.parts_seen.includes(key) ? ' (in a snapshot)' : ''}`,
        ),
        `Reason: ${request.reason}`,
        table(
          ['TIME', 'EVENT', 'BY'],
          log.map(({ at, kind, actor }) => [at, kind, actor || 'CAM']),
        ),
      ];
      outputOf(options).result(answer, lines.join('\n'));
    });
}

function approveCommand(): Command {
  return command('approve', 'approve an access request of somebody else')
    .argument('<id>', 'id of the request')
    .option('--reason <text>', 'note for the history')
    .action(async (id: string, options: CommonOptions & { reason?: string }) => {
      const client = clientOf(options);
      const version = await versionOf(client, id);
      const { reason } = options;
      const path = { request_id: id };
      const now = await client.call('POST /v1/access-requests/{request_id}/approve', {
        path,
        body: { version, ...(reason === undefined ? {} : { reason }) },
      });
      const isApproved = now.state === 'APPROVED';
      outputOf(options).result(
        now,
        isApproved ? `Approved: ${accessOf(now)}, until ${now.until}.` : 'Your approval is stored. Another user has to approve it too.',
      );
    });
}

function refuseCommand(): Command {
  return command('refuse', 'refuse an access request of somebody else')
    .argument('<id>', 'id of the request')
    .requiredOption('--reason <text>', 'reason for the user who asked')
    .action(async (id: string, options: CommonOptions & { reason: string }) => {
      const client = clientOf(options);
      const body = { version: await versionOf(client, id), reason: options.reason };
      const now = await client.call('POST /v1/access-requests/{request_id}/refuse', { path: { request_id: id }, body });
      outputOf(options).result(now, `Refused: ${accessOf(now)}.`);
    });
}

function withdrawCommand(): Command {
  return command('withdraw', 'withdraw your access request before it is approved')
    .argument('<id>', 'id of the request')
    .action(async (id: string, options: CommonOptions) => {
      const client = clientOf(options);
      const body = { version: await versionOf(client, id) };
      const now = await client.call('POST /v1/access-requests/{request_id}/withdraw', { path: { request_id: id }, body });
      outputOf(options).result(now, `Withdrawn: ${accessOf(now)}.`);
    });
}

async function versionOf(client: ReturnType<typeof clientOf>, id: string): Promise<number> {
  const { request } = await client.call('GET /v1/access-requests/{request_id}', { path: { request_id: id } });
  return request.version;
}

function accessOf({ level, actions, identity, resource }: AccessRequest): string {
  return `${level?.toLowerCase() ?? actions.join(', ')} access of ${identity.name} to ${resource.name}`;
}
