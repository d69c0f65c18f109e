import { runProgram } from '../../cli/program';
import { remoteCommands } from '../../cli/remote-commands';

/** Runs one command of the package @cam/cli; resolves with the exit code. */
export function main(args: readonly string[]): Promise<number> {
  return runProgram(args, remoteCommands(), { name: 'cam', description: 'The command line of CAM, for any machine. Sign in with: cam login URL' });
}
