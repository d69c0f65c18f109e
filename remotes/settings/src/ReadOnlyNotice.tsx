import type { ReactNode } from 'react';
import { Alert } from '@cam/ui';

/** Tells a viewer why a form of the settings takes no changes. */
export function ReadOnlyNotice(): ReactNode {
  return (
    <Alert
      style={{ marginBottom: 20 }}
      type="info"
      showIcon
      title="You can view these settings but not change them. Ask a tenant administrator for write permission."
    />
  );
}
