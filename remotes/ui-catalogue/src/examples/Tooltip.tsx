import type { ReactNode } from 'react';
import { Button, Icon, Tooltip } from '@cam/ui';

export default function Example(): ReactNode {
  return (
    <Tooltip title="Load the list again">
      <Button icon={<Icon name="refresh" />} aria-label="Refresh" />
    </Tooltip>
  );
}
