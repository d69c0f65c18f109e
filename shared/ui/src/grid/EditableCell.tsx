import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button, Input, type InputRef } from 'antd';
import { Icon } from '../entity/Icon';
import type { CellEdit } from './grid-types';
import styles from './EditableCell.module.css';

interface Props<Row> {
  row: Row;
  text: string;
  edit: CellEdit<Row>;
  children: ReactNode;
}

/** Shows a cell that is edited in place. Enter stores the text and Escape discards it. Text that cannot be stored stays in the field with the reason. */
export function EditableCell<Row>({ row, text, edit, children }: Props<Row>): ReactNode {
  const [draft, setDraft] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const label = edit.label(row);
  const input = useRef<InputRef>(null);
  const isEditing = draft !== null;
  useEffect(() => {
    if (isEditing) input.current?.focus();
  }, [isEditing]);

  const leave = (): void => {
    setDraft(null);
    setFailure(null);
  };
  const save = async (): Promise<void> => {
    if (draft === null || draft === text) return leave();
    const wrong = edit.validate?.(draft, row) ?? null;
    setFailure(wrong);
    if (wrong !== null) return;
    setBusy(true);
    try {
      await edit.save(draft, row);
      leave();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };

  if (draft === null) {
    return (
      <span className={styles.cell}>
        {children}
        <Button type="text" size="small" aria-label={`Edit ${label}`} icon={<Icon name="edit" />} onClick={() => setDraft(text)} />
      </span>
    );
  }
  return (
    <span className={styles.editor} role="presentation" onClick={(event) => event.stopPropagation()}>
      <Input
        ref={input}
        aria-label={label}
        aria-invalid={failure !== null}
        status={failure === null ? '' : 'error'}
        disabled={busy}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void save();
          if (event.key === 'Escape') leave();
        }}
      />
      <Button type="text" aria-label={`Save ${label}`} icon={<Icon name="check" />} loading={busy} onClick={() => void save()} />
      <Button type="text" aria-label="Cancel" icon={<Icon name="close" />} disabled={busy} onClick={leave} />
      {failure !== null && (
        <span role="alert" className={styles.failure}>
          {failure}
        </span>
      )}
    </span>
  );
}
