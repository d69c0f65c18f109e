import { useRef, type ComponentRef, type KeyboardEvent, type ReactNode } from 'react';
import { Button, Input, TipField } from '@cam/ui';
import type { EntryList } from './alert-fields';
import type { RefusedEntries } from './refused-entries';
import styles from './AlertForm.module.css';

interface Props {
  label: string;
  /** Name of the list: "E-mail recipients". */
  listLabel: string;
  /** Name of an entry, for the labels of its buttons: "e-mail". */
  noun: string;
  placeholder: string;
  type: 'email' | 'url';
  list: EntryList;
  /** Why the draft cannot be added; null if it can. */
  error: string | null;
  refused: RefusedEntries;
  readOnly: boolean;
  /** Text without entries. */
  empty: string;
  onChange: (list: EntryList) => void;
}

/** An editable list of texts. The button or Enter adds an entry; each entry has a button to remove it. */
export function EntryListField({ label, listLabel, noun, placeholder, type, list, error, refused, readOnly, empty, onChange }: Props): ReactNode {
  const input = useRef<ComponentRef<typeof Input>>(null);
  const { entries, draft } = list;
  const canAdd = draft.trim() !== '' && error === null;
  const add = (): void => {
    if (canAdd) onChange({ entries: [...entries, draft.trim()], draft: '' });
    input.current?.focus();
  };
  const addOnEnter = (event: KeyboardEvent): void => {
    // Enter must only add the entry, and not submit the form.
    event.preventDefault();
    add();
  };
  const remove = (entry: string): void => {
    onChange({ entries: entries.filter((other) => other !== entry), draft });
    // The focused button disappears with its entry.
    input.current?.focus();
  };
  const addButton = (
    <Button onClick={add} disabled={!canAdd} aria-label={`Add ${noun}`}>
      + ADD
    </Button>
  );
  return (
    <div className={styles.list}>
      {readOnly ? (
        <p className={styles.label}>{label}</p>
      ) : (
        <TipField label={label} error={error} beside={addButton}>
          <Input
            ref={input}
            inputMode={type}
            autoComplete="off"
            placeholder={placeholder}
            value={draft}
            onChange={(event) => onChange({ entries, draft: event.target.value })}
            onPressEnter={addOnEnter}
          />
        </TipField>
      )}
      {entries.length === 0 ? (
        <p className={styles.empty}>{empty}</p>
      ) : (
        <ul aria-label={listLabel}>
          {entries.map((entry) => (
            <li key={entry}>
              <span className={styles.entry}>
                {entry}
                {refused[entry] && (
                  <span className={styles.refused} role="alert">
                    {refused[entry]}
                  </span>
                )}
              </span>
              {!readOnly && (
                <Button size="small" onClick={() => remove(entry)} aria-label={`Remove ${entry}`}>
                  REMOVE
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
