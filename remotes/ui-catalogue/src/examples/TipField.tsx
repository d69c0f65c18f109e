import { useState, type ReactNode } from 'react';
import { Form, Input, TipField } from '@cam/ui';

export default function Example(): ReactNode {
  const [account, setAccount] = useState('1234');
  const error = /^\d{12}$/.test(account) ? null : 'An account has 12 digits.';
  return (
    <Form layout="vertical">
      <TipField label="Account" required error={error} hint="The number of the account at the provider.">
        <Input value={account} onChange={({ target }) => setAccount(target.value)} />
      </TipField>
    </Form>
  );
}
