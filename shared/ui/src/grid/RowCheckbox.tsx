import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import styles from './RowCheckbox.module.css';

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  checked: boolean;
  /** True when only some of the rows are selected. */
  indeterminate?: boolean;
}

/** A checkbox of the browser in the look of the theme. A grid has many, and one of the component library takes ten times as long to show. */
export function RowCheckbox({ indeterminate = false, ...props }: Props): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  }, [indeterminate, props.checked]);
  return <input {...props} ref={input} type="checkbox" className={styles.checkbox} />;
}
