import { useState, type ReactNode } from 'react';
import { confirm } from '@cam/platform';
import { Button } from '@cam/ui';

export default function Example(): ReactNode {
  const [answer, setAnswer] = useState('');
  const ask = async (): Promise<void> => setAnswer((await confirm({ message: 'Delete this guardrail?' })) ? 'Yes' : 'No');
  return (
    <>
      <Button danger onClick={() => void ask()}>
        Delete
      </Button>
      {answer && <span>Answer: {answer}</span>}
    </>
  );
}
