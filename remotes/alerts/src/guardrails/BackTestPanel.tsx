import { useState, type ReactNode } from 'react';
import type { BackTest } from '@cam/contracts';
import { callApi } from '@cam/platform';
import { Button, formatCount, TypeIcon } from '@cam/ui';
import type { GuardrailFields } from './guardrail-fields';
import { suppressionOf } from './suppression';
import styles from './BackTestPanel.module.css';

type Tested = Pick<GuardrailFields, 'query' | 'ignoreCreate' | 'ignoreDelete'>;

/** What a guardrail would have raised had it been there before; asked for, as it takes a moment. */
export function BackTestPanel({ fields, disabled }: { fields: Tested; disabled: boolean }): ReactNode {
  const asked = JSON.stringify([fields.query.trim(), fields.ignoreCreate, fields.ignoreDelete]);
  const [answer, setAnswer] = useState<{ asked: string; test: BackTest } | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      const body = {
        query: fields.query.trim(),
        suppression_create: suppressionOf(fields.ignoreCreate),
        suppression_delete: suppressionOf(fields.ignoreDelete),
      };
      setAnswer({ asked, test: await callApi('POST /v1/intents/monitors/backtest', { body }) });
    } catch {
      // The platform has told the person.
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={styles.panel} aria-label="Test of the guardrail">
      <Button onClick={() => void run()} disabled={disabled} loading={busy}>
        TEST ON THE LAST 30 DAYS
      </Button>
      <div role="status">{answer?.asked === asked && <Result test={answer.test} />}</div>
    </section>
  );
}

function Result({ test }: { test: BackTest }): ReactNode {
  const { days, first_look_count: first, later_count: later, open_count: open, raised } = test;
  if (days.length === 0) return <p>There is no snapshot yet. Import or connect a source first.</p>;
  const most = Math.max(1, ...days.map(({ raised: count }) => count));
  return (
    <>
      <p>
        It would have raised <strong>{alerts(first + later)}</strong>
        {days.length > 1
          ? `: ${formatCount(first)} at first, ${formatCount(later)} later, over ${days.length} days with a snapshot.`
          : ' by the one day with a snapshot.'}{' '}
        {formatCount(open)} would be open now.
      </p>
      {test.is_cut && <p>It finds more than was read for this test: there would be more alerts. A narrower query is easier to watch.</p>}
      {test.days_left_out > 0 && <p>{formatCount(test.days_left_out)} earlier days were left out, as the query takes long.</p>}
      {days.length > 1 && (
        <ol className={styles.days} aria-label="Alerts by day">
          {days.map(({ day, raised: count, closed }) => (
            <li key={day}>
              <span>{day}</span>
              <span className={styles.bar} aria-hidden="true">
                <span style={{ inlineSize: `${(count / most) * 100}%` }} />
              </span>
              <span>
                {alerts(count)}
                {closed > 0 && `, ${formatCount(closed)} closed`}
              </span>
            </li>
          ))}
        </ol>
      )}
      {raised.length > 0 && (
        <ul className={styles.found} aria-label="What it would have told of">
          {raised.map(({ day, name, type, uri, account_id, reached_count: reached }) => (
            <li key={`${day} ${uri} ${account_id}`}>
              <span>{day}</span>
              <span className={styles.name}>
                <TypeIcon type={type} /> {name}
              </span>
              <span>{reached > 0 && (reached === 1 ? '1 resource' : `${formatCount(reached)} resources`)}</span>
            </li>
          ))}
        </ul>
      )}
      {first + later > raised.length && <p>These are the last {raised.length}.</p>}
    </>
  );
}

function alerts(count: number): string {
  return count === 1 ? '1 alert' : `${formatCount(count)} alerts`;
}
