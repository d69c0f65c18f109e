import { useState, type ReactNode } from 'react';
import type { ChangeEdit, ChangeOptions, WhatIfVerdict } from '@cam/contracts';
import { ApiFailure, callApi, useApi } from '@cam/platform';
import { Alert, Drawer, EmptyState, ErrorState, LoadingState } from '@cam/ui';
import { ChangeForm } from './ChangeForm';
import { kindsOf } from './change-form';
import { Verdict } from './Verdict';
import styles from './what-if.module.css';

interface Props {
  /** The entity to change; null: the drawer is closed. */
  entity: { uri: string; name: string } | null;
  onClose: () => void;
}

/** Tries a change of an entity's policies and memberships, and shows what it would do. */
export function TryChangeDrawer({ entity, onClose }: Props): ReactNode {
  return (
    <Drawer open={entity !== null} onClose={onClose} size={880} title={entity ? `Try a change of ${entity.name}` : ''} destroyOnHidden>
      {entity && <TryChange uri={entity.uri} />}
    </Drawer>
  );
}

function TryChange({ uri }: { uri: string }): ReactNode {
  const { data, error, mutate } = useApi('GET /v1/graph-querymgr/what-if/options', { query: { uri } }, { filtered: false });
  if (error) return <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />;
  if (!data) return <LoadingState label="Loading policies" />;
  if (data.reason !== '') return <EmptyState title="Nothing to try here" text={data.reason} />;
  if (kindsOf(data).length === 0) return <EmptyState title="Nothing to try here" text="This entity has no policy and no membership to change." />;
  return <Trial options={data} />;
}

/** The state of a trial. */
type Tried = { state: 'none' | 'running' } | { state: 'done'; verdict: WhatIfVerdict } | { state: 'failed'; failure: ApiFailure };

function Trial({ options }: { options: ChangeOptions }): ReactNode {
  const [tried, setTried] = useState<Tried>({ state: 'none' });
  const run = async (edit: ChangeEdit): Promise<void> => {
    setTried({ state: 'running' });
    try {
      const verdict = await callApi('POST /v1/graph-querymgr/what-if', { body: { edits: [edit] } }, { filtered: false, toast: false });
      setTried({ state: 'done', verdict });
    } catch (error) {
      if (error instanceof ApiFailure) setTried({ state: 'failed', failure: error });
      else throw error;
    }
  };
  return (
    <>
      <p className={styles.intro}>CAM evaluates the change on the last snapshot and compares the access of everybody. Nothing is changed.</p>
      <ChangeForm options={options} isBusy={tried.state === 'running'} onTry={(edit) => void run(edit)} onEdit={() => setTried({ state: 'none' })} />
      <div aria-live="polite">
        {tried.state === 'running' && <LoadingState label="Evaluating the change" />}
        {tried.state === 'failed' && (
          <Alert
            className={styles.failure}
            type="error"
            showIcon
            title="The change could not be tried"
            description={`${tried.failure.userMessage} Support code: ${tried.failure.trackingId}`}
          />
        )}
        {tried.state === 'done' && <Verdict verdict={tried.verdict} />}
      </div>
    </>
  );
}
