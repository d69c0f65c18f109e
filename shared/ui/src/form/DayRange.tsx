import type { ReactNode } from 'react';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { APPLY_LOCALE } from './apply-locale';
import { ImpossibleDate } from './ImpossibleDate';

interface Props {
  /** YYYY-MM-DD; null means no limit. */
  start: string | null;
  end: string | null;
  onChange: (start: string | null, end: string | null) => void;
}

const FORMAT = 'YYYY-MM-DD';

/** Selects a range of days in two months side by side. Typed text counts once both days are valid and are applied. */
export function DayRange({ start, end, onChange }: Props): ReactNode {
  return (
    <ImpossibleDate format={FORMAT} example="2026-01-31">
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
    </ImpossibleDate>
  );
}
