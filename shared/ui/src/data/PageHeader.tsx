import type { ReactNode } from 'react';
import styles from './PageHeader.module.css';

interface Props {
  title: ReactNode;
  /** One line below the title. */
  text?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, text, actions }: Props): ReactNode {
  return (
    <header className={styles.header}>
      <div>
        <h1>{title}</h1>
        {text && <p>{text}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
