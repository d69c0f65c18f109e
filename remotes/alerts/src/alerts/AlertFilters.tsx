import type { ReactNode } from 'react';
import { Button, Icon, Popover, Radio, Select, useMedia } from '@cam/ui';
import { SavedViews } from '../triage/SavedViews';
import triage from '../triage/triage.module.css';
import styles from './alerts.module.css';
import { GROUPINGS, NARROW, STATUS_FILTERS, TIME_RANGES, WORK_FILTERS, type AlertsView } from './view';

interface Props {
  view: AlertsView;
  /** Changes parameters of the address. */
  onShow: (change: Record<string, string | null>) => void;
}

/** Filters by time, status and work. */
export function AlertFilters({ view, onShow }: Props): ReactNode {
  return (
    <div className={triage.tools}>
      <FilterFields view={view} onShow={onShow} />
    </div>
  );
}

/** The fields of the filters, for the bar of a list. A narrow window shows them on request. */
export function FilterFields(props: Props): ReactNode {
  const isNarrow = useMedia(NARROW);
  const { time, show, work } = props.view;
  if (!isNarrow) return <Fields {...props} />;
  const count = [time !== 'all', show !== 'ALERT_NOT_DISMISSED', work !== 'any'].filter(Boolean).length;
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      content={
        <div className={triage.filters}>
          <Fields {...props} />
        </div>
      }
    >
      <Button icon={<Icon name="filter" />}>{count === 0 ? 'Filters' : `Filters (${count})`}</Button>
    </Popover>
  );
}

function Fields({ view, onShow }: Props): ReactNode {
  return (
    <>
      <Select
        aria-label="View by time"
        className={styles.select}
        value={view.time}
        options={[...TIME_RANGES]}
        onChange={(time) => onShow({ time: time === 'all' ? null : time })}
      />
      <Select
        aria-label="Status"
        className={styles.select}
        value={view.show}
        options={[...STATUS_FILTERS]}
        onChange={(value) => onShow({ show: value === 'ALERT_NOT_DISMISSED' ? null : value })}
      />
      <Select
        aria-label="Work"
        className={styles.select}
        value={view.work}
        options={[...WORK_FILTERS]}
        onChange={(value) => onShow({ work: value === 'any' ? null : value })}
      />
    </>
  );
}

const GROUP_CHOICES = [{ value: '', label: 'No groups' }, ...GROUPINGS];

/** Chooses the grouping or a saved view. */
export function GroupBy({ view, onShow }: Props): ReactNode {
  const isNarrow = useMedia(NARROW);
  const choose = (by: string): void => onShow({ by, group: null });
  return (
    <div className={triage.tools}>
      {isNarrow ? (
        <Select
          aria-label="Group by"
          className={styles.select}
          value={view.groupBy ?? ''}
          options={GROUP_CHOICES.map(({ value, label }) => ({ value, label: value === '' ? label : `By ${label.toLowerCase()}` }))}
          onChange={choose}
        />
      ) : (
        <Radio.Group
          aria-label="Group by"
          optionType="button"
          options={GROUP_CHOICES}
          value={view.groupBy ?? ''}
          onChange={({ target: { value } }) => choose(String(value))}
        />
      )}
      <SavedViews />
    </div>
  );
}
