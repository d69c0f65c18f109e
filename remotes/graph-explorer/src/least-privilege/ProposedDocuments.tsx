import { useState, type ReactNode } from 'react';
import type { ProposedDocument } from '@cam/contracts';
import { notify } from '@cam/platform';
import { Button, JsonView, saveFile, Select } from '@cam/ui';
import styles from './least-privilege.module.css';

/** Shows the proposed policies or roles one at a time, to copy or download. */
export function ProposedDocuments({ documents }: { documents: readonly ProposedDocument[] }): ReactNode {
  const [chosen, setChosen] = useState(0);
  const shown = documents[chosen] ?? documents[0];
  if (!shown) return null;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(shown.content);
      notify.success('Policy copied to the clipboard');
    } catch {
      // Browsers block the clipboard without a secure connection or without the user's permission.
      notify.error('The browser blocked access to the clipboard. Download the policy instead.');
    }
  };
  return (
    <div className={styles.documents}>
      <div className={styles.bar}>
        {documents.length > 1 ? (
          <Select
            aria-label="Policy"
            value={chosen}
            onChange={setChosen}
            options={documents.map(({ title }, index) => ({ value: index, label: title }))}
            className={styles.choice}
          />
        ) : (
          <strong>{shown.title}</strong>
        )}
        <span className={styles.actions}>
          <Button onClick={() => void copy()}>Copy policy</Button>
          <Button onClick={() => saveFile(shown.content, 'application/json', shown.file_name)}>Download policy</Button>
        </span>
      </div>
      <p className={styles.muted}>{shown.place}</p>
      <div className={styles.json}>
        <JsonView json={shown.content} label={shown.title} />
      </div>
    </div>
  );
}
