import { useMemo, useState, type ReactNode } from 'react';
import type { Api, DigestTime, NotificationSchedule } from '@cam/contracts';
import { callApi, notify, useApi, useSession, useUnsavedChanges } from '@cam/platform';
import { Button, ErrorState, Form, formatCount, Input, LoadingState, Select, Switch, TipField, Time } from '@cam/ui';
import { ReadOnlyNotice } from '../ReadOnlyNotice';
import { DIGEST_LABELS, NIGHTS, scheduleErrors, SEVERITY_LABELS } from './schedule-words';
import { QuietHours } from './QuietHours';
import styles from './times.module.css';

type Answer = Api['GET /v1/tenants/notification-schedule']['answer'];

/** Shows when notifications are sent: digests by severity, and quiet hours. */
export function NotificationTimes(): ReactNode {
  const { can } = useSession();
  const { data, error, mutate } = useApi('GET /v1/tenants/notification-schedule', {}, { filtered: false });
  if (data) return <TimesForm key={JSON.stringify(data.schedule)} answer={data} readOnly={!can('GENERAL')} onSaved={mutate} />;
  if (error) return <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />;
  return <LoadingState label="Loading the notification times" />;
}

function TimesForm({ answer, readOnly, onSaved }: { answer: Answer; readOnly: boolean; onSaved: () => Promise<unknown> }): ReactNode {
  const [schedule, setSchedule] = useState(answer.schedule);
  const [busy, setBusy] = useState(false);
  const errors = scheduleErrors(schedule);
  const dirty = JSON.stringify(schedule) !== JSON.stringify(answer.schedule);
  const canSave = dirty && Object.keys(errors).length === 0;
  useUnsavedChanges(dirty && !busy);

  const change = (part: Partial<NotificationSchedule>): void => setSchedule((now) => ({ ...now, ...part }));
  const save = async (): Promise<void> => {
    if (!canSave || busy) return;
    setBusy(true);
    try {
      await callApi('PUT /v1/tenants/notification-schedule', { body: { schedule } });
      notify.success('Alert data has been changed');
      await onSaved();
    } catch {
      // The platform showed the error. The input stays.
    } finally {
      setBusy(false);
    }
  };

  return (
    <Form layout="vertical" className={styles.form} onFinish={() => void save()}>
      {readOnly && <ReadOnlyNotice />}
      {answer.held_until !== null && (
        <p role="status">
          {answer.held_count === 1 ? '1 alert waits' : `${formatCount(answer.held_count)} alerts wait`} to be sent. The next message goes out{' '}
          <Time at={answer.held_until} />.
        </p>
      )}
      <section aria-labelledby="digests-heading">
        <h2 id="digests-heading">Digests</h2>
        <p className={styles.hint}>Each recipient gets the alerts of a digest in one message. Syslog servers always get alerts at once.</p>
        <div className={styles.row}>
          {SEVERITY_LABELS.map(({ severity, label }) => (
            <TipField key={severity} label={label}>
              <Select<DigestTime>
                disabled={readOnly}
                value={schedule.digests[severity]}
                options={[...DIGEST_LABELS]}
                onChange={(value) => change({ digests: { ...schedule.digests, [severity]: value } })}
              />
            </TipField>
          ))}
          {Object.values(schedule.digests).includes('DAILY') && (
            <TipField label="Daily digest at" error={errors.digest_at ?? null}>
              <Input type="time" readOnly={readOnly} value={schedule.digest_at} onChange={({ target }) => change({ digest_at: target.value })} />
            </TipField>
          )}
        </div>
      </section>
      <section aria-labelledby="quiet-heading">
        <h2 id="quiet-heading">Quiet hours</h2>
        <label className={styles.switch}>
          <Switch
            size="small"
            aria-label="Quiet hours"
            disabled={readOnly}
            checked={schedule.quiet !== null}
            onChange={(isOn) => change({ quiet: isOn ? NIGHTS : null })}
          />
          Hold mails and chat messages in quiet hours
        </label>
        {schedule.quiet && (
          <QuietHours value={schedule.quiet} error={errors.quiet ?? null} readOnly={readOnly} onChange={(quiet) => change({ quiet })} />
        )}
      </section>
      <TimeZone value={schedule.time_zone} readOnly={readOnly} onChange={(time_zone) => change({ time_zone })} />
      {!readOnly && (
        <Button type="primary" htmlType="submit" disabled={!canSave} loading={busy}>
          SAVE
        </Button>
      )}
    </Form>
  );
}

function TimeZone({ value, readOnly, onChange }: { value: string; readOnly: boolean; onChange: (zone: string) => void }): ReactNode {
  const zones = useMemo(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    return [...new Set([value, own, 'UTC', ...Intl.supportedValuesOf('timeZone')])].map((zone) => ({
      value: zone,
      label: zone.replaceAll('_', ' '),
    }));
  }, [value]);
  return (
    <div className={styles.zone}>
      <TipField label="Time zone" hint="Changes between summer and winter time are followed.">
        <Select showSearch disabled={readOnly} value={value} options={zones} onChange={onChange} />
      </TipField>
    </div>
  );
}
