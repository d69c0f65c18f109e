import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useAccountFilter, useSession } from '@cam/platform';
import { Button, Icon, Popover } from '@cam/ui';
import { topBarContainer } from '../shell/top-bar-container';
import { FilterPanel } from './FilterPanel';
import { sourceOptions } from './source-options';
import styles from './SourceFilter.module.css';

/** Renders the source filter, which limits the whole console to one account or organization. */
export function SourceFilter(): ReactNode {
  const { current } = useAccountFilter();
  const { tenant } = useSession();
  const options = useMemo(() => sourceOptions(tenant), [tenant]);
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement | HTMLAnchorElement>(null);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  const name = current?.name ?? 'All sources';
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      getPopupContainer={topBarContainer}
      content={<FilterPanel options={options} onClose={close} />}
    >
      <Button
        ref={button}
        icon={<Icon name="filter" />}
        className={styles.button}
        data-active={current !== null}
        aria-label={`Source filter: ${name}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        title={name}
      >
        <span className={styles.current}>{name}</span>
      </Button>
    </Popover>
  );
}
