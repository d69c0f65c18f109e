import { useState, type ReactNode } from 'react';
import { notify } from '@cam/platform';
import { Button, TextDialog } from '@cam/ui';

export default function Example(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const rename = ({ name = '' }: Record<string, string>): Promise<void> => Promise.resolve(notify.success(`Renamed to ${name}.`));
  return (
    <>
      <Button onClick={() => setOpen(true)}>Rename</Button>
      {isOpen && (
        <TextDialog
          title="Rename the view"
          okText="Rename"
          fields={[{ name: 'name', label: 'Name', initial: 'High risk' }]}
          onClose={() => setOpen(false)}
          onSubmit={rename}
        />
      )}
    </>
  );
}
