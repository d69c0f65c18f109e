import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { ApiClient } from '../api-client';
import { clientOf, command, group, outputOf, type CommonOptions } from '../command';
import { CliFailure } from '../failure';
import { parseRolesFile, planRoles, roleStepText, toRolesFile, type RoleStep } from '../roles-plan';
import { table } from '../table';

interface ApplyOptions extends CommonOptions {
  plan?: boolean;
  prune?: boolean;
}

export function rolesCommand(): Command {
  return group('roles', 'manage roles: rights in some accounts or all, for people and groups', [listCommand(), exportCommand(), applyCommand()]);
}

function listCommand(): Command {
  return command('list', 'list the roles with their rights, accounts and members').action(async (options: CommonOptions) => {
    const answer = await clientOf(options).call('GET /v1/roles');
    const rows = answer.roles.map(({ name, built_in: isBuiltIn, rights, accounts, members }) => [
      isBuiltIn ? `${name} (built in)` : name,
      rights.join(' '),
      accounts.join(' ') || 'all',
      members.map((member) => (member.kind === 'GROUP' ? `group:${member.name}` : member.name)).join(' '),
    ]);
    outputOf(options).result(answer, table(['ROLE', 'RIGHTS', 'ACCOUNTS', 'MEMBERS'], rows));
  });
}

function exportCommand(): Command {
  return command('export', 'print the roles as a file for "cam roles apply"').action(async (options: CommonOptions) => {
    const file = toRolesFile((await clientOf(options).call('GET /v1/roles')).roles);
    outputOf(options).result(file, JSON.stringify(file, null, 2));
  });
}

function applyCommand(): Command {
  return command('apply', 'bring the roles to a file; a second run changes nothing')
    .argument('<file>', 'JSON file, as "cam roles export" prints it')
    .option('--plan', 'show what would be added, changed and removed, without changing anything')
    .option('--prune', 'remove roles that the file lacks')
    .action(async (path: string, options: ApplyOptions) => {
      const text = await readFile(path, 'utf8').catch(() => {
        throw new CliFailure(`${path} does not exist or cannot be read. Check the path.`);
      });
      const client = clientOf(options);
      const { roles } = await client.call('GET /v1/roles');
      const steps = planRoles(parseRolesFile(text), roles, options.prune === true);
      const output = outputOf(options);
      if (steps.length === 0) return output.result({ steps }, 'The tenant has these roles already.');
      const count = steps.length === 1 ? '1 step' : `${steps.length} steps`;
      if (options.plan)
        return output.result({ steps }, [...steps.map(roleStepText), `${count} to take. Run without --plan to take them.`].join('\n'));
      for (const step of steps) {
        await take(client, step);
        output.progress(roleStepText(step));
      }
      return output.result({ steps }, `${count} taken.`);
    });
}

async function take(client: ApiClient, step: RoleStep): Promise<void> {
  if (step.step === 'ADD') await client.call('POST /v1/roles', { body: step.body });
  else if (step.step === 'REMOVE') await client.call('DELETE /v1/roles/{role_id}', { path: { role_id: step.role_id } });
  else await client.call('PUT /v1/roles/{role_id}', { path: { role_id: step.role_id }, body: { ...step.body, version: step.version } });
}
