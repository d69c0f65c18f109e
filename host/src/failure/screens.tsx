import { useEffect, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button, EmptyState } from '@cam/ui';
import { FAILURE_MESSAGES, type LoadError } from '../loader/load-error';
import styles from './screens.module.css';

export function NotFoundScreen(): ReactNode {
  useEffect(() => {
    document.title = 'Not found – CAM';
  }, []);
  return (
    <EmptyState
      isPage
      icon="search"
      title="There is nothing at this address"
      text="The page may have moved, or you may not have the right to see it."
      action={<Link to="/">Go home</Link>}
    />
  );
}

export function TurnedOffScreen({ name }: { name: string }): ReactNode {
  return (
    <EmptyState
      isPage
      icon="settings"
      title={`${name} is turned off for this tenant`}
      text="An operator turned this area off. It comes back by itself once it is turned on again; everything else goes on working."
      action={<Link to="/">Go home</Link>}
    />
  );
}

interface FailureProps {
  name: string;
  version: string;
  error: LoadError;
  onRetry: () => void;
}

/** What happened to an area, in words, and the ways out. */
export function FailureScreen({ name, version, error, onRetry }: FailureProps): ReactNode {
  const crashed = error.kind === 'crashed';
  return (
    <div className={styles.failure} role="alert">
      <h1>{crashed ? `${name} stopped working` : `${name} could not be loaded`}</h1>
      <p>{FAILURE_MESSAGES[error.kind]} The rest of the console goes on working.</p>
      <div className={styles.ways}>
        <Button type="primary" onClick={onRetry}>
          Try again
        </Button>
        <Link to="/">Go home</Link>
      </div>
      <details>
        <summary>Details</summary>
        <dl>
          <dt>Cause</dt>
          <dd>{error.kind}</dd>
          <dt>Release</dt>
          <dd>{version || 'unknown'}</dd>
          <dt>Message</dt>
          <dd>{error.message}</dd>
          {error.url && (
            <>
              <dt>Address</dt>
              <dd>{error.url}</dd>
            </>
          )}
        </dl>
      </details>
    </div>
  );
}
