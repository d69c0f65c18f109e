import type { ReactNode } from 'react';
import type { RequestTrial } from '@cam/contracts';
import { useTrial, type CallArgs } from '@cam/platform';
import { Alert, ErrorState, LoadingState, SeverityTag, Time } from '@cam/ui';
import styles from './requests.module.css';
import { besidesText } from './words';

/** Resources named in a result. */
const NAMED = 8;

interface Props {
  body: NonNullable<CallArgs<'POST /v1/access-requests/trial'>['body']>;
}

/** Tries a unit in a snapshot that is never published, and shows what the identity gains. */
export function TrialResult({ body }: Props): ReactNode {
  const { data, failure, retry } = useTrial('POST /v1/access-requests/trial', { body });
  return (
    <section className={styles.trial} aria-label="Trial" aria-live="polite">
      {failure && <ErrorState message={failure.userMessage} supportCode={failure.trackingId} onRetry={retry} />}
      {!data && !failure && <LoadingState label="Trying the change on the last snapshot" rows={3} />}
      {data && <Shown data={data} wantedUri={body.resource_uri} />}
    </section>
  );
}

function Shown({ data: { is_enough: isEnough, besides, verdict }, wantedUri }: { data: RequestTrial; wantedUri: string }): ReactNode {
  const raised = verdict.guardrails.filter((one) => one.raised > 0);
  const gained = verdict.rows.filter((row) => row.gained.total > 0 && row.resource.uri !== wantedUri);
  return (
    <>
      <Alert
        type={isEnough ? 'success' : 'warning'}
        showIcon
        title={
          isEnough ? 'The trial shows the access after the change.' : 'The trial does not show the access after the change. Choose something else.'
        }
      />
      <p>{besidesText(besides)}</p>
      {gained.length > 0 && (
        <ul className={styles.lines}>
          {gained.slice(0, NAMED).map((row) => (
            <li key={`${row.identity.uri} ${row.resource.uri}`}>
              {row.identity.name}: {row.resource.name}
            </li>
          ))}
          {gained.length > NAMED && <li>{`${(gained.length - NAMED).toLocaleString('en')} more`}</li>}
        </ul>
      )}
      {raised.length > 0 ? (
        <>
          <p>Guardrails that would raise alerts:</p>
          <ul className={styles.lines}>
            {raised.map(({ monitor_id: id, name, severity, raised: count }) => (
              <li key={id}>
                <SeverityTag severity={severity} /> {name} ({count.toLocaleString('en')})
              </li>
            ))}
          </ul>
        </>
      ) : (
        verdict.guardrails_compared > 0 && <p>None of {verdict.guardrails_compared.toLocaleString('en')} guardrails would raise an alert.</p>
      )}
      {verdict.notes.map((note) => (
        <p key={note} className={styles.hint}>
          {note}
        </p>
      ))}
      <p className={styles.hint}>
        Tried on the snapshot of <Time at={verdict.taken_at} />. Nothing was changed.
      </p>
    </>
  );
}
