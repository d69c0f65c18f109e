import type { ReactNode } from 'react';
import type { SourceField } from '@cam/contracts';
import { cloudName, Input, Select, TipField } from '@cam/ui';
import { FileField } from './FileField';

interface Props {
  field: SourceField;
  value: string;
  error: string | null;
  disabled: boolean;
  onChange: (value: string) => void;
}

/** Renders one field of a connection: a text, a secret, a choice or the content of a file. */
export function EditorField({ field, value, error, disabled, onChange }: Props): ReactNode {
  const { label, required, secret, file, choices, example } = field;
  if (file) return <FileField field={field} error={error} value={value} disabled={disabled} onChange={onChange} />;
  return (
    <TipField label={label} error={error} required={required}>
      {choices ? (
        <Select
          allowClear
          disabled={disabled}
          placeholder={label}
          value={value === '' ? undefined : value}
          options={choices.map((choice) => ({ value: choice, label: cloudName(choice) }))}
          onChange={(choice?: string) => onChange(choice ?? '')}
        />
      ) : (
        <Input
          type={secret ? 'password' : 'text'}
          autoComplete={secret ? 'new-password' : 'off'}
          placeholder={`${example ?? label}${required ? '*' : ''}`}
          value={value}
          onFocus={(event) => event.target.select()}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </TipField>
  );
}
