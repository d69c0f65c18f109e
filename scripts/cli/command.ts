import { Command } from 'commander';
import { ApiClient, type Subject } from './api-client';
import { findInstallation } from './installation';
import { Output } from './output';

/** Options of every command. */
export interface CommonOptions {
  json?: boolean;
  tenant?: string;
}

/** Creates a command with `--json`, and with `--tenant` if it belongs to a tenant. */
export function command(name: string, description: string, { tenant = true } = {}): Command {
  const result = new Command(name).description(description).option('--json', 'print the result as one JSON document').showHelpAfterError();
  return tenant ? result.option('--tenant <id>', 'id of the tenant', 'demo') : result;
}

/** Returns an API client for the tenant of the options, or for a user. */
export function clientOf(options: CommonOptions, subject?: Subject): ApiClient {
  return new ApiClient(findInstallation(), subject ?? { tenant: options.tenant ?? 'demo' });
}

/** Returns the output for the options. */
export function outputOf(options: CommonOptions): Output {
  return new Output(options.json === true);
}

/** Creates a command that only contains others. */
export function group(name: string, description: string, commands: readonly Command[]): Command {
  const result = new Command(name).description(description).showHelpAfterError();
  for (const one of commands) result.addCommand(one);
  return result;
}
