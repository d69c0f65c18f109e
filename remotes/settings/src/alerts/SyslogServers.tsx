import { useRef, type ComponentRef, type ReactNode } from 'react';
import { Button } from '@cam/ui';
import { newRow, type SyslogFields } from './alert-fields';
import type { RefusedEntries } from './refused-entries';
import { SyslogRow } from './SyslogRow';

interface Props {
  rows: readonly SyslogFields[];
  refused: RefusedEntries;
  onChange: (rows: readonly SyslogFields[]) => void;
}

/** Edits the syslog servers. There is always at least one row. Incomplete rows are not saved. */
export function SyslogServers({ rows, refused, onChange }: Props): ReactNode {
  const addButton = useRef<ComponentRef<typeof Button>>(null);
  const remove = (id: string): void => {
    const left = rows.filter((row) => row.id !== id);
    onChange(left.length > 0 ? left : [newRow()]);
    // The focused button disappears with its row.
    addButton.current?.focus();
  };
  return (
    <>
      {rows.map((row, index) => (
        <SyslogRow
          key={row.id}
          number={index + 1}
          row={row}
          refused={refused[row.id]}
          canDelete={rows.length > 1 || row.stored !== null}
          onChange={(changed) => onChange(rows.map((other) => (other.id === row.id ? changed : other)))}
          onDelete={() => remove(row.id)}
        />
      ))}
      <Button ref={addButton} onClick={() => onChange([...rows, newRow()])} aria-label="Add syslog server">
        + ADD
      </Button>
    </>
  );
}
