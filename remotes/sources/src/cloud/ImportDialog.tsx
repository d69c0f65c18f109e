import { useState, type ReactNode } from 'react';
import { Form, Icon, Input, Modal, Upload } from '@cam/ui';
import { accountIdError, accountOfDump } from './account-of-dump';
import { importBundle } from './api';

interface Props {
  open: boolean;
  onClose: () => void;
  onImported: () => void;
}

/** Takes the dump of an account; whoever gives it sees at once which account it is of. */
export function ImportDialog({ open, onClose, onImported }: Props): ReactNode {
  const [file, setFile] = useState<File | null>(null);
  const [accountId, setAccountId] = useState('');
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const error = accountId === '' ? null : accountIdError(accountId);
  const ready = file !== null && accountIdError(accountId) === null;

  const choose = (chosen: File): false => {
    setFile(chosen);
    void accountOfDump(chosen).then((found) => found && setAccountId((typed) => typed || found));
    return false;
  };
  const submit = async (): Promise<void> => {
    if (!file) return;
    setBusy(true);
    try {
      await importBundle(accountId, name.trim(), file);
      setFile(null);
      setAccountId('');
      setName('');
      onImported();
      onClose();
    } catch {
      // The platform has told the person; the form stays as it is.
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      open={open}
      title="Import an AWS account"
      okText="Import"
      onOk={() => void submit()}
      okButtonProps={{ disabled: !ready, loading: busy }}
      onCancel={onClose}
      width={560}
    >
      <Form layout="vertical">
        <Form.Item label="Export of the account" extra="The output of: aws iam get-account-authorization-details, or a zip of such files.">
          <Upload.Dragger
            accept=".json,.zip"
            maxCount={1}
            beforeUpload={choose}
            onRemove={() => setFile(null)}
            fileList={file ? [{ uid: '1', name: file.name, status: 'done' }] : []}
          >
            <p>
              <Icon name="upload" /> Drop a JSON or zip file here, or choose one
            </p>
          </Upload.Dragger>
        </Form.Item>
        <Form.Item label="Account ID" htmlFor="accountId" validateStatus={error ? 'error' : ''} help={error}>
          <Input
            id="accountId"
            inputMode="numeric"
            placeholder="111122223333"
            value={accountId}
            onChange={(event) => setAccountId(event.target.value.trim())}
          />
        </Form.Item>
        <Form.Item label="Unique Name" htmlFor="accountName" extra="How the account is called in CAM.">
          <Input id="accountName" placeholder="Production" maxLength={200} value={name} onChange={(event) => setName(event.target.value)} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
