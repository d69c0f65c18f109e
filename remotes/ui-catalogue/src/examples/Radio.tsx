import { useState, type ReactNode } from 'react';
import { Radio } from '@cam/ui';

const SEVERITIES = ['High', 'Medium', 'Low'];

export default function Example(): ReactNode {
  const [severity, setSeverity] = useState('High');
  return <Radio.Group aria-label="Severity" options={SEVERITIES} value={severity} onChange={({ target }) => setSeverity(String(target.value))} />;
}
