import { useState, type ReactNode } from 'react';
import type { RemoteOperation } from '@cam/contracts';
import { useUnsavedChanges } from '@cam/platform';
import { Alert, Button, Form, Input, Radio, Select, Switch } from '@cam/ui';
import { changePolicy } from './api';
import styles from './AreaDrawer.module.css';

type Policy = Omit<RemoteOperation['policy'], 'reason'>;

const FOLLOW_CHANNEL = '';

/** Shortest reason that the server accepts, in characters. */
const REASON_LENGTH = 3;

/** Switches an area on or off for this tenant and selects its version. Each change needs a reason. */
export function PolicyForm({ area, onSaved }: { area: RemoteOperation; onSaved: () => void }): ReactNode {
  const { reason: _kept, ...saved } = area.policy;
  const [policy, setPolicy] = useState<Policy>(saved);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const dirty = JSON.stringify(policy) !== JSON.stringify(saved);
  useUnsavedChanges(dirty && !busy);
  const turnsOff = saved.enabled && !policy.enabled;

  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await changePolicy(area, { ...policy, reason: reason.trim() });
      setReason('');
      onSaved();
    } catch {
      // The platform showed the error. The form keeps its values.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form layout="vertical" className={styles.section} onFinish={() => void save()} aria-label="This tenant">
      <h2>This tenant</h2>
      <Form.Item label="Area">
        <Radio.Group
          aria-label="Area"
          optionType="button"
          value={policy.enabled}
          options={[
            { value: true, label: 'On' },
            { value: false, label: 'Off' },
          ]}
          onChange={({ target }) => setPolicy({ ...policy, enabled: Boolean(target.value) })}
        />
      </Form.Item>
      {area.flag_on && (
        <Alert className={styles.preview} type="info" showIcon title="A feature flag keeps this area off, regardless of this setting." />
      )}
      {turnsOff && (
        <Alert
          className={styles.preview}
          type="warning"
          showIcon
          title="These items will disappear from every open console of the tenant"
          description={
            <ul className={styles.reasons}>
              {area.vanishes.map((line) => (
                <li key={line}>{line}</li>
              ))}
              {area.id === 'settings' && <li>This page. Only the command line can turn the area on again.</li>}
            </ul>
          }
        />
      )}
      <div className={styles.row}>
        <Form.Item label="Version" htmlFor="pin" className={styles.grow}>
          <Select
            id="pin"
            value={policy.pin ?? FOLLOW_CHANNEL}
            onChange={(pin) => setPolicy({ ...policy, pin: pin === FOLLOW_CHANNEL ? null : pin })}
            options={[
              { value: FOLLOW_CHANNEL, label: 'Follow the channel' },
              ...area.releases.map(({ version }) => ({ value: version, label: `Pin ${version}` })),
            ]}
          />
        </Form.Item>
        <Form.Item label="Channel" htmlFor="channel">
          <Select
            id="channel"
            disabled={policy.pin !== null}
            value={policy.channel}
            onChange={(channel) => setPolicy({ ...policy, channel })}
            options={[
              { value: 'stable' as const, label: 'Stable' },
              { value: 'canary' as const, label: 'Canary' },
            ]}
          />
        </Form.Item>
        <Form.Item label="Users on canary (%)" htmlFor="canary">
          <Input
            id="canary"
            type="number"
            min={0}
            max={100}
            disabled={policy.pin !== null || policy.channel === 'canary'}
            value={policy.canary_percent}
            onChange={({ target }) => setPolicy({ ...policy, canary_percent: Math.min(100, Math.max(0, Math.round(Number(target.value) || 0))) })}
          />
        </Form.Item>
      </div>
      <Form.Item>
        <Switch aria-label="Signed releases only" checked={policy.signed_only} onChange={(signed_only) => setPolicy({ ...policy, signed_only })} />{' '}
        Signed releases only
      </Form.Item>
      <Form.Item label="Reason" htmlFor="reason" required extra="All users of the tenant can read the reason.">
        <Input id="reason" maxLength={500} value={reason} onChange={({ target }) => setReason(target.value)} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={busy} disabled={!dirty || reason.trim().length < REASON_LENGTH}>
        Save
      </Button>
    </Form>
  );
}
