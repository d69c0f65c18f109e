import type { ReactNode } from 'react';
import { SYSLOG_PROTOCOLS } from '@cam/contracts';
import { Button, Input, Select, Switch, TipField } from '@cam/ui';
import { isStarted, isComplete, rowErrors, typedPassword, type SyslogFields } from './alert-fields';
import styles from './AlertForm.module.css';

interface Props {
  /** Position in the list, from 1. */
  number: number;
  row: SyslogFields;
  refused: string | undefined;
  canDelete: boolean;
  onChange: (row: SyslogFields) => void;
  onDelete: () => void;
}

const PROTOCOLS = SYSLOG_PROTOCOLS.map((value) => ({ value, label: value }));

/** Edits one syslog server, with optional credentials. */
export function SyslogRow({ number, row, refused, canDelete, onChange, onDelete }: Props): ReactNode {
  const errors = rowErrors(row);
  const set = (change: Partial<SyslogFields>): void => onChange({ ...row, ...change });
  const name = `Syslog server ${number}`;
  return (
    <fieldset className={styles.server} aria-label={name}>
      <div className={styles.address}>
        <TipField label="IP address" error={errors.ip}>
          <Input autoComplete="off" value={row.ip} onChange={(event) => set({ ip: event.target.value })} />
        </TipField>
        <TipField label="Port" error={errors.port}>
          <Input inputMode="numeric" autoComplete="off" value={row.port} onChange={(event) => set({ port: event.target.value })} />
        </TipField>
        <TipField label="Protocol">
          <Select options={PROTOCOLS} value={row.network} onChange={(network) => set({ network })} />
        </TipField>
        <Button className={styles.delete} onClick={onDelete} disabled={!canDelete} aria-label={`Delete ${name}`}>
          DELETE
        </Button>
      </div>
      <label className={styles.switch}>
        <Switch size="small" checked={row.useCredentials} onChange={(useCredentials) => set({ useCredentials })} />
        Use credentials
      </label>
      {row.useCredentials && (
        <div className={styles.credentials}>
          <TipField label="Username">
            <Input autoComplete="off" maxLength={200} value={row.username} onChange={(event) => set({ username: event.target.value })} />
          </TipField>
          <TipField label="Password" error={errors.password}>
            <Input
              type="password"
              autoComplete="new-password"
              maxLength={1000}
              value={row.password}
              onChange={(event) => set({ password: typedPassword(row.password, event.target.value) })}
            />
          </TipField>
        </div>
      )}
      {isStarted(row) && !isComplete(row) && <p className={styles.hint}>This server is incomplete and will not be saved. Fill in all fields.</p>}
      {refused && (
        <p className={styles.refused} role="alert">
          {refused}
        </p>
      )}
    </fieldset>
  );
}
