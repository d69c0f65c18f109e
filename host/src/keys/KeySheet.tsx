import { useState, type ReactNode } from 'react';
import { Modal, Switch } from '@cam/ui';
import { areSingleKeysOn, setSingleKeys } from './single-keys';
import styles from './KeySheet.module.css';

const GROUPS: readonly { title: string; keys: readonly [keys: string, effect: string][] }[] = [
  {
    title: 'Everywhere',
    keys: [
      ['Ctrl K', 'Command palette, also while you type'],
      ['/', 'Search'],
      ['?', 'Show the keys of the page, or this list'],
      ['Esc', 'Close a list, a panel or a dialog'],
    ],
  },
  {
    title: 'Search box',
    keys: [
      ['↓ ↑', 'Move through the suggestions'],
      ['Tab', 'Accept a suggestion'],
      ['Enter', 'Open the name, or run the query'],
    ],
  },
  {
    title: 'Graphs',
    keys: [
      ['← ↑ → ↓', 'Move the drawing'],
      ['+ −', 'Zoom in and out'],
      ['0', 'Fit the drawing'],
    ],
  },
  {
    title: 'Lists of alerts',
    keys: [
      ['j k', 'Next and previous alert'],
      ['e', 'Explain the alert'],
      ['a d', 'Assign or dismiss'],
    ],
  },
];

interface Props {
  open: boolean;
  /** The pages that have keys. */
  pages: readonly { keys: string; text: string }[];
  onClose: () => void;
}

/** Lists the keys of the console, and turns those without a modifier off for this browser. */
export function KeySheet({ open, pages, onClose }: Props): ReactNode {
  const [isOn, setOn] = useState(areSingleKeysOn);
  const groups = pages.length === 0 ? GROUPS : [...GROUPS, { title: 'Pages', keys: pages.map(({ keys, text }) => [keys, text] as const) }];
  return (
    <Modal open={open} title="Keyboard shortcuts" footer={null} onCancel={onClose} destroyOnHidden>
      {groups.map(({ title, keys }) => (
        <section key={title} className={styles.group}>
          <h3>{title}</h3>
          <dl>
            {keys.map(([key, effect]) => (
              <div key={key}>
                <dt>
                  {key.split(' ').map((one) => (
                    <kbd key={one}>{one}</kbd>
                  ))}
                </dt>
                <dd>{effect}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <label className={styles.switch}>
        <Switch
          size="small"
          checked={isOn}
          onChange={(next) => {
            setSingleKeys(next);
            setOn(next);
          }}
        />
        Keys without Ctrl act (/, ? and g with a letter)
      </label>
    </Modal>
  );
}
