import { useEffect, type ReactNode } from 'react';
import type { UsageEvent } from '@cam/contracts';
import { notify, useApi } from '@cam/platform';
import { JsonPanel } from '@cam/ui';

/** Shows the raw log record of an event. Closes itself with a notice if the record is missing. */
export function RawEvent({ event, onClose }: { event: UsageEvent; onClose: () => void }): ReactNode {
  const { data, error } = useApi('GET /v1/usage/eventraw', { query: { event_id: event.event_id } });
  useEffect(() => {
    if (!error) return;
    notify.info('Detail not available.');
    onClose();
  }, [error, onClose]);
  return data ? <JsonPanel title={event.event_name} json={data.unparsed_event} onClose={onClose} /> : null;
}
