import type { ReactNode } from 'react';
import { Button, Checkbox, Popover, Radio } from 'antd';
import { Icon, type IconName } from '../entity/Icon';
import { useDensity, type Density } from './density';
import type { GridColumn } from './grid-types';
import { arrangeColumns, isShown, moved, resized, toggled, type GridLayout } from './layout';
import styles from './ColumnsMenu.module.css';

/** Step of the buttons that change the width of a column, px. */
const STEP = 40;

const DENSITIES: { value: Density; label: string }[] = [
  { value: 'compact', label: 'Compact' },
  { value: 'comfortable', label: 'Comfortable' },
];

interface Props<Row> {
  columns: readonly GridColumn<Row>[];
  layout: GridLayout;
  /** Returns the width of a column on the screen, px. */
  widthOf: (column: GridColumn<Row>) => number;
  onChange: (layout: GridLayout) => void;
  onReset: () => void;
}

/** Selects which columns are shown, their order and width, and the height of rows. Serves the keyboard with all that the mouse does on headings. */
export function ColumnsMenu<Row>(props: Props<Row>): ReactNode {
  return (
    <Popover trigger="click" placement="bottomRight" title="Columns" content={<Columns {...props} />}>
      <Button aria-label="Columns" icon={<Icon name="columns" />} />
    </Popover>
  );
}

function Columns<Row>({ columns, layout, widthOf, onChange, onReset }: Props<Row>): ReactNode {
  const { density, choose } = useDensity();
  const movable = arrangeColumns(columns, layout).filter(({ sticky }) => !sticky);
  const shown = movable.filter((column) => isShown(column, layout));
  return (
    <div className={styles.menu}>
      <ul>
        {movable.map((column, index) => {
          const name = column.label ?? column.title;
          const isOn = shown.includes(column);
          const button = (icon: IconName, label: string, disabled: boolean, next: () => GridLayout): ReactNode => (
            <Button
              type="text"
              size="small"
              aria-label={`${label} ${name}`}
              icon={<Icon name={icon} />}
              disabled={disabled}
              onClick={() => onChange(next())}
            />
          );
          return (
            <li key={column.key}>
              <Checkbox checked={isOn} disabled={isOn && shown.length === 1} onChange={() => onChange(toggled(layout, column))}>
                {name}
              </Checkbox>
              <span>
                {button('up', 'Move up', index === 0, () => moved(layout, columns, column.key, -1))}
                {button('down', 'Move down', index === movable.length - 1, () => moved(layout, columns, column.key, 1))}
                {button('narrower', 'Narrower', !isOn, () => resized(layout, column.key, widthOf(column) - STEP))}
                {button('wider', 'Wider', !isOn, () => resized(layout, column.key, widthOf(column) + STEP))}
              </span>
            </li>
          );
        })}
      </ul>
      <div className={styles.rows}>
        <span aria-hidden>Rows</span>
        <Radio.Group
          size="small"
          optionType="button"
          aria-label="Rows"
          options={DENSITIES}
          value={density}
          onChange={({ target }) => choose(target.value as Density)}
        />
      </div>
      <Button size="small" onClick={onReset}>
        Reset to default
      </Button>
    </div>
  );
}
