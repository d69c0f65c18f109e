import { useState, type ReactNode } from 'react';
import type { RemoteOperation } from '@cam/contracts';
import { Button, Form, Input, Select } from '@cam/ui';
import { moveChannel } from './api';
import { stableRelease } from './area-format';
import { USERS, type Users } from './rollout-stages';
import styles from './AreaDrawer.module.css';

type Channel = 'stable' | 'canary';

/** Moves a channel for all tenants, to promote a release or to roll one back. */
export function ChannelForm({ area, onMoved }: { area: RemoteOperation; onMoved: () => void }): ReactNode {
  const [channel, setChannel] = useState<Channel>('stable');
  const [version, setVersion] = useState<string | null>(null);
  const [users, setUsers] = useState<Users>('everyone');
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const current = area.channels[channel];

  const move = async (): Promise<void> => {
    if (!version) return;
    setBusy(true);
    try {
      await moveChannel(area, channel, version, { reason: reason.trim(), rollout: channel === 'stable' ? USERS[users].stage : null });
      setVersion(null);
      setUsers('everyone');
      setReason('');
    } catch {
      // The platform showed the error. If another operator moved the channel, the reload shows the new release.
    } finally {
      setBusy(false);
      onMoved();
    }
  };
  return (
    <Form layout="vertical" className={styles.section} onFinish={() => void move()} aria-label="All tenants">
      <h2>All tenants</h2>
      <p className={styles.detail}>
        Stable: {stableRelease(area)}. Canary: {area.channels.canary?.version ?? 'none'}.
      </p>
      <div className={styles.row}>
        <Form.Item label="Channel to move" htmlFor="move-channel">
          <Select<Channel>
            id="move-channel"
            value={channel}
            onChange={setChannel}
            options={[
              { value: 'stable', label: 'Stable' },
              { value: 'canary', label: 'Canary' },
            ]}
          />
        </Form.Item>
        <Form.Item label="Release" htmlFor="move-version" className={styles.grow}>
          <Select<string>
            id="move-version"
            value={version}
            placeholder="Choose a release"
            onChange={setVersion}
            options={area.releases
              .filter((release) => release.version !== current?.version || current.rollout)
              .map((release) => ({ value: release.version, label: release.version }))}
          />
        </Form.Item>
      </div>
      {channel === 'stable' && (
        <Form.Item label="Users" htmlFor="move-users">
          <Select<Users>
            id="move-users"
            value={users}
            onChange={setUsers}
            options={(Object.keys(USERS) as Users[]).map((value) => ({ value, label: USERS[value].label }))}
          />
        </Form.Item>
      )}
      <Form.Item label="Comment (optional)" htmlFor="move-reason">
        <Input id="move-reason" maxLength={500} value={reason} onChange={({ target }) => setReason(target.value)} />
      </Form.Item>
      <Button htmlType="submit" loading={busy} disabled={!version}>
        Move channel
      </Button>
    </Form>
  );
}
