import { useSetAtom } from 'jotai';
import { useEffect, useMemo } from 'react';
import type { RemoteCommand } from '@cam/contracts';
import { useConsoleKeys } from '@cam/platform';
import { keyedCommandsAtom, loadConsoleKeys } from '@cam/platform/host';

/** Returns the commands with the keys that the user has for them, and lets the settings offer them for a change. */
export function useKeyedCommands(commands: readonly RemoteCommand[]): readonly RemoteCommand[] {
  const setCommands = useSetAtom(keyedCommandsAtom);
  const { keys } = useConsoleKeys();
  // The console stays usable with its own keys.
  useEffect(() => void loadConsoleKeys().catch(() => undefined), []);
  useEffect(() => {
    setCommands(commands);
    return () => setCommands([]);
  }, [commands, setCommands]);
  return useMemo(() => commands.map((command) => ({ ...command, keys: (keys[command.id] ?? command.keys) || undefined })), [commands, keys]);
}
