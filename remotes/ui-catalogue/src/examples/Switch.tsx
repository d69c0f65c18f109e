import { useState, type ReactNode } from 'react';
import { Switch } from '@cam/ui';

export default function Example(): ReactNode {
  const [isOn, setOn] = useState(true);
  return <Switch aria-label="Hourly digest" checked={isOn} onChange={setOn} />;
}
