import type { KeyActionId } from '@cam/contracts';
import { pressedKey, useConsoleKeys } from '@cam/platform';
import { useSingleKeys } from './use-single-keys';

/** Runs an action for the element with the focus. False leaves the key to other listeners. */
export type KeyHandler = (target: Element) => boolean | void;

interface Options {
  enabled?: boolean;
  /** Leaves the keys to the page first. */
  isAfterPage?: boolean;
}

/** Runs actions with the keys that the user has for them. */
export function useKeys(handlers: Partial<Record<KeyActionId, KeyHandler>>, { enabled = true, isAfterPage = false }: Options = {}): void {
  const { keys, singleKeys } = useConsoleKeys();
  useSingleKeys(
    enabled && singleKeys,
    (event, target) => {
      const pressed = pressedKey(event);
      const id = (Object.keys(handlers) as KeyActionId[]).find((one) => keys[one] !== '' && keys[one] === pressed);
      if (id !== undefined && handlers[id]?.(target) !== false) event.preventDefault();
    },
    isAfterPage ? 'window' : 'document',
  );
}
