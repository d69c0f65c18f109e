import type { ReactNode } from 'react';
import type { Risk } from '@cam/contracts';
import { RiskFactors } from '@cam/ui';

const RISK: Risk = {
  score: 64,
  factors: [
    { factor: 'IMPACT', name: 'Impact', value: 0.9, reason: 'Can administer 12 crown jewels.', known: true, query: '' },
    { factor: 'BREADTH', name: 'Breadth', value: 0.4, reason: 'Reaches 310 resources.', known: true, query: '' },
  ],
};

export default function Example(): ReactNode {
  return <RiskFactors risk={RISK} />;
}
