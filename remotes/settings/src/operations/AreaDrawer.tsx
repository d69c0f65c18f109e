import type { ReactNode } from 'react';
import type { RemoteOperation } from '@cam/contracts';
import { useSession } from '@cam/platform';
import { Drawer, formatCount, formatDateTime, LoadingState, StatusTag } from '@cam/ui';
import { useHistory } from './api';
import { ChannelForm } from './ChannelForm';
import styles from './AreaDrawer.module.css';
import { PolicyForm } from './PolicyForm';
import { Violations } from './Violations';
import { STATE_TONES, STATE_WORDS, withinOf, loadsOf } from './words';

interface Props {
  area: RemoteOperation;
  onClose: () => void;
  onChanged: () => void;
}

/** One area: why the tenant gets what it gets, how to change that, how it fares, and what happened to it. */
export function AreaDrawer({ area, onClose, onChanged }: Props): ReactNode {
  const { rights } = useSession();
  const history = useHistory(area.id);
  const changed = (): void => {
    onChanged();
    void history.mutate();
  };
  return (
    <Drawer open title={area.name} size={640} onClose={onClose} destroyOnHidden>
      <section className={styles.section} aria-label="State">
        <p>
          <StatusTag tone={STATE_TONES[area.state]}>{STATE_WORDS[area.state]}</StatusTag> {area.version}
        </p>
        <ul className={styles.why}>
          {area.why.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
      <PolicyForm area={area} onSaved={changed} />
      {rights.includes('CAM_OPERATOR') && <ChannelForm area={area} onMoved={changed} />}
      <Fleet area={area} />
      <Violations violations={area.violations} />
      <section className={styles.section} aria-label="History">
        <h2>History</h2>
        {!history.data && !history.error && <LoadingState label="Loading the history" rows={2} />}
        {history.error && <p role="alert">{history.error.userMessage}</p>}
        <ol className={styles.history}>
          {history.data?.changes.map(({ at, by, what, reason }, index) => (
            <li key={`${at} ${index}`}>
              <div>{what}</div>
              <div className={styles.detail}>
                {formatDateTime(at)} by {by}
                {reason && `: ${reason}`}
              </div>
            </li>
          ))}
        </ol>
      </section>
    </Drawer>
  );
}

function Fleet({ area }: { area: RemoteOperation }): ReactNode {
  const { fleet } = area;
  return (
    <section className={styles.section} aria-label="In browsers">
      <h2>In browsers, last 24 hours</h2>
      {fleet.loads + fleet.crashes === 0 ? (
        <p className={styles.detail}>Nobody loaded this area.</p>
      ) : (
        <>
          <p>
            {loadsOf(fleet)}. Half of the loads took {withinOf(fleet.p50_ms)}, 95 % {withinOf(fleet.p95_ms)}.
          </p>
          <ul className={styles.why}>
            {fleet.versions.map(({ version, loads, failures, crashes }) => (
              <li key={version}>
                {version}: {loadsOf({ loads, failures, crashes })}
              </li>
            ))}
            {fleet.kinds.map(({ kind, count }) => (
              <li key={kind}>
                Failures of kind &quot;{kind}&quot;: {formatCount(count)}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
