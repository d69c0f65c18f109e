import { useState, type ReactNode } from 'react';
import { Button, JsonPanel } from '@cam/ui';

const POLICY = JSON.stringify({ Statement: [{ Effect: 'Allow', Action: 's3:GetObject', Resource: '*' }] });

export default function Example(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Show the policy</Button>
      {isOpen && <JsonPanel json={POLICY} title="ReadReports" onClose={() => setOpen(false)} />}
    </>
  );
}
