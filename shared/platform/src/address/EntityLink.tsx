import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { entityAddress, type EntityPage } from '@cam/contracts';

/** The name of an entity, leading to its page; plain text where it has none. */
export function EntityLink({ uri, name, page }: { uri: string; name: string; page?: EntityPage }): ReactNode {
  const to = entityAddress(uri, page);
  return to === null ? <>{name}</> : <Link to={to}>{name}</Link>;
}
