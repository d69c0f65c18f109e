import { RESERVED_COMMAND_KEYS, type RemoteManifest as Manifest } from '@cam/contracts/server';
import type { Refusal } from './gate';
import { isPageOf } from './route-overlap';

/** Checks the commands that a remote adds to the palette: ids of its own, free keys, and pages of its own. */
export function commandRefusals(manifest: Manifest, others: readonly Manifest[]): Refusal[] {
  const { id, commands = [] } = manifest;
  const refuse = (problem: string, fix: string): Refusal => ({ gate: 'commands', problem, fix });
  const seen = new Set<string>();
  const keys = new Map(others.flatMap((other) => (other.commands ?? []).flatMap((command) => (command.keys ? [[command.keys, other.name]] : []))));
  return commands.flatMap((command) => {
    const refusals: Refusal[] = [];
    if (!command.id.startsWith(`${id}.`))
      refusals.push(refuse(`The command "${command.id}" does not begin with "${id}.".`, 'Begin its id with the id of the remote.'));
    if (seen.has(command.id)) refusals.push(refuse(`The command "${command.id}" stands twice in this manifest.`, 'Give each command its own id.'));
    seen.add(command.id);
    if (!isPageOf(manifest, command.to.replace(/\?.*/, '')))
      refusals.push(
        refuse(`The command "${command.id}" leads to ${command.to}, which is no page of this remote.`, 'Let it lead to a route of this manifest.'),
      );
    if (command.keys) {
      const owner = RESERVED_COMMAND_KEYS.includes(command.keys) ? 'the console' : keys.get(command.keys);
      if (owner)
        refusals.push(refuse(`The keys "${command.keys}" of "${command.id}" belong to ${owner} already.`, 'Choose another letter, or none.'));
      keys.set(command.keys, `"${command.id}"`);
    }
    return refusals;
  });
}
