import { useEffect, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button, EmptyState } from '@cam/ui';
import { FAILURE_MESSAGES, type FailureKind, type LoadError } from '../loader/load-error';
import { useFocusKept } from './use-focus-kept';
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
  useFocusKept();
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

/** Titles of failures after the load. */
const FAILURE_TITLES: Partial<Record<FailureKind, (name: string) => string>> = {
  crashed: (name) => `${name} stopped working`,
  endless: (name) => `${name} was stopped`,
  memory: (name) => `${name} was stopped`,
};

interface FailureProps {
  name: string;
  version: string;
  error: LoadError;
  onRetry: () => void;
}

/** Shown in place of a remote's page that failed to load or crashed. It states the cause and offers a retry. */
export function FailureScreen({ name, version, error, onRetry }: FailureProps): ReactNode {
  useFocusKept();
  return (
    <div className={styles.failure} role="alert">
      <h1>{FAILURE_TITLES[error.kind]?.(name) ?? `${name} could not be loaded`}</h1>
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
