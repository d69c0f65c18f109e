import { useId, useState, type ReactNode } from 'react';
import { Button, Form, Input, Tooltip } from '@cam/ui';
import styles from './PasswordField.module.css';

interface Props {
  label: string;
  autoComplete: 'current-password' | 'new-password';
  /** The first rule that the password breaks: a tooltip of the field, read out with it. */
  error: string | null;
  value: string;
  onChange: (event: { target: { value: string } }) => void;
}

/** A password with a toggle to show it, which a keyboard reaches. */
export function PasswordField({ label, autoComplete, error, value, onChange }: Props): ReactNode {
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <Form.Item label={label} htmlFor={id}>
      <div className={styles.field}>
        <Tooltip title={error} trigger={['hover', 'focus']} placement="topLeft">
          <Input
            id={id}
            type={shown ? 'text' : 'password'}
            autoComplete={autoComplete}
            status={error ? 'error' : ''}
            aria-invalid={error !== null}
            aria-describedby={error ? `${id}-error` : undefined}
            value={value}
            onChange={onChange}
          />
        </Tooltip>
        <Button aria-label={`${shown ? 'Hide' : 'Show'} ${label}`} onClick={() => setShown(!shown)}>
          {shown ? 'Hide' : 'Show'}
        </Button>
      </div>
      {error && (
        <span id={`${id}-error`} className="cam-visually-hidden">
          {error}
        </span>
      )}
    </Form.Item>
  );
}
