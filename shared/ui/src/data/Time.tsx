import type { ReactNode } from 'react';
import { formatDateTime, formatTimestamp } from './formats';

/** Shows a time in running text, to the minute. The tooltip has the seconds and the zone. */
export function Time({ at }: { at: string | null | undefined }): ReactNode {
  if (!at) return formatDateTime(at);
  return (
    <time dateTime={at} title={formatTimestamp(at)}>
      {formatDateTime(at)}
    </time>
  );
}
