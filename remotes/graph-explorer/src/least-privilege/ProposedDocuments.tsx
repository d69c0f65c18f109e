import { useState, type ReactNode } from 'react';
import type { ProposalPart } from '@cam/contracts';
import { notify } from '@cam/platform';
import { Button, JsonView, Radio, saveFile, Select } from '@cam/ui';
import { formsOf, inForm, type Form, type ProposalSubject } from './proposal-forms';
import styles from './least-privilege.module.css';

interface Props {
  part: ProposalPart;
  subject: ProposalSubject;
}

/** Shows the proposed policies or roles one at a time, as JSON, Terraform, commands or a diff, to copy or download. */
export function ProposedDocuments({ part, subject }: Props): ReactNode {
  const { documents } = part;
  const [chosen, setChosen] = useState(0);
  const [wanted, setForm] = useState<Form>('JSON');
  const shown = documents[chosen] ?? documents[0];
  if (!shown) return null;
  const forms = formsOf(shown);
  const form = forms.includes(wanted) ? wanted : 'JSON';
  const { content, fileName, mime } = inForm(form, shown, part, subject);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(content);
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
          <Radio.Group
            optionType="button"
            aria-label={`Form of ${shown.title}`}
            value={form}
            options={forms.map((value) => ({ value, label: value }))}
            onChange={({ target }) => setForm(target.value as Form)}
          />
          <Button onClick={() => void copy()}>Copy policy</Button>
          <Button onClick={() => saveFile(content, mime, fileName)}>Download policy</Button>
        </span>
      </div>
      <p className={styles.muted}>{shown.place}</p>
      <div className={styles.json}>
        {form === 'JSON' ? <JsonView json={content} label={shown.title} /> : <FormedText content={content} form={form} label={shown.title} />}
      </div>
    </div>
  );
}

function FormedText({ content, form, label }: { content: string; form: Form; label: string }): ReactNode {
  return (
    <pre className={styles.text} aria-label={`${form}: ${label}`} tabIndex={0}>
      {form === 'Diff'
        ? content.split('\n').map((line, index) => (
            <span key={index} data-removed={line.startsWith('- ')}>
              {`${line}\n`}
            </span>
          ))
        : content}
    </pre>
  );
}
