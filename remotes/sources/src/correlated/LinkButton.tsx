import type { ReactNode } from 'react';
import { Button, Icon } from '@cam/ui';
import type { CorrelationActions } from './api';

/** The way to say what a source is linked to; nothing for those who may only look. */
export function LinkButton({ uid, name, ways: { link } }: { uid: string; name: string; ways: CorrelationActions }): ReactNode {
  if (!link) return null;
  return <Button type="text" icon={<Icon name="link" />} aria-label={`Link ${name}`} onClick={() => link({ uid, name })} />;
}
