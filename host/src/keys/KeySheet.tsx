import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { KEY_ACTIONS, KEY_PLACES, type KeyActionId, type KeyPlace } from '@cam/contracts';
import { useConsoleKeys } from '@cam/platform';
import { Modal, Switch, useKeySwitch } from '@cam/ui';
import styles from './KeySheet.module.css';

type Line = readonly [keys: string, effect: string];

/** Keys that users cannot change, because browsers and screen readers share them. */
const FIXED: Partial<Record<KeyPlace, readonly Line[]>> = {
  everywhere: [
    ['Ctrl K', 'Command palette, also while you type'],
    ['Esc', 'Close a list, a panel or a dialog'],
  ],
};
const OTHERS: readonly { title: string; lines: readonly Line[] }[] = [
  {
    title: 'Search box',
    lines: [
      ['↓ ↑', 'Move through the suggestions'],
      ['Tab', 'Accept a suggestion'],
      ['Enter', 'Open the name, or run the query'],
    ],
  },
  {
    title: 'Graphs',
    lines: [
      ['← ↑ → ↓', 'Move the drawing'],
      ['+ −', 'Zoom in and out'],
      ['0', 'Fit the drawing'],
    ],
  },
];

interface Props {
  open: boolean;
  /** The pages that have keys. */
  pages: readonly { keys: string; text: string }[];
  onClose: () => void;
}

/** Lists the keys of the console as the user has them, and turns those without Ctrl on or off. */
export function KeySheet({ open, pages, onClose }: Props): ReactNode {
  const [isOn, setOn] = useKeySwitch();
  const { keys } = useConsoleKeys();
  const places = (Object.keys(KEY_PLACES) as KeyPlace[]).map((place) => ({
    title: KEY_PLACES[place],
    lines: [
      ...(FIXED[place] ?? []),
      ...(Object.keys(KEY_ACTIONS) as KeyActionId[])
        .filter((id) => KEY_ACTIONS[id].place === place)
        .map((id): Line => [keys[id] ?? '', KEY_ACTIONS[id].label]),
    ],
  }));
  const groups = [...places, ...OTHERS, { title: 'Pages', lines: pages.map(({ keys: both, text }): Line => [both, text]) }]
    .map(({ title, lines }) => ({ title, lines: lines.filter(([key]) => key !== '') }))
    .filter(({ lines }) => lines.length > 0);
  return (
    <Modal open={open} title="Keyboard shortcuts" footer={null} onCancel={onClose} width={720} destroyOnHidden>
      <p className={styles.head}>
        <label>
          <Switch size="small" checked={isOn} onChange={setOn} /> Keys without Ctrl act
        </label>
        <Link to="/settings/keys" onClick={onClose}>
          Change keys
        </Link>
      </p>
      <div className={styles.groups}>
        {groups.map(({ title, lines }) => (
          <section key={title} className={styles.group}>
            <h3>{title}</h3>
            <dl>
              {lines.map(([key, effect]) => (
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
      </div>
    </Modal>
  );
}
