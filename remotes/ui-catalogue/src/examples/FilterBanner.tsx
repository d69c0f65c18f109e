import type { ReactNode } from 'react';
import { Button, FilterBanner } from '@cam/ui';

export default function Example(): ReactNode {
  return <FilterBanner action={<Button size="small">Show all alerts</Button>}>Showing only alerts about payroll-prod</FilterBanner>;
}
