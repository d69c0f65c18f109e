import { useState, type ReactNode } from 'react';
import type { SavedSearch } from '@cam/contracts';
import { callApi, notify } from '@cam/platform';
import { Checkbox, focusFirstField, Input, Modal } from '@cam/ui';
import styles from './SavedSearches.module.css';

interface Props {
  query: string;
  /** The saved search to edit. Without it, the query becomes a new saved search. */
  saved?: SavedSearch;
  open: boolean;
  onClose: () => void;
  onSaved?: () => void;
}

/** Saves a query under a name, optionally in a folder and shared with the tenant. */
export function SaveDialog({ query, saved, open, onClose, onSaved }: Props): ReactNode {
  const [name, setName] = useState(saved?.name ?? '');
  const [folder, setFolder] = useState(saved?.folder ?? '');
  const [shared, setShared] = useState(saved?.shared ?? false);
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    if (name.trim() === '' || busy) return;
    setBusy(true);
    const body = { name: name.trim(), folder: folder.trim(), query, shared };
    try {
      if (saved) await callApi('PATCH /v1/graph-querymgr/saved-searches/{search_id}', { path: { search_id: saved.search_id }, body });
      else await callApi('POST /v1/graph-querymgr/saved-searches', { body });
      notify.success('Search saved');
      onSaved?.();
      onClose();
    } catch {
      // The failure was shown. The form keeps its values.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open={open}
      title={saved ? 'Edit search' : 'Save search'}
      okText="Save"
      confirmLoading={busy}
      okButtonProps={{ disabled: name.trim() === '' }}
      onOk={() => void save()}
      onCancel={onClose}
      afterOpenChange={focusFirstField}
      destroyOnHidden
    >
      <div className={styles.form}>
        <label className={styles.field}>
          Name
          <Input value={name} maxLength={200} onChange={(event) => setName(event.target.value)} onPressEnter={() => void save()} />
        </label>
        <label className={styles.field}>
          Folder
          <Input
            value={folder}
            maxLength={200}
            placeholder="None"
            onChange={(event) => setFolder(event.target.value)}
            onPressEnter={() => void save()}
          />
        </label>
        <Checkbox checked={shared} onChange={(event) => setShared(event.target.checked)}>
          Share with all users of the tenant
        </Checkbox>
        <code>{query}</code>
      </div>
    </Modal>
  );
}
