import type { Command } from 'commander';
import type { Api } from '@cam/contracts';
import { clientOf, command, group, outputOf, type CommonOptions } from '../command';
import { EXIT_CODES } from '../failure';
import { firstPasswordIn } from './users';

interface CreateOptions extends CommonOptions {
  name?: string;
  adminEmail?: string;
  firstPassword?: boolean;
}

type Checked = Api['POST /v1/operator/tenants/{tenant_id}/check']['answer'];

export function tenantsCommand(): Command {
  return group('tenants', 'manage the tenants of the installation', [
    command('create', 'create a tenant, optionally with a first administrator', { tenant: false })
      .argument('<id>', 'lower-case letters, digits and dashes')
      .option('--name <name>', 'name of the tenant (default: its id)')
      .option('--admin-email <email>', 'e-mail of the first administrator, who gets a random first password, or the one in CAM_ADMIN_PASSWORD')
      .option('--first-password', 'CAM_ADMIN_PASSWORD is a first password: the administrator replaces it at the first sign-in, within 72 hours')
      .action(async (id: string, options: CreateOptions) => {
        const body = {
          tenant_id: id,
          name: options.name ?? id,
          ...(options.adminEmail ? { admin_email: options.adminEmail } : {}),
          ...(options.adminEmail && process.env.CAM_ADMIN_PASSWORD ? { admin_password: process.env.CAM_ADMIN_PASSWORD } : {}),
          ...(options.firstPassword ? { is_first_password: true } : {}),
        };
        const answer = await clientOf(options).callAsInstallation('POST /v1/operator/tenants', { body });
        const who = answer.admin_email ? ` Its administrator is ${answer.admin_email}.` : '';
        outputOf(options).result(answer, `Created tenant ${answer.tenant_id}.${who}${firstPasswordIn(answer)}`);
      }),
    command('check', 'compare the stored facts of every source with those of its last import; exit code 1 if they differ', { tenant: false })
      .argument('<id>', 'id of the tenant')
      .action(async (id: string, options: CommonOptions) => {
        const answer = await clientOf(options).callAsInstallation('POST /v1/operator/tenants/{tenant_id}/check', { path: { tenant_id: id } });
        outputOf(options).result(answer, wordsOf(answer));
        if (answer.differing.length > 0) process.exitCode = EXIT_CODES.failed;
      }),
  ]);
}

function wordsOf({ sources, differing, unknown }: Checked): string {
  const differ = differing.map(
    ({ account_id: id, cloud_type: cloud, stored, imported }) =>
      `${cloud} ${id}: ${stored} facts are stored, ${imported} were imported. Import it again.`,
  );
  const without = unknown.length > 0 ? [`Not compared, because no manifest was recorded: ${unknown.join(', ')}. Import them again.`] : [];
  const same = `The stored facts of ${sources - differing.length - unknown.length} of ${sources} sources are those of their last import.`;
  return [same, ...differ, ...without].join('\n');
}
