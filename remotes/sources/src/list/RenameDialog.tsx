import { useState, type ReactNode } from 'react';
import type { Account } from '@cam/contracts';
import { Input, Modal } from '@cam/ui';
import { renameAccount } from './api';

interface Props {
  account: Account;
  onClose: () => void;
  onRenamed: () => void;
}

export function RenameDialog({ account, onClose, onRenamed }: Props): ReactNode {
  const [name, setName] = useState(account.account_name);
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await renameAccount(account.uid, name.trim());
      onRenamed();
      onClose();
    } catch {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title="Rename the source"
      okText="Save"
      onOk={() => void save()}
      okButtonProps={{ disabled: name.trim() === '' || name === account.account_name, loading: busy }}
      onCancel={onClose}
      width={440}
    >
      <Input
        aria-label="Unique Name"
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onPressEnter={() => void save()}
      />
    </Modal>
  );
}
