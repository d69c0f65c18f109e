import { useId, useState, type ReactNode } from 'react';
import { Form, Input, Radio } from 'antd';
import { SubmitDialog } from './SubmitDialog';

interface Field {
  name: string;
  label: string;
  initial: string;
  maxLength?: number;
  /** Makes the field a selection of these options instead of a text field. */
  options?: readonly { value: string; label: string }[];
}

interface Props {
  title: string;
  okText: string;
  fields: readonly Field[];
  /** Explains the action above the fields. */
  note?: ReactNode;
  onClose: () => void;
  /** A rejection keeps the dialog open with its input. */
  onSubmit: (values: Record<string, string>) => Promise<void>;
}

/** Asks for a few required values in a dialog. */
export function TextDialog({ title, okText, fields, note, onClose, onSubmit }: Props): ReactNode {
  const [values, setValues] = useState<Record<string, string>>(Object.fromEntries(fields.map(({ name, initial }) => [name, initial])));
  const id = useId();
  const complete = fields.every(({ name }) => (values[name] ?? '').trim() !== '');
  const submitted = (): Promise<void> => onSubmit(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()])));
  return (
    <SubmitDialog title={title} okText={okText} isComplete={complete} width={520} onClose={onClose} onSubmit={submitted}>
      {(submit) => (
        <>
          {fields.map(({ name, label, maxLength, options }) => {
            const change = (value: string): void => setValues({ ...values, [name]: value });
            return (
              <Form.Item key={name} label={label} htmlFor={options ? undefined : id + name} required={!options}>
                {options ? (
                  <Radio.Group
                    aria-label={label}
                    optionType="button"
                    value={values[name]}
                    options={[...options]}
                    onChange={({ target }) => change(String(target.value))}
                  />
                ) : (
                  <Input
                    id={id + name}
                    maxLength={maxLength}
                    placeholder={`${label}*`}
                    value={values[name]}
                    onChange={(event) => change(event.target.value)}
                    onPressEnter={submit}
                  />
                )}
              </Form.Item>
            );
          })}
          {note && <p>{note}</p>}
        </>
      )}
    </SubmitDialog>
  );
}
