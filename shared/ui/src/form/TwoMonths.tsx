import { useState, type ReactNode } from 'react';
import { PickerPanel } from '@rc-component/picker';
import type { SharedPanelProps } from '@rc-component/picker/interface';
import type { Dayjs } from 'dayjs';
import styles from './TwoMonths.module.css';

/** Shows two months side by side and the time of day. antd itself shows one month as soon as a time is selected too. */
export function TwoMonths({
  prefixCls,
  generateConfig,
  locale,
  value,
  pickerValue,
  onPickerValueChange,
  onSelect,
  onHover,
  hoverValue,
  hoverRangeValue,
}: SharedPanelProps<Dayjs>): ReactNode {
  const [first, setFirst] = useState(pickerValue);
  // A visible month keeps its place, so that no day moves away from the pointer.
  if (![0, 1].some((later) => pickerValue.isSame(first.add(later, 'month'), 'month'))) setFirst(pickerValue);
  const base = { prefixCls, generateConfig, locale, value: value ?? null };
  /** Returns the selected day with the time of the previous value. */
  const timed = (day: Dayjs): Dayjs => {
    const time = value ?? pickerValue;
    return day.hour(time.hour()).minute(time.minute()).second(0).millisecond(0);
  };
  return (
    <div className={`${prefixCls}-datetime-panel ${styles.panels}`}>
      {[0, 1].map((later) => (
        <PickerPanel<Dayjs>
          key={later}
          {...base}
          picker="date"
          pickerValue={first.add(later, 'month')}
          onPickerValueChange={(month) => {
            setFirst(month.subtract(later, 'month'));
            onPickerValueChange(month.subtract(later, 'month'));
          }}
          onSelect={(day) => onSelect(timed(day))}
          onHover={(day: Dayjs | null) => onHover?.(day && timed(day))}
          hoverValue={hoverValue ?? undefined}
          hoverRangeValue={hoverRangeValue ?? undefined}
        />
      ))}
      <PickerPanel<Dayjs> {...base} picker="time" use12Hours showHour showMinute showSecond={false} pickerValue={pickerValue} onSelect={onSelect} />
    </div>
  );
}
