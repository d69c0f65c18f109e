import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { entityAddress, type EntityPage } from '@cam/contracts';

/** Shows the name of an entity as a link to its page, or as plain text when it has no page. */
export function EntityLink({ uri, name, page }: { uri: string; name: string; page?: EntityPage }): ReactNode {
  const to = entityAddress(uri, page);
  return to === null ? <>{name}</> : <Link to={to}>{name}</Link>;
}
