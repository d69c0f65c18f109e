import { useState, type ReactNode } from 'react';
import { Part, useSession } from '@cam/platform';
import { Button, EmptyState, Modal } from '@cam/ui';

interface Props {
  uri: string;
  name: string;
  onRaised: () => void;
}

/** Raises an alert about an entity with the form of the alerts remote. Shows nothing without write access to alerts. */
export function RaiseAlert({ uri, name, onRaised }: Props): ReactNode {
  const { can } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (!can('ALERTS')) return null;
  const close = (): void => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Raise alert</Button>
      <Modal open={isOpen} title="Raise alert" footer={null} onCancel={close} destroyOnHidden>
        <Part
          id="alerts.raise-alert"
          props={{
            objectUri: uri,
            objectName: name,
            onCancel: close,
            onRaised: () => {
              close();
              onRaised();
            },
          }}
          fallback={
            <EmptyState icon="alert" title="Alerts are unavailable" text="The alerts area is turned off or does not respond. Try again later." />
          }
        />
      </Modal>
    </>
  );
}
