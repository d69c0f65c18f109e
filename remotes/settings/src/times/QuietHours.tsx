import type { ReactNode } from 'react';
import type { NotificationSchedule } from '@cam/contracts';
import { Input, Select, Switch, TipField } from '@cam/ui';
import { DAY_OPTIONS, quietWords } from './schedule-words';
import styles from './times.module.css';

type Quiet = NonNullable<NotificationSchedule['quiet']>;

interface Props {
  value: Quiet;
  error: string | null;
  readOnly: boolean;
  onChange: (value: Quiet) => void;
}

/** Edits quiet hours: their days, start and end, and if high severity is exempt. */
export function QuietHours({ value, error, readOnly, onChange }: Props): ReactNode {
  const { days, from, to, except_high: exceptHigh } = value;
  return (
    <>
      <TipField label="Starts on">
        <Select
          mode="multiple"
          disabled={readOnly}
          value={days}
          options={DAY_OPTIONS}
          onChange={(chosen: number[]) => onChange({ ...value, days: [...chosen].sort((a, b) => a - b) })}
        />
      </TipField>
      <div className={styles.row}>
        <TipField label="From">
          <Input type="time" readOnly={readOnly} value={from} onChange={({ target }) => onChange({ ...value, from: target.value })} />
        </TipField>
        <TipField label="Until">
          <Input type="time" readOnly={readOnly} value={to} onChange={({ target }) => onChange({ ...value, to: target.value })} />
        </TipField>
      </div>
      {error === null ? (
        <p className={styles.hint}>{quietWords(value)}</p>
      ) : (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <label className={styles.switch}>
        <Switch
          size="small"
          aria-label="High alerts still notify"
          disabled={readOnly}
          checked={exceptHigh}
          onChange={(except_high) => onChange({ ...value, except_high })}
        />
        Notify of High alerts all the same
      </label>
    </>
  );
}
