import { useEffect, useRef, useState, type ComponentRef, type ReactNode } from 'react';
import { useAccountFilter, type FilterOption } from '@cam/platform';
import { setAccountFilter } from '@cam/platform/host';
import { Button, CloudLogo, Icon, Input, Radio, ShowMore, Tag, useShortenedList } from '@cam/ui';
import { searchOptions, optionOf } from './source-options';
import styles from './SourceFilter.module.css';

interface Props {
  options: readonly FilterOption[];
  onClose: () => void;
}

/** Selects the source filter. The selection takes effect with APPLY NOW; closing the panel discards it. */
export function FilterPanel({ options, onClose }: Props): ReactNode {
  const { current } = useAccountFilter();
  const [search, setSearch] = useState('');
  const input = useRef<ComponentRef<typeof Input>>(null);
  // The panel is not positioned yet when it opens. Without preventScroll the browser would scroll the page.
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  const [chosen, setChosen] = useState(current?.uid);
  const selected = optionOf(options, chosen);
  const shown = searchOptions(options, search);
  const apply = (option: FilterOption | null): void => {
    setAccountFilter(option);
    onClose();
  };
  return (
    <dialog open className={styles.panel} aria-label="Filter" onKeyDown={({ key }) => key === 'Escape' && onClose()}>
      <h2>Filter</h2>
      <p>View data by Source:</p>
      <Input
        ref={input}
        allowClear
        prefix={<Icon name="search" />}
        placeholder="Search..."
        aria-label="Search sources"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {shown.length === 0 ? (
        <p className={styles.empty} role="status">
          Empty
        </p>
      ) : (
        <Radio.Group className={styles.list} aria-label="Source" value={chosen} onChange={(event) => setChosen(String(event.target.value))}>
          <Options key={search} options={shown} chosen={chosen} />
        </Radio.Group>
      )}
      <div className={styles.actions}>
        <Button disabled={current === null} onClick={() => apply(null)}>
          RESET ALL
        </Button>
        <Button type="primary" disabled={!selected} onClick={() => apply(selected)}>
          APPLY NOW
        </Button>
      </div>
    </dialog>
  );
}

function Options({ options, chosen }: { options: readonly FilterOption[]; chosen: string | undefined }): ReactNode {
  const { shown: visible, left, more } = useShortenedList(options, ({ uid }) => uid === chosen);
  return (
    <ul>
      {visible.map((option) => (
        <li key={option.uid}>
          <Radio value={option.uid} className={styles.option}>
            <CloudLogo cloud={option.cloud_type} />
            <span className={styles.name} title={option.name}>
              {option.name}
            </span>
            {option.isOrganization && <Tag>Parent</Tag>}
          </Radio>
          {option.subItems.length > 0 && <Options options={option.subItems} chosen={chosen} />}
        </li>
      ))}
      <ShowMore left={left} onMore={more} />
    </ul>
  );
}
