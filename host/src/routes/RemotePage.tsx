import { Component, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useAtomValue } from 'jotai';
import type { RemoteId } from '@cam/contracts';
import { mayLeave } from '@cam/platform';
import { clearRemote, RemoteScope } from '@cam/platform/host';
import { Button, LoadingState } from '@cam/ui';
import { FailureScreen } from '../failure/screens';
import { registryAtom } from '../registry/registry-client';
import { enterPage, forget, isOutdated, loadRemote, remoteStatesAtom } from '../loader/loader';
import { LoadError, toLoadError } from '../loader/load-error';
import { IDLE } from '../loader/remote-state';
import styles from './RemotePage.module.css';

/** After this somebody who waits is told so and offered a way out, ms. */
const PATIENCE = 5000;

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
  // Read again whenever the registry speaks, so that a new release is offered while its page is open.
  useAtomValue(registryAtom);

  // Answers that a page broke on must not break it again, so they are asked for anew.
  const retry = async (): Promise<void> => {
    await clearRemote(id);
    forget(id);
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
    <CrashBoundary key={`${page}@${state.version}`} name={name} version={state.version} onRetry={retry}>
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
        <Suspense fallback={<LoadingState label={`Loading ${name}`} />}>
          <Page />
        </Suspense>
      </RemoteScope.Provider>
    </CrashBoundary>
  );
}

function Waiting({ name, onRetry }: { name: string; onRetry: () => void }): ReactNode {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE);
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
  name: string;
  version: string;
  onRetry: () => Promise<void>;
  children: ReactNode;
}

class CrashBoundary extends Component<BoundaryProps, { error: LoadError | null }> {
  override state: { error: LoadError | null } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: LoadError } {
    return { error: toLoadError(error) };
  }

  override render(): ReactNode {
    const { name, version, onRetry, children } = this.props;
    const { error } = this.state;
    if (!error) return children;
    const retry = (): void => {
      onRetry();
      this.setState({ error: null });
    };
    return <FailureScreen name={name} version={version} error={error} onRetry={() => void retry()} />;
  }
}
