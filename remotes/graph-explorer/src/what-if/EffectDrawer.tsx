import { useEffect, useState, type ReactNode } from 'react';
import type { ChangeEdit, WhatIfVerdict } from '@cam/contracts';
import { ApiFailure, callApi } from '@cam/platform';
import { Drawer, ErrorState, LoadingState } from '@cam/ui';
import { Verdict } from './Verdict';
import styles from './what-if.module.css';

/** A change that is known already. */
export interface KnownChange {
  /** The change as a sentence without a full stop. */
  title: string;
  sourceUid: string;
  edits: ChangeEdit[];
}

/** Tries a known change, and shows what it would do. */
export function EffectDrawer({ change, onClose }: { change: KnownChange | null; onClose: () => void }): ReactNode {
  return (
    <Drawer open={change !== null} onClose={onClose} size="min(880px, 100vw)" title={change?.title ?? ''} destroyOnHidden>
      {change && <Effect change={change} />}
    </Drawer>
  );
}

function Effect({ change }: { change: KnownChange }): ReactNode {
  const [attempt, setAttempt] = useState(0);
  const [tried, setTried] = useState<WhatIfVerdict | ApiFailure | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const run = async (): Promise<void> => {
      setTried(null);
      const body = { source_uid: change.sourceUid, edits: change.edits };
      try {
        const verdict = await callApi('POST /v1/graph-querymgr/what-if', { body }, { filtered: false, toast: false, signal: controller.signal });
        if (!controller.signal.aborted) setTried(verdict);
      } catch (error) {
        if (controller.signal.aborted) return;
        if (error instanceof ApiFailure) setTried(error);
        else throw error;
      }
    };
    void run();
    return () => controller.abort();
  }, [change, attempt]);
  return (
    <>
      <p className={styles.intro}>CAM evaluates the change on the last snapshot and compares the access of everybody. Nothing is changed.</p>
      <div aria-live="polite">
        {tried === null && <LoadingState label="Evaluating the change" />}
        {tried instanceof ApiFailure && (
          <ErrorState message={tried.userMessage} supportCode={tried.trackingId} onRetry={() => setAttempt(attempt + 1)} />
        )}
        {tried !== null && !(tried instanceof ApiFailure) && <Verdict verdict={tried} />}
      </div>
    </>
  );
}
