import { useEffect, useState, type ReactNode } from 'react';
import { Button, Skeleton } from 'antd';
import { Icon, type IconName } from '../entity/Icon';
import styles from './states.module.css';

/** Delay before the skeleton appears, so that it does not flicker, ms. */
const SKELETON_DELAY = 200;

export function LoadingState({ rows = 6, label = 'Loading' }: { rows?: number; label?: string }): ReactNode {
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setVisible(true), SKELETON_DELAY);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" aria-label={label} className={styles.loading}>
      {visible && <Skeleton active title={false} paragraph={{ rows }} />}
    </div>
  );
}

interface EmptyProps {
  title: string;
  text?: ReactNode;
  icon?: IconName;
  action?: ReactNode;
  /** True when the state fills the page: its title is then the heading of the page. */
  isPage?: boolean;
}

export function EmptyState({ title, text, icon = 'search', action, isPage = false }: EmptyProps): ReactNode {
  const Title = isPage ? 'h1' : 'h2';
  return (
    <div className={styles.state}>
      <span className={styles.mark}>
        <Icon name={icon} />
      </span>
      <Title>{title}</Title>
      {text && <p>{text}</p>}
      {action}
    </div>
  );
}

interface ErrorProps {
  title?: string;
  /** A sentence that says what happened. */
  message: string;
  supportCode?: string;
  onRetry?: () => void;
}

export function ErrorState({ title = 'This could not be loaded', message, supportCode, onRetry }: ErrorProps): ReactNode {
  return (
    <div className={styles.state} role="alert">
      <span className={`${styles.mark} ${styles.bad}`}>
        <Icon name="warning" />
      </span>
      <h2>{title}</h2>
      <p>{message}</p>
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
      {supportCode && <p className={styles.code}>Support code: {supportCode}</p>}
    </div>
  );
}
