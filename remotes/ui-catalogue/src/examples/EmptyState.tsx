import type { ReactNode } from 'react';
import { Button, EmptyState } from '@cam/ui';

export default function Example(): ReactNode {
  return (
    <EmptyState
      icon="cloud"
      title="No sources yet"
      text="Connect an account to see who can reach what."
      action={<Button type="primary">Add source</Button>}
    />
  );
}
