import { atom, useSetAtom } from 'jotai';
import { useEffect, useEffectEvent } from 'react';

/** An action of the page on the screen, for the command palette. */
export interface PageCommand {
  id: string;
  /** A verb and an object: "Save search". */
  label: string;
  run: () => void;
}

const groupsAtom = atom<readonly (readonly PageCommand[])[]>([]);

/** The actions of the page on the screen. */
export const pageCommandsAtom = atom((get) => get(groupsAtom).flat());

/** Offers actions in the command palette for as long as the component is on the screen. */
export function useCommands(commands: readonly PageCommand[]): void {
  const setGroups = useSetAtom(groupsAtom);
  const run = useEffectEvent((id: string) => commands.find((command) => command.id === id)?.run());
  const names = JSON.stringify(commands.map(({ id, label }) => [id, label]));
  useEffect(() => {
    const group = (JSON.parse(names) as [string, string][]).map(([id, label]): PageCommand => ({ id, label, run: () => run(id) }));
    setGroups((groups) => [...groups, group]);
    return () => setGroups((groups) => groups.filter((one) => one !== group));
  }, [names, setGroups]);
}
