import { useState, type ReactNode } from 'react';
import { Button, Input, TipField } from '@cam/ui';

interface Props {
  label: string;
  autoComplete: 'current-password' | 'new-password';
  /** Message of the first rule that the password breaks. */
  error: string | null;
  value: string;
  onChange: (event: { target: { value: string } }) => void;
}

/** A password field with a toggle to show the password. The toggle is a button, so that the keyboard reaches it. */
export function PasswordField({ label, autoComplete, error, value, onChange }: Props): ReactNode {
  const [shown, setShown] = useState(false);
  const toggle = (
    <Button aria-label={`${shown ? 'Hide' : 'Show'} ${label}`} onClick={() => setShown(!shown)}>
      {shown ? 'Hide' : 'Show'}
    </Button>
  );
  return (
    <TipField label={label} error={error} beside={toggle}>
      <Input type={shown ? 'text' : 'password'} autoComplete={autoComplete} value={value} onChange={onChange} />
    </TipField>
  );
}
