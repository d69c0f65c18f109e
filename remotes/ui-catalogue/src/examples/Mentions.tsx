import { useState, type ReactNode } from 'react';
import { Mentions } from '@cam/ui';

const PEOPLE = ['ada', 'grace', 'katherine'].map((name) => ({ value: `${name}@example.com`, label: name }));

export default function Example(): ReactNode {
  const [text, setText] = useState('Please look at this, @');
  return <Mentions aria-label="Comment" options={PEOPLE} value={text} onChange={setText} />;
}
