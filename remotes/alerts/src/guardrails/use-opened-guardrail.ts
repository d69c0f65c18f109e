import { useState } from 'react';
import type { Monitor } from '@cam/contracts';
import { useAddress } from '@cam/platform';

/** What the address names while a new one is written. */
export const NEW_GUARDRAIL = 'new';

export interface OpenedGuardrail {
  /** Id in the address, NEW_GUARDRAIL, or null. */
  id: string | null;
  /** As it was read when it was opened: the list may load again below, and what is written must know what it replaces. */
  guardrail: Monitor | null;
  /** The address names one that is not in the list. */
  missing: boolean;
  open: (id: string | null) => void;
}

/** The guardrail that is open stands in the address, so that it can be linked and survives a reload. */
export function useOpenedGuardrail(guardrails: readonly Monitor[] | undefined): OpenedGuardrail {
  const address = useAddress();
  const [held, setHeld] = useState<Monitor | null>(null);
  const id = address.get('guardrail') || null;
  const found = guardrails?.find(({ monitor_id }) => monitor_id === id) ?? null;
  if (id !== (held?.monitor_id ?? null) && found !== held) setHeld(found);
  const guardrail = held?.monitor_id === id ? held : found;
  return {
    id,
    guardrail,
    missing: id !== null && id !== NEW_GUARDRAIL && guardrails !== undefined && !guardrail,
    open: (next) => address.set({ guardrail: next }),
  };
}
