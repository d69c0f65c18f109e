import { useState, type ReactNode } from 'react';
import { callApi, notify } from '@cam/platform';
import { Select } from '@cam/ui';
import styles from './tokens.module.css';
import { TOKEN_LIVES } from './words';

/** Sets the longest life of new tokens of the tenant. */
export function TokenPolicy({ maxDays, onSaved }: { maxDays: number; onSaved: () => void }): ReactNode {
  const [busy, setBusy] = useState(false);
  const save = async (days: number): Promise<void> => {
    setBusy(true);
    try {
      await callApi('PUT /v1/tokens/policy', { body: { max_days: days } }, { filtered: false });
      notify.success(`New tokens live ${days} days at most.`);
      onSaved();
    } catch {
      // The platform has shown the reason.
    } finally {
      setBusy(false);
    }
  };
  const choices = [...new Set([...TOKEN_LIVES, maxDays])].sort((a, b) => a - b);
  return (
    <label className={styles.policy}>
      <span>Longest life of a new token in this tenant</span>
      <Select
        aria-label="Longest life of a new token"
        value={maxDays}
        disabled={busy}
        options={choices.map((days) => ({ value: days, label: `${days} days` }))}
        onChange={(days: number) => void save(days)}
      />
    </label>
  );
}
