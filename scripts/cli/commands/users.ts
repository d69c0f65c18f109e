import type { Command } from 'commander';
import { isAreaName, SCOPES, type Scope } from '@cam/contracts';
import { clientOf, command, group, outputOf, type CommonOptions } from '../command';
import { CliFailure } from '../failure';

interface AddOptions extends CommonOptions {
  tenant: string;
}

export function usersCommand(): Command {
  return group('users', 'manage the users of the embedded user pool', [
    command('add', 'add a user with a random first password, or with the one in CAM_USER_PASSWORD')
      .argument('<email>')
      .argument('<scopes...>', 'for example cam:general:read')
      .action(async (email: string, scopes: string[], options: AddOptions) => {
        const body = { email, tenant: options.tenant, scopes: toScopes(scopes), ...passwordFrom(process.env.CAM_USER_PASSWORD) };
        const answer = await clientOf(options).callAsInstallation('POST /v1/operator/users', { body });
        outputOf(options).result(answer, `Added ${answer.email} to the tenant ${answer.tenant}.${firstPasswordIn(answer)}`);
      }),
    command('reset-password', 'set a random first password for a user who lost the password, and end all sessions of the user', { tenant: false })
      .argument('<email>')
      .action(async (email: string, options: CommonOptions) => {
        const answer = await clientOf(options).callAsInstallation('POST /v1/operator/users/{email}/first-password', { path: { email } });
        outputOf(options).result(answer, `Reset the password of ${answer.email}.${firstPasswordIn(answer)}`);
      }),
    command('rights', 'replace the rights of a user; a removed right ends all sessions of the user', { tenant: false })
      .argument('<email>')
      .argument('<scopes...>', 'all scopes that the user has from now on')
      .action(async (email: string, scopes: string[], options: CommonOptions) => {
        const call = { path: { email }, body: { scopes: toScopes(scopes) } };
        const answer = await clientOf(options).callAsInstallation('PATCH /v1/operator/users/{email}', call);
        outputOf(options).result(answer, `${answer.email} now has ${answer.scopes.join(', ')}.`);
      }),
    command('remove', 'remove a user and end all sessions of the user', { tenant: false })
      .argument('<email>')
      .action(async (email: string, options: CommonOptions) => {
        const answer = await clientOf(options).callAsInstallation('DELETE /v1/operator/users/{email}', { path: { email } });
        outputOf(options).result(answer, `Removed ${answer.email}.`);
      }),
    command('reset-second-factor', 'remove the second factors of a user who lost them, and end all sessions of the user', { tenant: false })
      .argument('<email>')
      .action(async (email: string, options: CommonOptions) => {
        const answer = await clientOf(options).callAsInstallation('DELETE /v1/operator/users/{email}/second-factor', { path: { email } });
        outputOf(options).result(answer, `${answer.email} signs in with the password alone from now on.`);
      }),
  ]);
}

const passwordFrom = (password: string | undefined) => (password ? { password } : {});

/** Returns the sentence that shows a first password; empty if there is none. */
export function firstPasswordIn(answer: { first_password: string | null; first_password_until: string | null }): string {
  if (answer.first_password === null) return '';
  return ` First password, until ${answer.first_password_until}: ${answer.first_password}`;
}

/** @throws CliFailure for an unknown scope. The server knows the rights that areas declare. */
function toScopes(names: readonly string[]): Scope[] {
  const unknown = names.find((name) => !(SCOPES as readonly string[]).includes(name) && !isAreaName(name));
  if (unknown !== undefined)
    throw new CliFailure(
      `Unknown scope "${unknown}". The scopes are ${SCOPES.join(', ')}, and the rights that areas declare, such as billing.approve.`,
    );
  return names as Scope[];
}
