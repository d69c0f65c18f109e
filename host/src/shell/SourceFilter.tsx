import { useState, type ReactNode } from 'react';
import type { Account } from '@cam/contracts';
import { useAccountFilter, useSession, type FilterOption } from '@cam/platform';
import { setAccountFilter } from '@cam/platform/host';
import { Button, Icon, Input, Popover, Radio } from '@cam/ui';
import styles from './SourceFilter.module.css';

/** The source filter: the whole console looks at one account, or at all. */
export function SourceFilter(): ReactNode {
  const { current } = useAccountFilter();
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      content={<FilterPanel onDone={() => setOpen(false)} />}
    >
      <Button icon={<Icon name="filter" />} className={styles.button} aria-label={`Source filter: ${current?.name ?? 'all sources'}`}>
        <span className={styles.current}>{current?.name ?? 'All sources'}</span>
      </Button>
    </Popover>
  );
}

function FilterPanel({ onDone }: { onDone: () => void }): ReactNode {
  const { current } = useAccountFilter();
  const { tenant } = useSession();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string | undefined>(current?.uid);
  const options = matching(tenant.account_info.map(toOption), search);
  const choose = (option: FilterOption | null): void => {
    setAccountFilter(option);
    onDone();
  };
  const selected = tenant.account_info.map(toOption).find(({ uid }) => uid === chosen);
  return (
    <div className={styles.panel} role="dialog" aria-label="Filter">
      <h2>Filter</h2>
      <p>View data by Source:</p>
      <Input
        autoFocus
        allowClear
        prefix={<Icon name="search" />}
        placeholder="Search..."
        aria-label="Search sources"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {options.length === 0 ? (
        <p className={styles.empty}>Empty</p>
      ) : (
        <Radio.Group className={styles.list} value={chosen} onChange={(event) => setChosen(String(event.target.value))}>
          {options.map((option) => (
            <Radio key={option.uid} value={option.uid}>
              <Icon name="cloud" /> {option.name}
            </Radio>
          ))}
        </Radio.Group>
      )}
      <div className={styles.actions}>
        <Button disabled={current === null} onClick={() => choose(null)}>
          RESET ALL
        </Button>
        <Button type="primary" disabled={!selected} onClick={() => choose(selected ?? null)}>
          APPLY NOW
        </Button>
      </div>
    </div>
  );
}

function toOption(account: Account): FilterOption {
  return {
    id: account.account_id,
    uid: account.uid,
    name: account.account_name,
    isOrganization: account.is_organization_account,
    isSingle: !account.is_organization_account,
    cloud_type: account.cloud_type,
    subItems: [],
  };
}

/** Sources whose name holds the text, whatever its case, by name. */
export function matching(options: readonly FilterOption[], search: string): FilterOption[] {
  const wanted = search.trim().toLowerCase();
  return options.filter(({ name }) => name.toLowerCase().includes(wanted)).sort((a, b) => a.name.localeCompare(b.name));
}
