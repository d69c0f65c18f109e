import { useState, type ReactNode } from 'react';
import type { ActivityMethod } from '@cam/contracts';
import { callApi, useApi, useSession } from '@cam/platform';
import { Drawer, ErrorState, formatCount, LoadingState, Switch } from '@cam/ui';
import styles from './methods.module.css';

/** What each kind of method looks at, in the order in which they are listed. */
const KINDS: readonly { kind: ActivityMethod['kind']; title: string; text: string }[] = [
  { kind: 'EVENT', title: 'Events', text: 'What somebody did: a single call is worth a look.' },
  { kind: 'USAGE', title: 'Usage', text: 'How much somebody did, against what is usual for them and for others.' },
  { kind: 'LOCATION', title: 'Location', text: 'Where somebody was.' },
  { kind: 'AI', title: 'Several at once', text: 'What is new of somebody at once, weighed by its risk and told feature by feature.' },
];

/** By which methods logs are looked at for what is suspicious; each is switched on or off for the tenant. */
export function MethodsDrawer({ onClose }: { onClose: () => void }): ReactNode {
  const mayWrite = useSession().can('GUARDRAIL');
  const { data, error, mutate } = useApi('GET /v1/intents/methods', {}, { filtered: false });
  const [switching, setSwitching] = useState<string | null>(null);
  const set = async ({ method_id }: ActivityMethod, enabled: boolean): Promise<void> => {
    setSwitching(method_id);
    try {
      await mutate(await callApi('PATCH /v1/intents/methods', { body: { method_ids: [method_id], enabled } }), { revalidate: false });
    } catch {
      // The platform has told the person; the list shows what is.
      await mutate();
    } finally {
      setSwitching(null);
    }
  };
  return (
    <Drawer open size={640} title="Suspicious activity" onClose={onClose} destroyOnHidden>
      <p className={styles.intro}>
        Logs are looked at by these methods after each snapshot. What one raised stays when it is switched off; switched on again, it looks at
        everything that is stored.
      </p>
      {error && !data && <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />}
      {!data && !error && <LoadingState label="Loading the methods" />}
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
                    {method.open_count > 0 && <span className={styles.open}>{formatCount(method.open_count)} open</span>}
                  </li>
                ))}
            </ul>
          </section>
        ))}
    </Drawer>
  );
}

/** Where a method comes from: the technique that it tells of, as MITRE numbers it, or whoever wrote of it. */
function Source({ method: { technique, source } }: { method: ActivityMethod }): ReactNode {
  if (!source.startsWith('https://')) return null;
  return (
    <a href={source} target="_blank" rel="noreferrer">
      {technique === '' ? 'Source' : technique}
    </a>
  );
}
