import { Command, Option } from 'commander';
import { ApiClient, type Subject } from './api-client';
import { CliFailure } from './failure';
import { FORMATS, type Format } from './formats';
import { findInstallation } from './installation';
import { Output } from './output';

/** Options of every command. */
export interface CommonOptions {
  json?: boolean;
  output?: Format;
  profile?: string;
  tenant?: string;
}

/** Creates a command with `--output` and `--json`, and with `--tenant` if it belongs to a tenant. */
export function command(name: string, description: string, { tenant = true } = {}): Command {
  const result = new Command(name)
    .description(description)
    .addOption(new Option('--output <format>', 'how to print the result').choices(FORMATS).default('table'))
    .option('--json', 'same as --output json')
    .showHelpAfterError();
  return tenant ? result.option('--tenant <id>', 'id of the tenant', 'demo') : result;
}

/** Returns an API client for the tenant of the options, or for a user. */
export function clientOf(options: CommonOptions, subject?: Subject): ApiClient {
  return new ApiClient(findInstallation({ profile: options.profile }), subject ?? { tenant: options.tenant ?? 'demo' });
}

/** Returns the output for the options. */
export function outputOf(options: CommonOptions): Output {
  return new Output(options.json === true ? 'json' : (options.output ?? 'table'));
}

/** Creates a command that only contains others. */
export function group(name: string, description: string, commands: readonly Command[]): Command {
  const result = new Command(name).description(description).showHelpAfterError();
  for (const one of commands) result.addCommand(one);
  return result;
}

/** Returns the value of an option. @throws CliFailure if it is no whole number from 1 to `most` */
export function wholeNumber(text: string, option: string, most: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > most)
    throw new CliFailure(`Invalid value "${text}" for ${option}. Use a whole number from 1${most === Infinity ? '' : ` to ${most}`}.`);
  return value;
}
