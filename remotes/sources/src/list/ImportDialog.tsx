import { useRef, useState, type ReactNode } from 'react';
import { SOURCE_IDS, uploadSizeError, type Account, type SourceCloud, type SourceMessage } from '@cam/contracts';
import { Alert, cloudName, Form, Icon, Input, Modal, Progress, Radio, TipField, Upload } from '@cam/ui';
import { accountIdError, accountOfDump } from './account-id';
import { importBundle, readingFaults } from './api';
import { details } from './ErrorsTable';
import { EXPORTS } from './source-kinds';

interface Props {
  clouds: readonly SourceCloud[];
  /** The preselected cloud. */
  first: SourceCloud;
  onClose: () => void;
  /** The upload has arrived. The source holds the import once its run ends. */
  onImported: (account: Account) => void;
  /** The export cannot be imported. A source that was new is gone. */
  onRefused: (account: Account) => void;
}

/** Messages that the dialog shows of an export that cannot be imported. */
const MESSAGES_SHOWN = 6;

/**
 * Imports the export of an account. It reads the account id from an AWS authorization dump, and stays open until the server has read the export, so
 * that it can show why an export cannot be imported.
 */
export function ImportDialog({ clouds, first, onClose, onImported, onRefused }: Props): ReactNode {
  const [cloud, setCloud] = useState(first);
  const [file, setFile] = useState<File | null>(null);
  const [accountId, setAccountId] = useState('');
  const [name, setName] = useState('');
  /** Share of the file that is uploaded, 0 to 1; null while no upload runs. */
  const [sent, setSent] = useState<number | null>(null);
  const [isReading, setReading] = useState(false);
  const [faults, setFaults] = useState<readonly SourceMessage[]>([]);
  const stop = useRef(new AbortController());
  const { label, example } = SOURCE_IDS[cloud];
  const wrongId = accountIdError(cloud, accountId);
  const shownError = accountId === '' ? null : wrongId;
  const sizeError = file && uploadSizeError(file.size, /\.(?:zip|gz)$/i.test(file.name));

  const choose = (chosen: File): false => {
    setFile(chosen);
    setFaults([]);
    if (cloud === 'AWS') void accountOfDump(chosen).then((found) => found && setAccountId((typed) => typed || found));
    return false;
  };
  const submit = async (): Promise<void> => {
    if (!file) return;
    const { signal } = stop.current;
    setSent(0);
    setFaults([]);
    try {
      const account = await importBundle({ cloud, accountId, name: name.trim(), file }, { onSent: setSent, signal });
      onImported(account);
      setReading(true);
      const found = await readingFaults(account.uid, signal);
      if (found.length === 0) return onClose();
      setFaults(found);
      onRefused(account);
    } catch {
      // The platform shows the failure as a toast; the form stays as it is.
    }
    setSent(null);
    setReading(false);
  };

  const cancel = (): void => {
    // An upload that has arrived is imported in any case.
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
      {faults.length > 0 && <Faults faults={faults} />}
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
              <Icon name="upload" /> Drop a JSON or zip file here, or choose a file
            </p>
          </Upload.Dragger>
          {sent !== null && (
            <div role="group" aria-label="Upload">
              <Progress percent={Math.floor(sent * 100)} size="small" status="active" />
              {isReading && 'Reading the export. The import continues if you close this dialog.'}
            </div>
          )}
        </Form.Item>
        <TipField label={label} error={shownError} required>
          <Input placeholder={`${example}*`} value={accountId} onChange={(event) => setAccountId(event.target.value.trim())} />
        </TipField>
        <Form.Item label="Unique Name" htmlFor="accountName" extra="The name of the source in CAM.">
          <Input id="accountName" placeholder="Production" maxLength={200} value={name} onChange={(event) => setName(event.target.value)} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

/** Shows why an export cannot be imported: the error, and the first warnings about its files. */
function Faults({ faults }: { faults: readonly SourceMessage[] }): ReactNode {
  const [error, ...warnings] = faults;
  const shown = warnings.slice(0, MESSAGES_SHOWN);
  return (
    <Alert
      type="error"
      showIcon
      title={error?.message}
      description={
        shown.length > 0 && (
          <ul>
            {shown.map((message) => (
              <li key={details(message)}>{details(message)}</li>
            ))}
            {warnings.length > shown.length && <li>{`${warnings.length - shown.length} more warnings`}</li>}
          </ul>
        )
      }
    />
  );
}
