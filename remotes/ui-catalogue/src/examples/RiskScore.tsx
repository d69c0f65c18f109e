import type { ReactNode } from 'react';
import type { Risk } from '@cam/contracts';
import { RiskScore } from '@cam/ui';

const RISK: Risk = {
  score: 82,
  factors: [
    { factor: 'IMPACT', name: 'Impact', value: 0.9, reason: 'Can administer 12 crown jewels.', known: true, query: '' },
    { factor: 'EXPOSURE', name: 'Exposure', value: 0.8, reason: 'Signs in without a second factor.', known: true, query: '' },
    { factor: 'DISUSE', name: 'Disuse', value: 0.5, reason: 'Its last use is not known.', known: false, query: '' },
  ],
};

export default function Example(): ReactNode {
  return <RiskScore risk={RISK} of="ada@example.com" />;
}
