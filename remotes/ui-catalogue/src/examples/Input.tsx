import { useState, type ReactNode } from 'react';
import { Input } from '@cam/ui';

export default function Example(): ReactNode {
  const [text, setText] = useState('');
  return (
    <>
      <Input aria-label="Name" placeholder="Name" allowClear value={text} onChange={({ target }) => setText(target.value)} />
      <Input.TextArea aria-label="Reason" placeholder="Reason" rows={2} />
    </>
  );
}
