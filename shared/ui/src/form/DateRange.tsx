import type { ReactNode } from 'react';
import { DatePicker } from 'antd';
import english from 'antd/locale/en_US';
import dayjs from 'dayjs';

/** Two points in time; null: not chosen yet. */
export interface DateSpan {
  from: Date | null;
  to: Date | null;
}

const LOCALE = english.DatePicker && { ...english.DatePicker, lang: { ...english.DatePicker.lang, ok: 'Apply' } };

/** A span of time over two months side by side. What is typed counts once it is a valid time and is applied. */
export function DateRange({ value, onChange }: { value: DateSpan; onChange: (span: DateSpan) => void }): ReactNode {
  return (
    <DatePicker.RangePicker
      needConfirm
      locale={LOCALE}
      format="YYYY-MM-DD hh:mm A"
      showTime={{ format: 'hh:mm A', use12Hours: true }}
      value={[value.from && dayjs(value.from), value.to && dayjs(value.to)]}
      onChange={(span) => onChange({ from: span?.[0]?.toDate() ?? null, to: span?.[1]?.toDate() ?? null })}
    />
  );
}
