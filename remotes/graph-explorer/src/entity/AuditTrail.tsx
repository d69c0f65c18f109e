import { useState, type ReactNode } from 'react';
import { useAddress } from '@cam/platform';
import { TabList } from '@cam/ui';
import { UserPlaces } from '../user-activity/UserPlaces';

/** The time range of an audit trail, in ms. */
export const AUDIT_WINDOW = 90 * 24 * 60 * 60 * 1000;

const TABS = [
  { key: 'objects', label: 'Objects' },
  { key: 'places', label: 'Locations' },
] as const;

interface Props {
  uri: string;
  /** The table of used objects. */
  objects: ReactNode;
}

/** Shows the objects that an identity used in the last 90 days, and the locations of its activity. */
export function AuditTrail({ uri, objects }: Props): ReactNode {
  const address = useAddress();
  // A fixed end keeps the request the same across renders.
  const [end] = useState(() => new Date());
  const chosen = address.get('tab') === 'places' ? 'places' : 'objects';
  return (
    <>
      <TabList label="Views" chosen={chosen} items={TABS} onChoose={(tab) => address.set({ tab: tab === 'objects' ? null : tab, search: null })} />
      {chosen === 'objects' ? (
        objects
      ) : (
        <UserPlaces username={uri} startTime={new Date(end.getTime() - AUDIT_WINDOW).toISOString()} endTime={end.toISOString()} />
      )}
    </>
  );
}
