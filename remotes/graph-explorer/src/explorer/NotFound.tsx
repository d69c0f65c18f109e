import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { EmptyState } from '@cam/ui';

/**
 * Shows that an address does not lead to an entity, with a link to the list.
 * @param back the path of the list
 * @param what names the entities of the list
 */
export function NotFound({ back, what, text }: { back: string; what: string; text?: string }): ReactNode {
  return (
    <EmptyState
      isPage
      title="There is nothing at this address"
      text={text ?? 'The latest snapshot does not contain it, it belongs to another tenant, or the address is incomplete.'}
      action={<Link to={back}>Browse all {what}</Link>}
    />
  );
}
