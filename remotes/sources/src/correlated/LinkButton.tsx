import type { ReactNode } from 'react';
import { Button, Icon } from '@cam/ui';
import type { CorrelationActions } from './api';

/** Opens the link dialog of a source. Renders nothing for users who may only read. */
export function LinkButton({ uid, name, actions: { link } }: { uid: string; name: string; actions: CorrelationActions }): ReactNode {
  if (!link) return null;
  return <Button type="text" icon={<Icon name="link" />} aria-label={`Link ${name}`} onClick={() => link({ uid, name })} />;
}
