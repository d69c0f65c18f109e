import { useState, type ReactNode } from 'react';
import type { BackTest } from '@cam/contracts';
import { callApi } from '@cam/platform';
import { Button, ColumnChart, formatCount, TypeIcon } from '@cam/ui';
import type { GuardrailFields } from './guardrail-fields';
import { suppressionOf } from './suppression';
import styles from './BackTestPanel.module.css';

type BackTestFields = Pick<GuardrailFields, 'query' | 'ignoreCreate' | 'ignoreDelete'>;

/** Shows the alerts that a guardrail would have raised in the last 30 days. Runs on demand, because the test takes several seconds. */
export function BackTestPanel({ fields, disabled }: { fields: BackTestFields; disabled: boolean }): ReactNode {
  const testKey = JSON.stringify([fields.query.trim(), fields.ignoreCreate, fields.ignoreDelete]);
  const [answer, setAnswer] = useState<{ testKey: string; test: BackTest } | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      const body = {
        query: fields.query.trim(),
        suppression_create: suppressionOf(fields.ignoreCreate),
        suppression_delete: suppressionOf(fields.ignoreDelete),
      };
      setAnswer({ testKey, test: await callApi('POST /v1/intents/monitors/backtest', { body }) });
    } catch {
      // The platform showed the error.
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={styles.panel} aria-label="Guardrail test">
      <Button onClick={() => void run()} disabled={disabled} loading={busy}>
        Test on the last 30 days
      </Button>
      <div role="status">{answer?.testKey === testKey && <Result test={answer.test} />}</div>
    </section>
  );
}

function Result({ test }: { test: BackTest }): ReactNode {
  const { days, first_look_count: first, later_count: later, open_count: open, raised } = test;
  if (days.length === 0) return <p>No snapshots yet. Connect or import a source first.</p>;
  return (
    <>
      <p>
        This guardrail would have raised <strong>{alertCount(first + later)}</strong>
        {days.length > 1
          ? `: ${formatCount(first)} on the first day and ${formatCount(later)} later, over ${days.length} days with a snapshot.`
          : ' on the only day with a snapshot.'}{' '}
        {alertCount(open)} would still be open.
      </p>
      {test.is_cut && <p>The query matches more rows than this test reads, so the real number of alerts is higher. Narrow the query.</p>}
      {test.days_left_out > 0 && <p>{skippedDays(test.days_left_out)} because the query takes too long.</p>}
      {days.length > 1 && (
        <ColumnChart
          title="Alerts by day"
          xName="Day"
          yName="Alerts"
          height={72}
          columns={days.map(({ day, raised: count, closed }) => ({
            x: day,
            y: count,
            detail: `${count === 1 ? 'alert' : 'alerts'}${closed > 0 ? `, ${formatCount(closed)} closed` : ''}`,
          }))}
        />
      )}
      {raised.length > 0 && (
        <ul className={styles.found} aria-label="Alerts that it would have raised">
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
      {first + later > raised.length && (
        <p>
          Only the latest {alertCount(raised.length)} {raised.length === 1 ? 'is' : 'are'} listed.
        </p>
      )}
    </>
  );
}

function alertCount(count: number): string {
  return count === 1 ? '1 alert' : `${formatCount(count)} alerts`;
}

function skippedDays(count: number): string {
  return count === 1 ? 'The earliest day was skipped' : `The earliest ${formatCount(count)} days were skipped`;
}
