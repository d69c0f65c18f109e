import { Component, Suspense, useEffect, useMemo, useState, type ComponentType, type ReactNode } from 'react';
import { useAtomValue } from 'jotai';
import type { RemoteId } from '@cam/contracts';
import { mayLeave } from '@cam/platform';
import { clearRemote, RemoteScope } from '@cam/platform/host';
import { Button, LoadingState } from '@cam/ui';
import { FailureScreen } from '../failure/screens';
import { registryAtom } from '../registry/registry-client';
import { enterPage, forget, isOutdated, loadRemote, remoteStatesAtom, resetAndRefetch } from '../loader/loader';
import { diagnose } from '../loader/diagnose';
import { isTransient, LoadError, toLoadError } from '../loader/load-error';
import { IDLE } from '../loader/remote-state';
import { reportLoad } from '../loader/report-loads';
import { backoff, TRIES } from '../loader/retry';
import styles from './RemotePage.module.css';

/** After this somebody who waits is told so and offered a way out, ms. */
const SLOW_LOAD_DELAY = 5000;

interface Props {
  id: RemoteId;
  name: string;
  page: string;
}

/** A page of a remote, from the first byte to the crash. Whatever happens to it, the shell around it lives. */
export function RemotePage({ id, name, page }: Props): ReactNode {
  const state = useAtomValue(remoteStatesAtom)[id] ?? IDLE;

  useEffect(() => {
    if (state.kind === 'idle') void loadRemote(id).catch(() => undefined);
  }, [id, state.kind]);

  useEffect(() => enterPage(id), [id]);
  const tries = useMemo(() => ({ page, count: 0 }), [page]);
  // Read again whenever the registry speaks, so that a new release is offered while its page is open.
  useAtomValue(registryAtom);

  // Answers that a page broke on must not break it again, so they are asked for anew.
  const retry = async (): Promise<void> => {
    await clearRemote(id);
    resetAndRefetch(id);
  };
  const takeNewRelease = async (): Promise<void> => {
    if (await mayLeave()) forget(id);
  };
  if (state.kind === 'failed') return <FailureScreen name={name} version={state.version} error={state.error} onRetry={() => void retry()} />;
  if (state.kind !== 'ready') return <Waiting name={name} onRetry={() => void retry()} />;

  const Page = state.module.pages[page] as ComponentType | undefined;
  if (!Page)
    return (
      <FailureScreen name={name} version={state.version} error={new LoadError('empty', `it has no page "${page}"`)} onRetry={() => void retry()} />
    );
  return (
    <CrashBoundary key={`${page}@${state.version}`} id={id} name={name} version={state.version} tries={tries} onRetry={retry}>
      {isOutdated(id) && (
        <p className={styles.notice} role="status">
          New version of {name}. <Button onClick={() => void takeNewRelease()}>Reload section</Button>
        </p>
      )}
      {state.fellBackFrom && (
        <p className={styles.notice} role="status">
          The newest release of {name} could not be loaded, so you see the one before it.
        </p>
      )}
      <RemoteScope.Provider value={id}>
        <Suspense fallback={<Waiting name={name} onRetry={() => void retry()} />}>
          <Page />
        </Suspense>
      </RemoteScope.Provider>
    </CrashBoundary>
  );
}

function Waiting({ name, onRetry }: { name: string; onRetry: () => void }): ReactNode {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), SLOW_LOAD_DELAY);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <LoadingState label={`Loading ${name}`} />
      {long && (
        <p className={styles.notice} role="status">
          Still loading {name}. <Button onClick={onRetry}>Try again</Button>
        </p>
      )}
    </>
  );
}

interface BoundaryProps {
  id: RemoteId;
  name: string;
  version: string;
  /** Tries of this page so far: they outlive the boundary, which each of them makes anew. */
  tries: { count: number };
  onRetry: () => Promise<void>;
  children: ReactNode;
}

interface BoundaryState {
  error: LoadError | null;
  /** The cause is being looked for, or another try is about to be made. */
  waiting: boolean;
}

class CrashBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null, waiting: false };
  #timer: ReturnType<typeof setTimeout> | undefined;

  static getDerivedStateFromError(error: unknown): BoundaryState {
    const known = toLoadError(error);
    return { error: known, waiting: known.kind === 'network' };
  }

  /** A page whose files did not come gets its further tries as a release does; one that broke does not. */
  override componentDidCatch(thrown: unknown): void {
    const first = toLoadError(thrown);
    const { id, version } = this.props;
    if (first.kind !== 'network') return reportLoad({ id, version, outcome: first.kind, ms: 0 });
    void diagnose(first).then((error) => {
      const tried = this.props.tries.count;
      if (!isTransient(error.kind) || tried >= TRIES - 1) {
        reportLoad({ id, version, outcome: error.kind, ms: 0 });
        return this.setState({ error, waiting: false });
      }
      this.props.tries.count += 1;
      this.#timer = setTimeout(() => void this.props.onRetry(), backoff(tried));
    });
  }

  override componentWillUnmount(): void {
    clearTimeout(this.#timer);
  }

  override render(): ReactNode {
    const { name, version, onRetry, children, tries } = this.props;
    const { error, waiting } = this.state;
    if (!error) return children;
    if (waiting) return <LoadingState label={`Loading ${name}`} />;
    const retry = (): void => {
      tries.count = 0;
      void onRetry();
      this.setState({ error: null });
    };
    return <FailureScreen name={name} version={version} error={error} onRetry={retry} />;
  }
}
