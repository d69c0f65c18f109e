import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { EmptyState } from '@cam/ui';

/** An address that leads to nothing, with where to look instead. */
export function NotFound({ back, what, text }: { back: string; what: string; text?: string }): ReactNode {
  return (
    <EmptyState
      isPage
      title="There is nothing at this address"
      text={text ?? 'It may be gone since the last snapshot, belong to another tenant, or the address was cut off.'}
      action={<Link to={back}>Look through all {what}</Link>}
    />
  );
}
