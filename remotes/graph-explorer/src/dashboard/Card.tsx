import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ApiFailure } from '@cam/platform';
import { ErrorState, formatCount, LoadingState } from '@cam/ui';
import styles from './DashboardPage.module.css';

interface Props {
  title: string;
  /** Stands beside the title. */
  count?: number;
  error?: ApiFailure;
  onRetry: () => void;
  isLoading: boolean;
  /** The sentence that stands in place of the content; null: there is content. */
  empty?: string | null;
  /** The page or query with everything behind the card. */
  link?: { to: string; text: string };
  /** The kind of content, for the room that the card takes from the start. */
  shape?: 'list' | 'chart';
  children: ReactNode;
}

/** A card of the dashboard, with its states and the link to everything behind it. */
export function Card({ title, count, error, onRetry, isLoading, empty = null, link, shape = 'list', children }: Props): ReactNode {
  return (
    <section className={styles.card} aria-label={title}>
      <div className={styles.cardHead}>
        <h2>
          {title} {count !== undefined && <span className={styles.total}>{formatCount(count)}</span>}
        </h2>
        {link && (
          <Link to={link.to} aria-label={`${link.text}: ${title}`}>
            {link.text}
          </Link>
        )}
      </div>
      <div className={styles.cardBody} data-shape={shape}>
        {error ? (
          <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={onRetry} />
        ) : isLoading ? (
          <LoadingState label={`Loading ${title.toLowerCase()}`} rows={5} />
        ) : empty === null ? (
          children
        ) : (
          <p className={styles.none}>{empty}</p>
        )}
      </div>
    </section>
  );
}
