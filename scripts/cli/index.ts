import type { Command } from 'commander';
import { runProgram } from './program';

/** The operator's commands by name. A run of one of them loads no code of the others, which takes longer than most commands. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  token: async () => (await import('./commands/token')).tokenCommand(),
  tokens: async () => (await import('./commands/tokens')).tokensCommand(),
  demo: async () => (await import('./commands/demo')).demoCommand(),
  evaluate: async () => (await import('./commands/evaluate')).evaluateCommand(),
  remotes: async () => (await import('./commands/remotes')).remotesCommand(),
  tenants: async () => (await import('./commands/tenants')).tenantsCommand(),
  users: async () => (await import('./commands/users')).usersCommand(),
  secrets: async () => (await import('./commands/secrets')).secretsCommand(),
  backup: async () => (await import('./commands/backup')).backupCommand(),
  restore: async () => (await import('./commands/backup')).restoreCommand(),
};

/** Starts CAM. @see startCam of `start/start-cam.ts` */
export async function startCam(env: NodeJS.ProcessEnv, options: { isBuilt: boolean }): Promise<number> {
  return (await import('../start/start-cam')).startCam(env, options);
}

/** Runs one command of the operator; resolves with the exit code. */
export async function runCli(args: readonly string[]): Promise<number> {
  const [name = ''] = args;
  const one = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  return runProgram(args, one ? [await one()] : await everyCommand());
}

/** Returns all commands, which the help and the completion list. */
async function everyCommand(): Promise<Command[]> {
  const { remoteCommands } = await import('./remote-commands');
  return [...remoteCommands(), ...(await Promise.all(Object.values(COMMANDS).map((command) => command())))];
}
