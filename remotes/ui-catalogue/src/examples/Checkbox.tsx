import { useState, type ReactNode } from 'react';
import { Checkbox } from '@cam/ui';

export default function Example(): ReactNode {
  const [isOn, setOn] = useState(true);
  return (
    <Checkbox checked={isOn} onChange={({ target }) => setOn(target.checked)}>
      Include unused access
    </Checkbox>
  );
}
