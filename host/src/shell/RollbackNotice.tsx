import { useAtomValue } from 'jotai';
import { useState, type ReactNode } from 'react';
import { Alert, Button } from '@cam/ui';
import { storage } from '@cam/platform';
import { registryAtom } from '../registry/registry-client';

/** Storage key of the reasons that the operator has closed in this tab. */
const CLOSED = 'closedRollbacks';

/** Tells operators which releases the server rolled back by itself, until they publish another release or close the notice. */
export function RollbackNotice(): ReactNode {
  const { view } = useAtomValue(registryAtom);
  const [closed, setClosed] = useState(() => storage.get(CLOSED) ?? '');
  const shown = (view?.rolled_back ?? []).filter(({ reason }) => !closed.includes(reason));
  const close = (): void => {
    const all = [closed, ...shown.map(({ reason }) => reason)].join('\n');
    storage.set(CLOSED, all);
    setClosed(all);
  };
  if (!view || shown.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={shown.map(({ id, reason }) => (
        <div key={id}>
          {view.remotes.find((remote) => remote.id === id)?.manifest.name ?? id} {reason}
        </div>
      ))}
      action={
        <Button size="small" onClick={close}>
          Close
        </Button>
      }
    />
  );
}
