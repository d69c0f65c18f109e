import { Component, useEffect, type ReactNode } from 'react';
import { isAuthenticated, store } from '@cam/platform/host';
import { followRegistry, forgetLastGood, registryAtom } from '../registry/registry-client';
import styles from './screens.module.css';

interface State {
  error: Error | null;
}

/** Stands around the shell itself. If the shell crashes, the console explains it, keeps following the registry, and starts again with its next change. */
export class ShellBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null };
  #unsubscribe: (() => void) | undefined;

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  /** The stored view may be the cause, so the next start does not use it. */
  override componentDidCatch(): void {
    forgetLastGood();
    this.#unsubscribe ??= store.sub(registryAtom, this.#retry);
  }

  override componentWillUnmount(): void {
    this.#unsubscribe?.();
  }

  #retry = (): void => {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    this.setState({ error: null });
  };

  override render(): ReactNode {
    const { error } = this.state;
    return error ? <ShellFailure message={error.message} onRetry={this.#retry} /> : this.props.children;
  }
}

/** Uses plain elements only, because a component of the console may be what failed. */
function ShellFailure({ message, onRetry }: { message: string; onRetry: () => void }): ReactNode {
  useEffect(() => (isAuthenticated() ? followRegistry() : undefined), []);
  return (
    <main className={styles.failure} role="alert">
      <h1>The console stopped working</h1>
      <p>Your data is safe. Try again, or reload the page. The console also tries again by itself when an operator publishes a change.</p>
      <div className={styles.actions}>
        <button type="button" onClick={onRetry}>
          Try again
        </button>
        <button type="button" onClick={() => window.location.reload()}>
          Reload page
        </button>
      </div>
      <details>
        <summary>Details</summary>
        <p>{message}</p>
      </details>
    </main>
  );
}
