import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { AlertInfo } from '@cam/contracts';
import { Alert } from '@cam/ui';

/** Says that an exclusion hides the alert, or hid it until its end. */
export function AlertExclusion({ alert: { exclusion } }: { alert: AlertInfo }): ReactNode {
  if (exclusion === null) return null;
  const { exclusion_id: id, active, ends_on: end, owner, reason } = exclusion;
  const until = end === null ? '' : ` until ${end}`;
  return (
    <Alert
      type="info"
      showIcon
      title={active ? `Excluded${until}` : `Was excluded${until}`}
      description={
        <>
          {reason} Owner: {owner}. <Link to={`/exclusions?exclusion=${encodeURIComponent(id)}`}>Open the exclusion</Link>
        </>
      }
      style={{ marginTop: 12 }}
    />
  );
}
