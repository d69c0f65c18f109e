import type { ReactNode } from 'react';
import { Button, FilterBanner } from '@cam/ui';

export default function Example(): ReactNode {
  return <FilterBanner action={<Button size="small">Show all alerts</Button>}>alerts about payroll-prod</FilterBanner>;
}
