import { Component, startTransition, Suspense, useEffect, useMemo, useState, type ComponentType, type ReactNode } from 'react';
import { useNavigationType } from 'react-router-dom';
import { useAtomValue } from 'jotai';
import type { RemoteId } from '@cam/contracts';
import { confirmDiscard } from '@cam/platform';
import { clearRemote, RemoteScope } from '@cam/platform/host';
import { Button, LoadingState } from '@cam/ui';
import { reportError } from '../failure/report-error';
import { FailureScreen } from '../failure/screens';
import { registryAtom } from '../registry/registry-client';
import { useFocusKept } from '../failure/use-focus-kept';
import { enterPage, fallBack, forget, isOutdated, loadRemote, remoteStatesAtom, resetAndRefetch } from '../loader/loader';
import { diagnose } from '../loader/diagnose';
import { isTransient, LoadError, outcomeOf, toLoadError } from '../loader/load-error';
import { UsesStyles } from '../loader/release-styles';
import { IDLE } from '../loader/remote-state';
import { reportLoad } from '../loader/report-loads';
import { useVisitTrace } from '../tracing/use-visit-trace';
import { backoff, TRIES } from '../loader/retry';
import styles from './RemotePage.module.css';

/** Time after which a slow load offers a retry, in ms. */
const SLOW_LOAD_DELAY = 5000;

interface Props {
  id: RemoteId;
  name: string;
  page: string;
}

/** Renders a page of a remote and handles every state of its load. A failing page never affects the shell. */
export function RemotePage({ id, name, page }: Props): ReactNode {
  const state = useAtomValue(remoteStatesAtom)[id] ?? IDLE;

  useEffect(() => {
    if (state.kind === 'idle') void loadRemote(id).catch(() => undefined);
  }, [id, state.kind]);

  useEffect(() => enterPage(id), [id]);
  useVisitTrace(id);
  const tries = useMemo(() => ({ page, count: 0 }), [page]);
  // Subscribes to the registry, so that an open page offers a new release.
  useAtomValue(registryAtom);

  // Cached answers may have caused the crash, so they are requested again.
  const retry = async (): Promise<void> => {
    await clearRemote(id);
    resetAndRefetch(id);
  };
  const takeNewRelease = async (): Promise<void> => {
    if (await confirmDiscard()) forget(id);
  };
  if (state.kind === 'failed') return <FailureScreen name={name} version={state.version} error={state.error} onRetry={() => void retry()} />;
  if (state.kind !== 'ready') return <Waiting name={name} onRetry={() => void retry()} />;

  const Page = state.module.pages[page] as ComponentType | undefined;
  if (!Page)
    return (
      <FailureScreen name={name} version={state.version} error={new LoadError('empty', `it has no page "${page}"`)} onRetry={() => void retry()} />
    );
  const waiting = <Waiting name={name} onRetry={() => void retry()} />;
  return (
    <CrashBoundary key={`${page}@${state.version}`} id={id} name={name} version={state.version} tries={tries} onRetry={retry}>
      {isOutdated(id) && (
        <p className={styles.notice} role="status">
          A new version of {name} is available. <Button onClick={() => void takeNewRelease()}>Reload section</Button>
        </p>
      )}
      {state.fellBackFrom && (
        <p className={styles.notice} role="status">
          The latest release of {name} {state.fellBackFrom.crashed ? 'stopped working' : 'could not be loaded'}. You see the previous release.
        </p>
      )}
      <RemoteScope.Provider value={id}>
        <UsesStyles id={id} base={state.base}>
          <Suspense fallback={waiting}>
            <Unhurried page={Page} meanwhile={waiting} />
          </Suspense>
        </UsesStyles>
      </RemoteScope.Provider>
    </CrashBoundary>
  );
}

/**
 * Renders a page in small steps, between which the browser answers the user. The page before it leaves at once, so the user can also leave a page that
 * never stops rendering. On the way back, it is there at once, as the browser scrolls to where the user was. A page reads its address itself, so it does not
 * render with each change of it.
 */
function Unhurried({ page: Page, meanwhile }: { page: ComponentType; meanwhile: ReactNode }): ReactNode {
  const isBack = useNavigationType() === 'POP';
  const [isDue, setDue] = useState(isBack);
  useEffect(() => startTransition(() => setDue(true)), []);
  const shown = useMemo(() => <Page />, [Page]);
  return isDue ? shown : meanwhile;
}

function Waiting({ name, onRetry }: { name: string; onRetry: () => void }): ReactNode {
  const [long, setLong] = useState(false);
  useFocusKept();
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
  /** Attempts at this page so far. They outlive the boundary, which remounts with each attempt. */
  tries: { count: number };
  onRetry: () => Promise<void>;
  children: ReactNode;
}

interface BoundaryState {
  error: LoadError | null;
  /** True while the cause is diagnosed or the next attempt is pending. */
  waiting: boolean;
}

class CrashBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null, waiting: false };
  #timer: ReturnType<typeof setTimeout> | undefined;

  static getDerivedStateFromError(error: unknown): BoundaryState {
    const known = toLoadError(error);
    return { error: known, waiting: known.kind === 'network' };
  }

  /** Retries a page whose files failed to load, like a release. A page that crashed gives way to the previous release. */
  override componentDidCatch(thrown: unknown): void {
    const first = toLoadError(thrown);
    const { id, version } = this.props;
    if (first.kind !== 'network') {
      reportLoad({ id, version, outcome: outcomeOf(first), ms: 0 });
      if (first.kind === 'crashed') reportError(id, version, thrown);
      // Cached answers may have caused the crash, so the previous release does not use them.
      if (first.kind === 'crashed' && fallBack(id, version, first)) void clearRemote(id);
      return;
    }
    void diagnose(first).then((error) => {
      const attempts = this.props.tries.count;
      if (!isTransient(error.kind) || attempts >= TRIES - 1) {
        reportLoad({ id, version, outcome: outcomeOf(error), ms: 0 });
        return this.setState({ error, waiting: false });
      }
      this.props.tries.count += 1;
      this.#timer = setTimeout(() => void this.props.onRetry(), backoff(attempts));
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
