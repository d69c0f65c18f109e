import { useEffect, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button, EmptyState } from '@cam/ui';
import { FAILURE_MESSAGES, type LoadError } from '../loader/load-error';
import styles from './screens.module.css';

/** Shown when no page matches the address. */
export function NotFoundScreen(): ReactNode {
  useEffect(() => {
    document.title = 'Not found – CAM';
  }, []);
  return (
    <EmptyState
      isPage
      icon="search"
      title="Page not found"
      text="The page may have moved, or you may not have permission to see it."
      action={<Link to="/">Go home</Link>}
    />
  );
}

/** Shown on the pages of a remote that is turned off for the tenant. */
export function TurnedOffScreen({ name }: { name: string }): ReactNode {
  return (
    <EmptyState
      isPage
      icon="settings"
      title={`${name} is turned off for this tenant`}
      text="An operator turned this area off. It returns as soon as an operator turns it on. The rest of the console keeps working."
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

/** Shown in place of a remote's page that failed to load or crashed. It states the cause and offers a retry. */
export function FailureScreen({ name, version, error, onRetry }: FailureProps): ReactNode {
  const crashed = error.kind === 'crashed';
  return (
    <div className={styles.failure} role="alert">
      <h1>{crashed ? `${name} stopped working` : `${name} could not be loaded`}</h1>
      <p>{FAILURE_MESSAGES[error.kind]} The rest of the console keeps working.</p>
      <div className={styles.actions}>
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
