import { useTrial } from '@cam/platform';
import type { ReactNode } from 'react';
import type { ChangeEdit } from '@cam/contracts';
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

function Effect({ change: { sourceUid, edits } }: { change: KnownChange }): ReactNode {
  const { data, failure, retry } = useTrial('POST /v1/graph-querymgr/what-if', { body: { source_uid: sourceUid, edits } });
  return (
    <>
      <p className={styles.intro}>CAM evaluates the change on the last snapshot and compares the access of everybody. Nothing is changed.</p>
      <div aria-live="polite">
        {!data && !failure && <LoadingState label="Evaluating the change" />}
        {failure && <ErrorState message={failure.userMessage} supportCode={failure.trackingId} onRetry={retry} />}
        {data && <Verdict verdict={data} />}
      </div>
    </>
  );
}
