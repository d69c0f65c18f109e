import type { ReactNode } from 'react';
import { notify } from '@cam/platform';
import { Button, Dropdown } from '@cam/ui';

const ITEMS = ['Export as CSV', 'Export as Excel', 'Schedule a report'];

export default function Example(): ReactNode {
  const items = ITEMS.map((label) => ({ key: label, label, onClick: () => notify.info(label) }));
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button>Export</Button>
    </Dropdown>
  );
}
