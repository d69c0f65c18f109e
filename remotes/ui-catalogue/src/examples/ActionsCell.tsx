import type { ReactNode } from 'react';
import { ActionsCell } from '@cam/ui';

export default function Example(): ReactNode {
  return (
    <>
      <ActionsCell actions="RWA" conditional="" />
      <ActionsCell actions="RW" conditional="W" />
      <ActionsCell actions="R" conditional="" />
    </>
  );
}
