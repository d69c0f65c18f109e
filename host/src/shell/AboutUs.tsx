import type { ReactNode } from 'react';
import { Button, Modal } from '@cam/ui';
import { HOST_VERSION } from '../loader/provided';
import { Logo } from './Logo';
import styles from './AboutUs.module.css';

/** Shows the copyright and trademark text, with access to the running versions. */
export function AboutUs({ open, onClose, onRunning }: { open: boolean; onClose: () => void; onRunning: () => void }): ReactNode {
  return (
    <Modal open={open} title="About Us" footer={null} onCancel={onClose} width={460}>
      <div className={styles.product}>
        <Logo size={40} />
        <p>
          <strong>CAM, cloud access management</strong>
          <span>Console {HOST_VERSION}</span>
        </p>
      </div>
      <p>Copyright © 2026 the CAM authors. Licensed under the Apache License, Version 2.0.</p>
      <p>
        CAM and its logo are trademarks of the CAM authors. Names of cloud and identity providers are trademarks of their owners; CAM uses them to
        name the services that it works with, and is neither made nor endorsed by them.
      </p>
      <Button onClick={onRunning}>Show running versions</Button>
    </Modal>
  );
}
