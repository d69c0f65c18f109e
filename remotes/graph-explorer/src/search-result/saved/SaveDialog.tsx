import { useState, type ReactNode } from 'react';
import { callApi, notify } from '@cam/platform';
import { Checkbox, Input, Modal } from '@cam/ui';
import styles from './SavedSearches.module.css';

/** Keeps a query under a name, in a folder where one is wanted, for oneself or for the tenant. */
export function SaveDialog({ query, open, onClose }: { query: string; open: boolean; onClose: () => void }): ReactNode {
  const [name, setName] = useState('');
  const [folder, setFolder] = useState('');
  const [shared, setShared] = useState(false);
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await callApi('POST /v1/graph-querymgr/saved-searches', { body: { name: name.trim(), folder: folder.trim(), query, shared } });
      notify.success('The search has been saved');
      onClose();
    } catch {
      // The failure was shown; what was written stays.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open={open}
      title="Save search"
      okText="Save"
      confirmLoading={busy}
      okButtonProps={{ disabled: name.trim() === '' }}
      onOk={() => void save()}
      onCancel={onClose}
      destroyOnHidden
    >
      <div className={styles.form}>
        <label>
          Name
          <Input value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
        </label>
        <label>
          Folder
          <Input value={folder} maxLength={200} placeholder="None" onChange={(event) => setFolder(event.target.value)} />
        </label>
        <Checkbox checked={shared} onChange={(event) => setShared(event.target.checked)}>
          Share with everybody of the tenant
        </Checkbox>
        <code>{query}</code>
      </div>
    </Modal>
  );
}
