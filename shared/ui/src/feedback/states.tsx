import { useEffect, useState, type ReactNode } from 'react';
import { Button } from 'antd';
import { Icon, type IconName } from '../entity/Icon';
import styles from './states.module.css';

/** Delay before the skeleton appears, so that it does not flicker, ms. */
const SKELETON_DELAY = 200;

/** The form of what loads, so that the page does not jump when it arrives: lines of text, a list, tiles above cards, or a whole page with its heading. */
export type LoadingShape = 'text' | 'list' | 'tiles' | 'page' | 'entity';

interface LoadingProps {
  /** Lines of text, or rows of a list. */
  rows?: number;
  label?: string;
  shape?: LoadingShape;
}

/** Takes the room of content that loads, and shows it as grey bars after a moment. */
export function LoadingState({ rows = 6, label = 'Loading', shape = 'text' }: LoadingProps): ReactNode {
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setVisible(true), SKELETON_DELAY);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" aria-label={label} className={styles.loading} data-shape={shape} data-drawn={visible}>
      <Bones shape={shape} rows={rows} />
    </div>
  );
}

const TILES = 6;

function Bones({ shape, rows }: { shape: LoadingShape; rows: number }): ReactNode {
  const lines = Array.from({ length: rows }, (_one, row) => <span key={row} className={styles.bone} />);
  const list = (
    <div className={styles.listBones}>
      <span className={styles.bone} />
      {lines}
    </div>
  );
  const tiles = (
    <div className={styles.tileBones}>
      {Array.from({ length: TILES }, (_one, tile) => (
        <span key={tile} className={styles.bone} />
      ))}
    </div>
  );
  const heading = (
    <div className={styles.headingBones}>
      <span className={styles.bone} />
      <span className={styles.bone} />
    </div>
  );
  if (shape === 'list') return list;
  if (shape === 'tiles')
    return (
      <>
        {tiles}
        {list}
      </>
    );
  if (shape === 'page' || shape === 'entity')
    return (
      <>
        {heading}
        {shape === 'entity' && tiles}
        {list}
      </>
    );
  return <div className={styles.textBones}>{lines}</div>;
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
