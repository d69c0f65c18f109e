import { useState, type ReactNode } from 'react';
import type { Channel, RemoteOperation } from '@cam/contracts';
import { Button, Form, Input, Select } from '@cam/ui';
import { moveChannel, planMove } from './api';
import { needsApproval, stableRelease } from './area-format';
import { USERS, type Users } from './rollout-stages';
import styles from './AreaDrawer.module.css';

/** Moves a channel for all tenants, to promote a release or to roll one back. A move with a time, or one that needs an approval, becomes a plan. */
export function ChannelForm({ area, onMoved }: { area: RemoteOperation; onMoved: () => void }): ReactNode {
  const [channel, setChannel] = useState<Channel>('stable');
  const [version, setVersion] = useState<string | null>(null);
  const [users, setUsers] = useState<Users>('everyone');
  const [time, setTime] = useState('');
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const current = area.channels[channel];
  const waits = version !== null && needsApproval(area, channel, version);

  const move = async (): Promise<void> => {
    if (!version) return;
    setBusy(true);
    const wanted = { channel, version, reason: reason.trim(), rollout: channel === 'stable' ? USERS[users].stage : null };
    try {
      if (waits || time !== '') await planMove(area, { ...wanted, at: time === '' ? null : new Date(time).toISOString() });
      else await moveChannel(area, wanted);
      setVersion(null);
      setUsers('everyone');
      setTime('');
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
        Stable: {stableRelease(area)}. Staging: {area.channels.staging?.version ?? 'none'}. Canary: {area.channels.canary?.version ?? 'none'}.
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
              { value: 'staging', label: 'Staging' },
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
      <Form.Item label="Time (optional)" htmlFor="move-time" extra="Leave empty to move the channel now.">
        <Input id="move-time" type="datetime-local" value={time} onChange={({ target }) => setTime(target.value)} />
      </Form.Item>
      <Form.Item label="Comment (optional)" htmlFor="move-reason">
        <Input id="move-reason" maxLength={500} value={reason} onChange={({ target }) => setReason(target.value)} />
      </Form.Item>
      <Button htmlType="submit" loading={busy} disabled={!version}>
        {waits ? 'Request approval' : time === '' ? 'Move channel' : 'Plan move'}
      </Button>
    </Form>
  );
}
