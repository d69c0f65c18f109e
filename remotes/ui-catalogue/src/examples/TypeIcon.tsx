import type { ReactNode } from 'react';
import { TypeIcon, typeName } from '@cam/ui';

export default function Example(): ReactNode {
  return ['USER', 'GROUP', 'ROLE', 'OBJECT_STORE'].map((type) => (
    <span key={type}>
      <TypeIcon type={type} /> {typeName(type)}
    </span>
  ));
}
