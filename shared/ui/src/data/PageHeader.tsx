import type { ReactNode } from 'react';
import styles from './PageHeader.module.css';

interface Props {
  title: ReactNode;
  /** Links to the pages above this one. The title then ends the breadcrumb. */
  trail?: readonly ReactNode[];
  /** One line below the title. */
  text?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, trail, text, actions }: Props): ReactNode {
  return (
    <header className={styles.header}>
      <div>
        {trail ? <Breadcrumb trail={trail} title={title} /> : <h1>{title}</h1>}
        {text && <p>{text}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}

function Breadcrumb({ trail, title }: { trail: readonly ReactNode[]; title: ReactNode }): ReactNode {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={styles.trail}>
        {trail.map((step, index) => (
          <li key={index}>{step}</li>
        ))}
        <li aria-current="page">
          <h1>{title}</h1>
        </li>
      </ol>
    </nav>
  );
}
