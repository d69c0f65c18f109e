import { useState, type ReactNode } from 'react';
import { PickerPanel } from '@rc-component/picker';
import type { SharedPanelProps } from '@rc-component/picker/interface';
import type { Dayjs } from 'dayjs';
import styles from './TwoMonths.module.css';

/** Two months side by side and the time of the day, in the place of the one month that antd shows where days have a time. */
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
  // A month that is in sight already stays where it is, so that no day moves from under the pointer.
  if (![0, 1].some((later) => pickerValue.isSame(first.add(later, 'month'), 'month'))) setFirst(pickerValue);
  const base = { prefixCls, generateConfig, locale, value: value ?? null };
  /** A day that is chosen keeps the time of the one before. */
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
