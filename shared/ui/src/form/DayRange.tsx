import type { ReactNode } from 'react';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { APPLY_LOCALE } from './apply-locale';

interface Props {
  /** YYYY-MM-DD; null: without a limit. */
  start: string | null;
  end: string | null;
  onChange: (start: string | null, end: string | null) => void;
}

const FORMAT = 'YYYY-MM-DD';

/** A range of days over two months side by side. What is typed counts once both are valid days and are applied. */
export function DayRange({ start, end, onChange }: Props): ReactNode {
  return (
    <DatePicker.RangePicker
      needConfirm
      allowClear
      locale={APPLY_LOCALE}
      format={FORMAT}
      aria-label="Days"
      placeholder={['First day', 'Last day']}
      value={[start === null ? null : dayjs(start), end === null ? null : dayjs(end)]}
      onChange={(range) => onChange(range?.[0]?.format(FORMAT) ?? null, range?.[1]?.format(FORMAT) ?? null)}
    />
  );
}
