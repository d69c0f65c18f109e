import type { ReactNode } from 'react';
import { Modal, Switch } from '@cam/ui';
import styles from './triage.module.css';

/** Keys of the alerts page and their effects. */
const KEYS: readonly (readonly [string, string])[] = [
  ['j', 'Next alert or group'],
  ['k', 'Previous alert or group'],
  ['e', 'Explain the alert: open its access paths. Open the alerts of a group'],
  ['a', 'Assign the alert or all alerts of the group'],
  ['d', 'Dismiss the alert or all alerts of the group'],
  ['x', 'Select the group, or undo that. a and d then act on all selected groups'],
  ['u', 'Back to the groups'],
  ['Esc', 'Close the alert or dialog'],
  ['?', 'Show these keys'],
];

/** Lists the single keys of the page. A switch turns them off for users whose assistive technology needs them. */
export function ShortcutsDialog({ isOn, onSwitch, onClose }: { isOn: boolean; onSwitch: (isOn: boolean) => void; onClose: () => void }): ReactNode {
  return (
    <Modal open title="Keyboard shortcuts" footer={null} onCancel={onClose} width={480}>
      <label className={styles.switch}>
        <Switch size="small" aria-label="Single-key shortcuts" checked={isOn} onChange={onSwitch} /> Single-key shortcuts
      </label>
      <dl className={styles.keys}>
        {KEYS.map(([key, effect]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
