import type { ReactNode } from 'react';
import { Button, Icon } from '@cam/ui';

export default function Example(): ReactNode {
  return (
    <>
      <Button type="primary">Save</Button>
      <Button icon={<Icon name="refresh" />}>Refresh</Button>
      <Button danger>Delete</Button>
      <Button type="text">Cancel</Button>
      <Button disabled>Not now</Button>
    </>
  );
}
