import type { ReactNode } from 'react';
import type { Severity } from '@cam/contracts';
import { Button, Input, Select, Space } from 'antd';
import { Dropdown } from '../feedback/overlays';
import { Icon } from '../entity/Icon';
import { formatCount } from '../data/formats';
import { SeverityChips } from './SeverityChips';
import { ALL, type GridAction, type GridExport } from './grid-types';
import type { ExportFormat } from './use-export';
import type { GridState } from './use-grid';
import styles from './DataGrid.module.css';

interface Props<Row> {
  title: string;
  /** Number of rows; null when only the server could count them. */
  count: number | null;
  grid: GridState<Row>;
  isSearched: boolean;
  hasSeverity: boolean;
  typeLabel: ((type: string) => string) | null;
  actions: readonly GridAction<Row>[];
  selected: readonly Row[];
  onExport: (format: ExportFormat) => void;
  moreExports?: readonly GridExport[];
  toolbar: ReactNode;
  columnsMenu: ReactNode;
}

const EXPORTS: { format: ExportFormat; label: string }[] = [
  { format: 'csv', label: 'Export as CSV' },
  { format: 'xlsx', label: 'Export as Excel' },
];

/** Shows the bar above a grid: title and count, filters, exports and actions. */
export function GridBar<Row>({ title, count, grid, isSearched, actions, selected, ...props }: Props<Row>): ReactNode {
  const { filter, setFilter, found } = grid;
  const exportItems = [
    ...EXPORTS.map(({ format, label }) => ({ key: format as string, label, onClick: () => props.onExport(format) })),
    ...(props.moreExports ?? []).map(({ key, label, run }) => ({ key, label, onClick: run })),
  ];
  return (
    <div className={styles.bar}>
      <div className={styles.heading}>
        <h2>
          {filter.search.trim() === '' ? title : `${title} found`} {count !== null && <span className={styles.count}>{formatCount(count)}</span>}
        </h2>
        {props.columnsMenu}
        <Space.Compact>
          <Button icon={<Icon name="download" />} onClick={() => props.onExport('csv')} disabled={found.length === 0}>
            Download Report
          </Button>
          <Dropdown trigger={['click']} placement="bottomRight" disabled={found.length === 0} menu={{ items: exportItems }}>
            <Button aria-label={`Export ${title}`} aria-haspopup="menu" title="Export" icon={<Icon name="down" />} disabled={found.length === 0} />
          </Dropdown>
        </Space.Compact>
      </div>
      <div className={styles.tools}>
        {props.hasSeverity && (
          <SeverityChips chosen={filter.severity} counts={grid.counts} onChoose={(severity: Severity | 'ALL') => setFilter({ severity })} />
        )}
        {props.typeLabel && (
          <Select
            aria-label={`Type of ${title}`}
            popupMatchSelectWidth={false}
            value={filter.type}
            options={[{ value: ALL, label: 'ALL' }, ...grid.types.map((value) => ({ value, label: props.typeLabel?.(value) ?? value }))]}
            onChange={(type) => setFilter({ type })}
          />
        )}
        {props.toolbar}
        {isSearched && (
          <Input
            allowClear
            prefix={<Icon name="search" />}
            placeholder="Object Search"
            aria-label={`Search ${title}`}
            value={filter.search}
            onChange={(event) => setFilter({ search: event.target.value })}
          />
        )}
        {actions.length > 0 && (
          <Dropdown
            trigger={['click']}
            menu={{
              items: [
                { key: 'all', label: 'All', disabled: found.length === 0, children: itemsOf('all', found) },
                { key: 'selected', label: `Selected(${selected.length})`, disabled: selected.length === 0, children: itemsOf('selected', selected) },
              ],
            }}
          >
            <Button>Actions</Button>
          </Dropdown>
        )}
      </div>
    </div>
  );

  function itemsOf(kind: string, rows: readonly Row[]): { key: string; label: string; onClick: () => void }[] {
    return actions.map(({ label, run }) => ({ key: `${kind}:${label}`, label, onClick: () => run(rows) }));
  }
}
