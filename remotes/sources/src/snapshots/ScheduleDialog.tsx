import { useState, type ReactNode } from 'react';
import { nextSnapshot, type ScheduleStep, type SnapshotSchedule, type SourceSnapshot } from '@cam/contracts';
import { Form, Input, Modal, Select, formatZoned } from '@cam/ui';
import { saveSchedule } from './api';
import { isSameSchedule, newSchedule, ownTimeZone, STEP_LABELS, WEEKDAYS } from './schedule-labels';
import styles from './snapshots.module.css';

interface Props {
  /** Connected sources; all of them get the same schedule. */
  sources: readonly SourceSnapshot[];
  onClose: () => void;
  onSaved: () => void;
}

type Step = ScheduleStep | 'AFTER_A_DAY';

/** Sets the snapshot schedule of one or more sources. */
export function ScheduleDialog({ sources, onClose, onSaved }: Props): ReactNode {
  const stored = sources[0]?.schedule ?? null;
  const zone = stored?.time_zone ?? ownTimeZone();
  const [step, setStep] = useState<Step>(stored?.every ?? 'AFTER_A_DAY');
  const [times, setTimes] = useState<SnapshotSchedule>(stored ?? newSchedule('DAILY', zone));
  const [isSaving, setSaving] = useState(false);
  const [openedAt] = useState(() => new Date());
  const schedule = step === 'AFTER_A_DAY' ? null : { ...times, every: step };
  const hasTime = step === 'DAILY' || step === 'WEEKLY';
  const isWhole = !hasTime || times.at !== '';
  const isChanged = sources.some((source) => !isSameSchedule(source.schedule, schedule));
  const next = nextSnapshot(schedule, openedAt);
  const words = next ? `The next snapshot is taken ${formatZoned(next)}.` : 'Snapshots are taken on demand only.';

  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      await saveSchedule(
        sources.map(({ uid }) => uid),
        schedule,
      );
      onSaved();
      onClose();
    } catch {
      // The failure was shown as a toast; the selection stays.
      setSaving(false);
    }
  };
  return (
    <Modal
      open
      title={sources.length === 1 ? `Schedule of ${sources[0]?.account_name}` : `Schedule of ${sources.length} sources`}
      okText="Save"
      onOk={() => void save()}
      okButtonProps={{ disabled: !isWhole || !isChanged, loading: isSaving }}
      onCancel={onClose}
      width={520}
    >
      <Form layout="vertical">
        <Form.Item label="Take a snapshot" htmlFor="schedule-step">
          <Select
            id="schedule-step"
            value={step}
            options={Object.entries(STEP_LABELS).map(([value, label]) => ({ value: value as Step, label }))}
            onChange={setStep}
          />
        </Form.Item>
        {hasTime && (
          <div className={styles.times}>
            {step === 'WEEKLY' && (
              <Form.Item label="Day" htmlFor="schedule-day">
                <Select
                  id="schedule-day"
                  value={times.weekday}
                  options={WEEKDAYS.map((label, value) => ({ value, label }))}
                  onChange={(weekday) => setTimes({ ...times, weekday })}
                />
              </Form.Item>
            )}
            <Form.Item label={`Time (${zone})`} htmlFor="schedule-time">
              <Input id="schedule-time" type="time" value={times.at} onChange={({ target }) => setTimes({ ...times, at: target.value })} />
            </Form.Item>
          </div>
        )}
        <p role="status">{!isChanged ? 'This is the current schedule.' : isWhole ? words : 'Enter a time.'}</p>
      </Form>
    </Modal>
  );
}
