import { useState, type ReactNode } from 'react';
import { useSession } from '@cam/platform';
import { Button, ErrorState, Mentions, Time } from '@cam/ui';
import { useComments, usePeople, writeComment } from '../triage/api';
import styles from './alerts.module.css';

const MAX_LENGTH = 4000;

/** Lists the comments on an alert and adds one. An @ offers the users to mention. */
export function AlertComments({ alertId, onChanged }: { alertId: string; onChanged: () => Promise<void> }): ReactNode {
  const { data, error, mutate } = useComments(alertId);
  const mayWrite = useSession().can('ALERTS');
  const comments = data?.comments ?? [];
  if (!mayWrite && comments.length === 0) return null;
  return (
    <section className={styles.section} aria-label="Comments">
      <h3>Comments</h3>
      {error && !data && <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />}
      {comments.map(({ comment_id: id, author, written_at: at, text }) => (
        <article key={id} className={styles.comment}>
          <strong>{author}</strong>{' '}
          <span className={styles.count}>
            <Time at={at} />
          </span>
          <p>{text}</p>
        </article>
      ))}
      {mayWrite && (
        <Writer
          alertId={alertId}
          onWritten={async () => {
            await mutate();
            await onChanged();
          }}
        />
      )}
    </section>
  );
}

function Writer({ alertId, onWritten }: { alertId: string; onWritten: () => Promise<void> }): ReactNode {
  const people = usePeople();
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    setBusy(true);
    try {
      await writeComment(alertId, text);
      setText('');
      await onWritten();
    } catch {
      // The platform showed the error.
    }
    setBusy(false);
  };
  return (
    <div className={styles.writer}>
      <Mentions
        aria-label="Comment"
        placeholder="Comment. Type @ to mention a user"
        autoSize={{ minRows: 2, maxRows: 8 }}
        maxLength={MAX_LENGTH}
        value={text}
        options={people.map(({ email, name }) => ({ value: email, label: name === '' ? email : `${name} (${email})` }))}
        onChange={setText}
      />
      <Button disabled={text.trim() === ''} loading={busy} onClick={() => void submit()}>
        Add comment
      </Button>
    </div>
  );
}
