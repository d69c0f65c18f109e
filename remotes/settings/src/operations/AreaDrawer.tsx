import type { ReactNode } from 'react';
import type { RemoteOperation } from '@cam/contracts';
import { useSession } from '@cam/platform';
import { Drawer, formatCount, LoadingState, StatusTag, Time } from '@cam/ui';
import { useHistory } from './api';
import { ChannelForm } from './ChannelForm';
import { DeliverySection } from './DeliverySection';
import styles from './AreaDrawer.module.css';
import { PolicyForm } from './PolicyForm';
import { ReleaseHealth } from './ReleaseHealth';
import { Violations } from './Violations';
import { formatLoads, formatUpperBound, STATE_LABELS, STATE_TONES } from './area-format';

interface Props {
  area: RemoteOperation;
  onClose: () => void;
  onChanged: () => void;
}

/** Shows one area: its state with the reasons, the forms that change it, its loads in browsers, and its history. */
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
          <StatusTag tone={STATE_TONES[area.state]}>{STATE_LABELS[area.state]}</StatusTag> {area.version}
        </p>
        <ul className={styles.reasons}>
          {area.why.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
      <PolicyForm area={area} onSaved={changed} />
      {rights.includes('CAM_OPERATOR') && (
        <>
          <ChannelForm area={area} onMoved={changed} />
          <DeliverySection area={area} onChanged={changed} />
        </>
      )}
      <Releases area={area} />
      <BrowserLoads area={area} />
      {rights.includes('CAM_OPERATOR') && <ReleaseHealth area={area} />}
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
                <Time at={at} /> by {by}
                {reason && `: ${reason}`}
              </div>
            </li>
          ))}
        </ol>
      </section>
    </Drawer>
  );
}

/** Releases that the drawer lists. */
const RELEASES_SHOWN = 5;

/** Lists the newest releases with their origin. */
function Releases({ area }: { area: RemoteOperation }): ReactNode {
  return (
    <section className={styles.section} aria-label="Releases">
      <h2>Latest releases</h2>
      <ul className={styles.history}>
        {area.releases.slice(0, RELEASES_SHOWN).map(({ version, published_at, published_by, commit, builder, key_id }) => (
          <li key={version}>
            <div>
              {version} {key_id === null ? <StatusTag tone="neutral">Unsigned</StatusTag> : <StatusTag tone="ok">Signed by key {key_id}</StatusTag>}
            </div>
            <div className={styles.detail}>
              Published <Time at={published_at} /> by {published_by}
              {commit !== null && `, commit ${commit.slice(0, 12)}`}
              {builder !== null && `, built by ${builder}`}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function BrowserLoads({ area }: { area: RemoteOperation }): ReactNode {
  const { fleet } = area;
  return (
    <section className={styles.section} aria-label="Browser loads">
      <h2>Browser loads, last 24 hours</h2>
      {fleet.loads + fleet.crashes === 0 ? (
        <p className={styles.detail}>No browser loaded this area.</p>
      ) : (
        <>
          <p>
            {formatLoads(fleet)}. Median load time {formatUpperBound(fleet.p50_ms)}, 95th percentile {formatUpperBound(fleet.p95_ms)}.
          </p>
          <ul className={styles.reasons}>
            {fleet.versions.map(({ version, loads, failures, crashes }) => (
              <li key={version}>
                {version}: {formatLoads({ loads, failures, crashes })}
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
