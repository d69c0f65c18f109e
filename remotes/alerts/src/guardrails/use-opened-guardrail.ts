import { useState } from 'react';
import type { Monitor } from '@cam/contracts';
import { useAddress } from '@cam/platform';

/** Value of the URL parameter while the form creates a guardrail. */
export const NEW_GUARDRAIL = 'new';

/** The guardrail that the drawer shows. */
export interface OpenedGuardrail {
  /** Id in the URL, NEW_GUARDRAIL, or null with the drawer closed. */
  id: string | null;
  /** The guardrail as it was on opening. A reload of the list does not replace it, so that a save conflicts with changes of others. */
  guardrail: Monitor | null;
  /** The URL names a guardrail that is not in the list. */
  missing: boolean;
  open: (id: string | null) => void;
}

/** Keeps the open guardrail in the URL, so that it can be linked and survives a reload. */
export function useOpenedGuardrail(guardrails: readonly Monitor[] | undefined): OpenedGuardrail {
  const address = useAddress();
  const [opened, setOpened] = useState<Monitor | null>(null);
  const id = address.get('guardrail') || null;
  const found = guardrails?.find(({ monitor_id }) => monitor_id === id) ?? null;
  if (id !== (opened?.monitor_id ?? null) && found !== opened) setOpened(found);
  const guardrail = opened?.monitor_id === id ? opened : found;
  return {
    id,
    guardrail,
    missing: id !== null && id !== NEW_GUARDRAIL && guardrails !== undefined && !guardrail,
    open: (next) => address.set({ guardrail: next }),
  };
}
