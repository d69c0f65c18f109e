import { useState, type ReactNode } from 'react';
import { type SourceField } from '@cam/contracts';
import { notify } from '@cam/platform';
import { Button, Icon, Input, Progress, TipField, Upload } from '@cam/ui';

interface Props {
  field: SourceField;
  error: string | null;
  value: string;
  disabled: boolean;
  onChange: (text: string) => void;
}

/** Takes a secret from a file or the clipboard. Its content is never shown. */
export function FileField({ field, error, value, disabled, onChange }: Props): ReactNode {
  const [fileName, setFileName] = useState('');
  const [read, setRead] = useState<number | null>(null);

  const choose = (file: File): false => {
    const reader = new FileReader();
    reader.onprogress = ({ loaded, total }) => setRead(total > 0 ? Math.round((loaded / total) * 100) : 0);
    reader.onload = () => {
      setRead(null);
      setFileName(file.name);
      onChange(String(reader.result));
    };
    reader.onerror = () => {
      setRead(null);
      notify.error(`${file.name} could not be read. Choose it again.`);
    };
    reader.readAsText(file);
    return false;
  };
  const type = (text: string): void => {
    setFileName('');
    onChange(text);
  };
  const button = (
    <Upload accept=".json" showUploadList={false} beforeUpload={choose} disabled={disabled}>
      <Button icon={<Icon name="upload" />} disabled={disabled}>
        Choose File
      </Button>
    </Upload>
  );
  return (
    <TipField
      label={field.label}
      error={error}
      required={field.required}
      beside={button}
      hint={read === null ? fileHint(value === '' ? '' : fileName) : <Progress percent={read} size="small" />}
    >
      <Input
        type="password"
        autoComplete="new-password"
        placeholder={`Paste the content or choose a file${field.required ? '*' : ''}`}
        value={value}
        onFocus={(event) => event.target.select()}
        onChange={(event) => type(event.target.value)}
      />
    </TipField>
  );
}

function fileHint(fileName: string): string | undefined {
  return fileName === '' ? undefined : `From ${fileName}`;
}
