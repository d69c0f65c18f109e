import { useAtomValue } from 'jotai';
import type { KeyActionId } from '@cam/contracts';
import { callApi } from '../http/call-api';
import { store } from '../state/store';
import { consoleKeysAtom, keySettingsAtom, keySheetAtom, type ConsoleKeys, type KeySettings } from './key-settings';

/** Shows the list of the keys of the console. */
export function showKeys(): void {
  store.set(keySheetAtom, true);
}

/** Returns the keys of the console for the signed-in user. */
export function useConsoleKeys(): ConsoleKeys {
  return useAtomValue(consoleKeysAtom);
}

/** Returns the key of an action; '' if it has none, or if keys without Ctrl are off. */
export function useKeyOf(id: KeyActionId): string {
  const { keys, singleKeys } = useConsoleKeys();
  return singleKeys ? (keys[id] ?? '') : '';
}

/** Loads the keys that the user changed. A failure leaves those of the console. */
export async function loadConsoleKeys(): Promise<void> {
  const { single_keys: singleKeys, keys: changes } = await callApi('GET /v1/tenants/users/keys', {}, { toast: false, filtered: false });
  store.set(keySettingsAtom, { singleKeys, changes });
}

/**
 * Keeps changed keys for the user on the server.
 * @throws ApiFailure if the server refuses them; the keys then stay as they were
 */
export async function saveConsoleKeys(change: Partial<KeySettings>): Promise<void> {
  const { singleKeys, changes } = { ...store.get(keySettingsAtom), ...change };
  const stored = await callApi('PUT /v1/tenants/users/keys', { body: { single_keys: singleKeys, keys: { ...changes } } }, { filtered: false });
  store.set(keySettingsAtom, { singleKeys: stored.single_keys, changes: stored.keys });
}
