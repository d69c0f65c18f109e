import type { ReactNode } from 'react';
import type { KeyActionId } from '@cam/contracts';
import { useKeyOf } from '@cam/platform';
import { Button } from '@cam/ui';

interface Props {
  action: KeyActionId;
  label: string;
  busy: boolean;
  danger?: boolean;
  size?: 'small';
  onClick: () => void;
}

/** Shows a button of an item with the key that the user has for it. */
export function Choice({ action, label, busy, danger = false, size, onClick }: Props): ReactNode {
  const key = useKeyOf(action).toUpperCase();
  return (
    <Button danger={danger} size={size} disabled={busy} onClick={onClick} aria-keyshortcuts={key || undefined}>
      {label} {key !== '' && <kbd aria-hidden>{key}</kbd>}
    </Button>
  );
}
