import type { ReactNode } from 'react';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { APPLY_LOCALE } from './apply-locale';
import { ImpossibleDate } from './ImpossibleDate';
import { TwoMonths } from './TwoMonths';

/** Two points in time; null while not chosen. */
export interface DateSpan {
  from: Date | null;
  to: Date | null;
}

const FORMAT = 'YYYY-MM-DD hh:mm A';
const COMPONENTS = { datetime: TwoMonths };

/** Selects a span of time in two months side by side. Typed text counts once it is a valid time and is applied. */
export function DateRange({ value, onChange }: { value: DateSpan; onChange: (span: DateSpan) => void }): ReactNode {
  return (
    <ImpossibleDate format={FORMAT} example="2026-01-31 09:30 AM">
      <DatePicker.RangePicker
        needConfirm
        locale={APPLY_LOCALE}
        format={FORMAT}
        showTime={{ format: 'hh:mm A', use12Hours: true }}
        components={COMPONENTS}
        placeholder={['Start time', 'End time']}
        value={[value.from && dayjs(value.from), value.to && dayjs(value.to)]}
        onChange={(span) => onChange({ from: span?.[0]?.toDate() ?? null, to: span?.[1]?.toDate() ?? null })}
      />
    </ImpossibleDate>
  );
}
