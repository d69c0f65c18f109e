import type { ReactNode } from 'react';
import { Tag } from '@cam/ui';

export default function Example(): ReactNode {
  return (
    <>
      <Tag>production</Tag>
      <Tag>eu-west-1</Tag>
      <Tag closable>owner: payments</Tag>
    </>
  );
}
