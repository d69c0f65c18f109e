import { useRef, type ComponentRef, type ReactNode } from 'react';
import { Button } from '@cam/ui';
import { freshRow, type SyslogFields } from './alert-fields';
import type { RefusedEntries } from './refused-entries';
import { SyslogRow } from './SyslogRow';

interface Props {
  rows: readonly SyslogFields[];
  refused: RefusedEntries;
  onChange: (rows: readonly SyslogFields[]) => void;
}

/** The syslog servers. There is always a row to fill in; those that lack something are not saved. */
export function SyslogServers({ rows, refused, onChange }: Props): ReactNode {
  const addButton = useRef<ComponentRef<typeof Button>>(null);
  const remove = (id: string): void => {
    const left = rows.filter((row) => row.id !== id);
    onChange(left.length > 0 ? left : [freshRow()]);
    // The button that had the focus is gone with its row.
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
      <Button ref={addButton} onClick={() => onChange([...rows, freshRow()])} aria-label="Add syslog server">
        + ADD
      </Button>
    </>
  );
}
