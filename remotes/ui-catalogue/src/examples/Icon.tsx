import type { ReactNode } from 'react';
import { Icon, type IconName } from '@cam/ui';

const NAMES: IconName[] = ['alert', 'cloud', 'crown', 'database', 'filter', 'guardrail', 'identity', 'privilege', 'search', 'warning'];

export default function Example(): ReactNode {
  return NAMES.map((name) => (
    <span key={name}>
      <Icon name={name} /> {name}
    </span>
  ));
}
