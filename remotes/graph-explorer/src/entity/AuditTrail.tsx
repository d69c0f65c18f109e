import { useState, type ReactNode } from 'react';
import { useAddress } from '@cam/platform';
import { TabList } from '@cam/ui';
import { UserPlaces } from '../user-activity/UserPlaces';

/** What an audit trail shows, ms. */
export const AUDIT_WINDOW = 90 * 24 * 60 * 60 * 1000;

const TABS = [
  { key: 'objects', label: 'Objects' },
  { key: 'places', label: 'Places' },
] as const;

interface Props {
  uri: string;
  /** What was used, thing by thing. */
  objects: ReactNode;
}

/** What an identity used within 90 days, and from where. */
export function AuditTrail({ uri, objects }: Props): ReactNode {
  const address = useAddress();
  // The same span however often the page is drawn, or it would be asked for again and again.
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
