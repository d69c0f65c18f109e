import { useState, type ReactNode } from 'react';
import type { ActivityMethod } from '@cam/contracts';
import { callApi, useApi, useSession } from '@cam/platform';
import { Drawer, ErrorState, formatCount, LoadingState, Switch } from '@cam/ui';
import styles from './methods.module.css';

/** Kinds of detection methods in the order of their sections. */
const KINDS: readonly { kind: ActivityMethod['kind']; title: string; text: string }[] = [
  { kind: 'EVENT', title: 'Events', text: 'Single calls that are suspicious by themselves.' },
  { kind: 'USAGE', title: 'Usage', text: 'More activity than is usual for the identity or for its peers.' },
  { kind: 'LOCATION', title: 'Location', text: 'Activity from unusual or impossible places.' },
  { kind: 'AI', title: 'Combined behavior', text: 'Several new behaviors of an identity in one day, scored by risk. The alert lists each of them.' },
];

/** Lists the methods that detect suspicious activity in the logs. Each can be switched on or off for the tenant. */
export function MethodsDrawer({ onClose }: { onClose: () => void }): ReactNode {
  const mayWrite = useSession().can('GUARDRAIL');
  const { data, error, mutate } = useApi('GET /v1/intents/methods', {}, { filtered: false });
  const [switching, setSwitching] = useState<string | null>(null);
  const set = async ({ method_id }: ActivityMethod, enabled: boolean): Promise<void> => {
    setSwitching(method_id);
    try {
      await mutate(await callApi('PATCH /v1/intents/methods', { body: { method_ids: [method_id], enabled } }), { revalidate: false });
    } catch {
      // The platform showed the error. Reloading shows the actual state.
      await mutate();
    } finally {
      setSwitching(null);
    }
  };
  return (
    <Drawer open size={640} title="Detection methods" onClose={onClose} destroyOnHidden>
      <p className={styles.intro}>
        These methods analyze the logs after each snapshot. Existing alerts stay when you switch a method off. When you switch it on again, it
        analyzes all stored events.
      </p>
      {error && !data && <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />}
      {!data && !error && <LoadingState label="Loading detection methods" />}
      {data &&
        KINDS.map(({ kind, title, text }) => (
          <section key={kind} className={styles.kind} aria-labelledby={`methods-${kind}`}>
            <h3 id={`methods-${kind}`}>{title}</h3>
            <p>{text}</p>
            <ul>
              {data.methods
                .filter((method) => method.kind === kind)
                .map((method) => (
                  <li key={method.method_id}>
                    <Switch
                      size="small"
                      checked={method.enabled}
                      disabled={!mayWrite}
                      loading={switching === method.method_id}
                      aria-label={method.title}
                      onChange={(enabled) => void set(method, enabled)}
                    />
                    <span className={styles.title}>
                      {method.title}
                      <Source method={method} />
                    </span>
                    {method.open_count > 0 && (
                      <span className={styles.open}>
                        {formatCount(method.open_count)} open {method.open_count === 1 ? 'alert' : 'alerts'}
                      </span>
                    )}
                  </li>
                ))}
            </ul>
          </section>
        ))}
    </Drawer>
  );
}

/** Links to the source of a method: the MITRE ATT&CK technique by its number, or another description. */
function Source({ method: { technique, source } }: { method: ActivityMethod }): ReactNode {
  if (!source.startsWith('https://')) return null;
  return (
    <a href={source} target="_blank" rel="noreferrer">
      {technique === '' ? 'Source' : technique}
    </a>
  );
}
