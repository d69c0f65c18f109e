import { Command } from 'commander';
import { ApiClient, type Subject } from './api-client';
import { findInstallation } from './installation';
import { Output } from './output';

/** Options that every command takes. */
export interface CommonOptions {
  json?: boolean;
  tenant?: string;
}

/** A command with `--json`, and with `--tenant` where it speaks for a tenant. */
export function command(name: string, description: string, { tenant = true } = {}): Command {
  const made = new Command(name).description(description).option('--json', 'print one JSON document instead of words').showHelpAfterError();
  return tenant ? made.option('--tenant <id>', 'tenant to speak for', 'demo') : made;
}

/** The API for the tenant of the options, or for a user. */
export function clientOf(options: CommonOptions, subject?: Subject): ApiClient {
  return new ApiClient(findInstallation(), subject ?? { tenant: options.tenant ?? 'demo' });
}

export function outputOf(options: CommonOptions): Output {
  return new Output(options.json === true);
}

/** A command that only holds others. */
export function group(name: string, description: string, commands: readonly Command[]): Command {
  const made = new Command(name).description(description).showHelpAfterError();
  for (const one of commands) made.addCommand(one);
  return made;
}
