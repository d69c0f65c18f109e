import type { ReactNode } from 'react';
import { RowButton } from '@cam/ui';

export default function Example(): ReactNode {
  return (
    <>
      <RowButton>Details</RowButton>
      <RowButton look="plain" icon="edit" aria-label="Rename payroll-prod" />
      <RowButton look="plain" isDanger icon="delete" aria-label="Delete payroll-prod" />
      <RowButton look="link">payroll-prod</RowButton>
      <RowButton disabled>Download</RowButton>
    </>
  );
}
