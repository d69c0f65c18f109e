import { useState, type ReactNode } from 'react';
import { Button, Drawer } from '@cam/ui';

export default function Example(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Details</Button>
      <Drawer open={isOpen} title="Payments" size={420} onClose={() => setOpen(false)}>
        AWS account 1111-2222-3333
      </Drawer>
    </>
  );
}
