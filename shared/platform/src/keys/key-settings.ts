import { atom } from 'jotai';
import { consoleKeys, type KeyChanges, type KeyedCommand } from '@cam/contracts';
import { store } from '../state/store';

export interface KeySettings {
  changes: KeyChanges;
  singleKeys: boolean;
}

/** The keys of the console for the signed-in user. */
export interface ConsoleKeys extends KeySettings {
  /** The key of each action and command by its id; '' for none. */
  keys: Readonly<Record<string, string>>;
  /** The commands that the console offers the user. */
  commands: readonly KeyedCommand[];
}

const UNCHANGED: KeySettings = { changes: {}, singleKeys: true };

export const keySettingsAtom = atom<KeySettings>(UNCHANGED);

/** The commands of the loaded remotes, which the host knows. */
export const keyedCommandsAtom = atom<readonly KeyedCommand[]>([]);

export const consoleKeysAtom = atom((get): ConsoleKeys => {
  const [settings, commands] = [get(keySettingsAtom), get(keyedCommandsAtom)];
  return { ...settings, commands, keys: consoleKeys(settings.changes, commands) };
});

/** True while the list of keys is on the screen. */
export const keySheetAtom = atom(false);

/** Forgets the keys that the user changed, because the next user of this tab may be another person. */
export function forgetConsoleKeys(): void {
  store.set(keySettingsAtom, UNCHANGED);
}
