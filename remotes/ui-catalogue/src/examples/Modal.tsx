import { useState, type ReactNode } from 'react';
import { Button, Modal } from '@cam/ui';

export default function Example(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>About this report</Button>
      <Modal open={isOpen} title="About this report" okText="Download" onOk={close} onCancel={close}>
        It lists every identity with unused access.
      </Modal>
    </>
  );
}
