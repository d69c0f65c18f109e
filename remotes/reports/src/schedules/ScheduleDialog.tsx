import { useMemo, useState, type ReactNode } from 'react';
import {
  MAX_RECIPIENTS,
  REPORT_FORMAT_LABELS,
  REPORT_FORMATS,
  REPORT_TYPE_LABELS,
  WEEKDAYS,
  type ReportFormat,
  type ReportFrequency,
  type ReportSchedule,
} from '@cam/contracts';
import { useAccountFilter, useSession } from '@cam/platform';
import { Form, Input, Modal, Radio, Select } from '@cam/ui';
import styles from '../list/reports.module.css';
import { changeSchedule, createSchedule } from './api';
import { changeFrequency, formatHour, formErrors, initialForm, toRequestBody, type ScheduleForm } from './schedule-form';

const TYPES = (Object.keys(REPORT_TYPE_LABELS) as (keyof typeof REPORT_TYPE_LABELS)[]).filter((type) => type !== 'REPORT_TYPE_UNKNOWN');
const FREQUENCIES: { value: ReportFrequency; label: string }[] = [
  { value: 'WEEKLY', label: 'Every week' },
  { value: 'MONTHLY', label: 'Every month' },
];
const DAYS: Record<ReportFrequency, { value: number; label: string }[]> = {
  WEEKLY: WEEKDAYS.map((label, index) => ({ value: index + 1, label })),
  MONTHLY: Array.from({ length: 31 }, (_none, index) => ({ value: index + 1, label: `Day ${index + 1}` })),
};
const HOURS = Array.from({ length: 24 }, (_none, hour) => ({ value: hour, label: formatHour(hour) }));

interface Props {
  /** Null creates a new schedule. */
  schedule: ReportSchedule | null;
  onClose: () => void;
  onSaved: () => void;
}

/** Creates or edits a scheduled report. */
export function ScheduleDialog({ schedule, onClose, onSaved }: Props): ReactNode {
  const { user } = useSession();
  const { current: source } = useAccountFilter();
  const localZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [form, setForm] = useState(() => initialForm(schedule, { email: user?.email ?? '', timeZone: localZone }));
  const [showsErrors, setShowsErrors] = useState(false);
  const [busy, setBusy] = useState(false);
  const zones = useMemo(() => [...new Set([form.timeZone, localZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])], [form.timeZone, localZone]);
  const errors = formErrors(form);
  const set = (change: Partial<ScheduleForm>): void => setForm((now) => ({ ...now, ...change }));
  const errorProps = (field: keyof typeof errors) => (showsErrors && errors[field] ? { validateStatus: 'error' as const, help: errors[field] } : {});
  const sourceName = schedule ? (schedule.account_id ?? 'all sources') : (source?.name ?? 'all sources');

  const save = async (): Promise<void> => {
    setShowsErrors(true);
    if (Object.keys(errors).length > 0) return;
    setBusy(true);
    const { type, ...change } = toRequestBody(form);
    try {
      await (schedule ? changeSchedule(schedule, change) : createSchedule({ ...change, type }));
      onSaved();
    } catch {
      // The request showed the error. The form keeps its input.
      setBusy(false);
    }
  };

  return (
    <Modal
      open
      title={schedule ? 'Edit scheduled report' : 'Schedule report'}
      okText={schedule ? 'Save' : 'Schedule'}
      okButtonProps={{ loading: busy }}
      onOk={() => void save()}
      onCancel={onClose}
      width={600}
    >
      <Form layout="vertical">
        <Form.Item label="Name" htmlFor="schedule-name" required {...errorProps('name')}>
          <Input id="schedule-name" maxLength={300} value={form.name} onChange={({ target }) => set({ name: target.value })} />
        </Form.Item>
        <Form.Item label="Report" htmlFor="schedule-type" extra={`Source: ${sourceName}`}>
          <Select
            id="schedule-type"
            disabled={schedule !== null}
            value={form.type}
            onChange={(type) => set({ type })}
            options={TYPES.map((type) => ({ value: type, label: REPORT_TYPE_LABELS[type] }))}
          />
        </Form.Item>
        {form.type === 'REPORT_TYPE_ACCESS' ? (
          <Form.Item label="Query" htmlFor="schedule-query" required {...errorProps('query')}>
            <Input id="schedule-query" maxLength={4000} value={form.query} onChange={({ target }) => set({ query: target.value })} />
          </Form.Item>
        ) : (
          <Form.Item label="Search" htmlFor="schedule-search" extra="Only rows with these words. Leave empty for all rows.">
            <Input id="schedule-search" maxLength={200} value={form.search} onChange={({ target }) => set({ search: target.value })} />
          </Form.Item>
        )}
        <div className={styles.row}>
          <Form.Item label="Format">
            <Radio.Group
              aria-label="Format"
              optionType="button"
              value={form.format}
              options={REPORT_FORMATS.map((value) => ({ value, label: REPORT_FORMAT_LABELS[value] }))}
              onChange={({ target }) => set({ format: target.value as ReportFormat })}
            />
          </Form.Item>
          <Form.Item label="Frequency">
            <Radio.Group
              aria-label="Frequency"
              optionType="button"
              value={form.frequency}
              options={FREQUENCIES}
              onChange={({ target }) => setForm(changeFrequency(form, target.value as ReportFrequency))}
            />
          </Form.Item>
        </div>
        <div className={styles.row}>
          <Form.Item
            label="Day"
            htmlFor="schedule-day"
            extra={form.frequency === 'MONTHLY' && form.day > 28 ? 'Shorter months use their last day.' : null}
          >
            <Select id="schedule-day" value={form.day} onChange={(day) => set({ day })} options={DAYS[form.frequency]} />
          </Form.Item>
          <Form.Item label="Hour" htmlFor="schedule-hour">
            <Select id="schedule-hour" value={form.hour} onChange={(hour) => set({ hour })} options={HOURS} />
          </Form.Item>
          <Form.Item label="Time zone" htmlFor="schedule-zone">
            <Select
              id="schedule-zone"
              showSearch
              value={form.timeZone}
              onChange={(timeZone) => set({ timeZone })}
              options={zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
            />
          </Form.Item>
        </div>
        <Form.Item
          label="Recipients"
          htmlFor="schedule-recipients"
          required
          extra="Files up to 5 MB are attached. A larger file is linked, and opening the link requires signing in."
          {...errorProps('recipients')}
        >
          <Select
            id="schedule-recipients"
            mode="tags"
            open={false}
            suffixIcon={null}
            maxCount={MAX_RECIPIENTS}
            tokenSeparators={[',', ';', ' ', '\n']}
            placeholder="name@company.com"
            value={form.recipients}
            onChange={(recipients: string[]) => set({ recipients: recipients.map((recipient) => recipient.trim()).filter(Boolean) })}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
