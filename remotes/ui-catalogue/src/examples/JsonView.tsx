import type { ReactNode } from 'react';
import { JsonView } from '@cam/ui';

const POLICY = JSON.stringify({
  Statement: [
    { Effect: 'Deny', Action: '*' },
    { Effect: 'Allow', Action: 's3:GetObject', Resource: '*' },
  ],
});

export default function Example(): ReactNode {
  return <JsonView json={POLICY} highlightStatement={1} label="Policy" />;
}
