import { useRef, useState, type ReactNode } from 'react';
import { SOURCE_IDS, uploadSizeError, type SourceCloud } from '@cam/contracts';
import { cloudName, Form, Icon, Input, Modal, Progress, Radio, TipField, Upload } from '@cam/ui';
import { accountIdError, accountOfDump } from './account-id';
import { importBundle } from './api';
import { EXPORTS } from './source-kinds';

interface Props {
  clouds: readonly SourceCloud[];
  /** The cloud that is chosen at first. */
  first: SourceCloud;
  onClose: () => void;
  onImported: (cloud: SourceCloud) => void;
}

/** Takes the export of an account; for a dump of AWS it says at once which account it is of. */
export function ImportDialog({ clouds, first, onClose, onImported }: Props): ReactNode {
  const [cloud, setCloud] = useState(first);
  const [file, setFile] = useState<File | null>(null);
  const [accountId, setAccountId] = useState('');
  const [name, setName] = useState('');
  /** How much of the file is sent, 0 to 1; null: nothing is under way. */
  const [sent, setSent] = useState<number | null>(null);
  const stop = useRef(new AbortController());
  const { label, example } = SOURCE_IDS[cloud];
  const wrongId = accountIdError(cloud, accountId);
  const shownError = accountId === '' ? null : wrongId;
  const sizeError = file && uploadSizeError(file.size, /\.(?:zip|gz)$/i.test(file.name));

  const choose = (chosen: File): false => {
    setFile(chosen);
    if (cloud === 'AWS') void accountOfDump(chosen).then((found) => found && setAccountId((typed) => typed || found));
    return false;
  };
  const submit = async (): Promise<void> => {
    if (!file) return;
    setSent(0);
    try {
      await importBundle({ cloud, accountId, name: name.trim(), file }, { onSent: setSent, signal: stop.current.signal });
      onImported(cloud);
      onClose();
    } catch {
      // The platform has told the person; the form stays as it is.
      setSent(null);
    }
  };

  const cancel = (): void => {
    stop.current.abort();
    onClose();
  };

  return (
    <Modal
      open
      title={`Import ${EXPORTS[cloud].subject}`}
      okText="Import"
      onOk={() => void submit()}
      okButtonProps={{ disabled: file === null || sizeError !== null || wrongId !== null, loading: sent !== null }}
      onCancel={cancel}
      width={560}
    >
      <Form layout="vertical">
        <Form.Item label="Provider">
          <Radio.Group
            optionType="button"
            options={clouds.map((value) => ({ value, label: cloudName(value) }))}
            value={cloud}
            onChange={({ target }) => setCloud(target.value as SourceCloud)}
          />
        </Form.Item>
        <Form.Item label="Export" extra={EXPORTS[cloud].instructions} validateStatus={sizeError ? 'error' : ''} help={sizeError}>
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
          {sent !== null && (
            <div role="group" aria-label="Upload">
              <Progress percent={Math.floor(sent * 100)} size="small" status="active" />
            </div>
          )}
        </Form.Item>
        <TipField label={label} error={shownError} required>
          <Input placeholder={`${example}*`} value={accountId} onChange={(event) => setAccountId(event.target.value.trim())} />
        </TipField>
        <Form.Item label="Unique Name" htmlFor="accountName" extra="How the source is called in CAM.">
          <Input id="accountName" placeholder="Production" maxLength={200} value={name} onChange={(event) => setName(event.target.value)} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
