import type { ReactNode } from 'react';
import { Button, Checkbox, Popover } from '@cam/ui';

export default function Example(): ReactNode {
  return (
    <Popover trigger="click" placement="bottomLeft" title="Filters" content={<Checkbox>Only unused access</Checkbox>}>
      <Button>Filters</Button>
    </Popover>
  );
}
