import { useState, type ReactNode } from 'react';
import type { Freeze } from '@cam/contracts';
import { confirm, useAddress, useSession } from '@cam/platform';
import { Button, DataGrid, Form, Input, Select, timeColumn, type GridColumn } from '@cam/ui';
import { addFreeze, endFreeze, useFreezes, useOperations } from './api';
import styles from './AreaDrawer.module.css';

const ALL_AREAS = '';

/** Shortest reason that the server accepts, in characters. */
const REASON_LENGTH = 3;

/** Lists the times without new releases. Operators add and end them. */
export function FreezesTab(): ReactNode {
  const { rights } = useSession();
  const { data, error, mutate } = useFreezes();
  const areas = useOperations().data?.remotes ?? [];
  const nameOf = (id: string | null): string => (id === null ? 'All areas' : (areas.find((area) => area.id === id)?.name ?? id));
  const isOperator = rights.includes('CAM_OPERATOR');
  const end = async (freeze: Freeze): Promise<void> => {
    const message = `New releases of ${freeze.id === null ? 'all areas' : nameOf(freeze.id)} can go live again, and planned moves that waited happen at once.`;
    if (!(await confirm({ message, okText: 'End freeze window' }))) return;
    await endFreeze(freeze).catch(() => undefined);
    await mutate();
  };
  const columns: GridColumn<Freeze>[] = [
    { key: 'area', title: 'Area', value: ({ id }) => nameOf(id), sortable: true },
    timeColumn({ key: 'starts', title: 'Start', at: ({ starts_at }) => starts_at, as: 'second', width: 200 }),
    timeColumn({ key: 'ends', title: 'End', at: ({ ends_at }) => ends_at, as: 'second', width: 200 }),
    { key: 'reason', title: 'Reason', value: ({ reason }) => reason },
    { key: 'by', title: 'Added by', value: ({ created_by }) => created_by, sortable: true },
  ];
  if (isOperator)
    columns.push({
      key: 'end-window',
      title: 'Action',
      value: () => null,
      render: (freeze) => (
        <Button size="small" onClick={() => void end(freeze)}>
          End
        </Button>
      ),
      width: 90,
      sortable: false,
      sticky: true,
    });
  return (
    <>
      <DataGrid<Freeze>
        title="Freeze windows"
        rows={data?.freezes}
        rowKey={({ freeze_id }) => freeze_id}
        columns={columns}
        address={useAddress('freezes')}
        error={error && !data ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
        empty={{
          title: 'No freeze windows',
          text: 'During a freeze window, no new release goes live on the stable and canary channels. Rollbacks remain possible.',
        }}
      />
      {isOperator && <FreezeForm areas={areas} onAdded={() => void mutate()} />}
    </>
  );
}

function FreezeForm({ areas, onAdded }: { areas: readonly { id: string; name: string }[]; onAdded: () => void }): ReactNode {
  const [id, setId] = useState(ALL_AREAS);
  const [start, setStart] = useState('');
  const [end, setEnd] = useState('');
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const add = async (): Promise<void> => {
    setBusy(true);
    const times = { ends_at: new Date(end).toISOString(), ...(start === '' ? {} : { starts_at: new Date(start).toISOString() }) };
    try {
      await addFreeze({ ...(id === ALL_AREAS ? {} : { id }), ...times, reason: reason.trim() });
      setReason('');
      setEnd('');
      setStart('');
    } catch {
      // The platform showed the error. The form keeps its values.
    } finally {
      setBusy(false);
      onAdded();
    }
  };
  return (
    <Form layout="vertical" className={styles.below} onFinish={() => void add()} aria-label="Add a freeze window">
      <h2>Add a freeze window</h2>
      <div className={styles.row}>
        <Form.Item label="Area" htmlFor="freeze-area" className={styles.grow}>
          <Select
            id="freeze-area"
            value={id}
            onChange={setId}
            options={[{ value: ALL_AREAS, label: 'All areas' }, ...areas.map((area) => ({ value: area.id, label: area.name }))]}
          />
        </Form.Item>
        <Form.Item label="Start (optional)" htmlFor="freeze-start">
          <Input id="freeze-start" type="datetime-local" value={start} onChange={({ target }) => setStart(target.value)} />
        </Form.Item>
        <Form.Item label="End" htmlFor="freeze-end" required>
          <Input id="freeze-end" type="datetime-local" value={end} onChange={({ target }) => setEnd(target.value)} />
        </Form.Item>
      </div>
      <Form.Item label="Reason" htmlFor="freeze-reason" required>
        <Input id="freeze-reason" maxLength={500} value={reason} onChange={({ target }) => setReason(target.value)} />
      </Form.Item>
      <Button htmlType="submit" type="primary" loading={busy} disabled={end === '' || reason.trim().length < REASON_LENGTH}>
        Add freeze window
      </Button>
    </Form>
  );
}
