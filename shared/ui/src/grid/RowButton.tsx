import type { ComponentProps, ReactNode } from 'react';
import { Icon, type IconName } from '../entity/Icon';
import styles from './RowButton.module.css';

interface Props extends Omit<ComponentProps<'button'>, 'type'> {
  /** `plain` has no border, and `link` looks like one. */
  look?: 'outlined' | 'plain' | 'link';
  icon?: IconName;
  isDanger?: boolean;
}

/** A button in a row of a grid, which has many of them: it takes a fraction of the time of a button of the component library. */
export function RowButton({ look = 'outlined', icon, isDanger = false, className = '', children, ...props }: Props): ReactNode {
  return (
    <button {...props} type="button" className={`${styles.button} ${className}`} data-row-button={look} data-danger={isDanger || undefined}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
