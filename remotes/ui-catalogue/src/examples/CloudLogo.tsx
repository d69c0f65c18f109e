import type { ReactNode } from 'react';
import { CloudLogo, cloudName } from '@cam/ui';

export default function Example(): ReactNode {
  return (['AWS', 'AZURE', 'GCP'] as const).map((cloud) => (
    <span key={cloud}>
      <CloudLogo cloud={cloud} /> {cloudName(cloud)}
    </span>
  ));
}
