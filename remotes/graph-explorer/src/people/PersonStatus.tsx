import type { ReactNode } from 'react';
import type { PersonRow } from '@cam/contracts';
import { StatusTag } from '@cam/ui';

export const STATUS_TEXTS = {
  ACTIVE: { tone: 'ok', label: 'Active' },
  PARTLY: { tone: 'high', label: 'Deprovisioned in some directories' },
  DEPROVISIONED: { tone: 'medium', label: 'Deprovisioned' },
  UNKNOWN: { tone: 'neutral', label: 'Not in a directory' },
} as const;

/** Shows whether the connected directories still list a person as active. */
export function PersonStatus({ status }: { status: PersonRow['status'] }): ReactNode {
  const { tone, label } = STATUS_TEXTS[status];
  return <StatusTag tone={tone}>{label}</StatusTag>;
}
