import type { ReactNode } from 'react';
import type { ChangeInfo } from '@cam/contracts';
import { Time } from '@cam/ui';
import { PolicyDiff } from './PolicyDiff';
import styles from './changes.module.css';

/** Shows the fields that differ before and after a change, the policy diff, and the logged calls that made the change. */
export function BeforeAfter({ change }: { change: ChangeInfo }): ReactNode {
  return (
    <>
      <ChangedFields change={change} />
      {change.relation?.kind === 'holds' && <PolicyDiff before={documentHash(change.before)} after={documentHash(change.after)} />}
      {change.made_by.length > 0 && (
        <ul className={styles.calls} aria-label="Logged calls">
          {change.made_by.map(({ event_id: id, event_name: event, name, time }) => (
            <li key={id}>
              {event} by {name}, <Time at={time} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Returns the hash that identifies a policy document, or null without one. */
function documentHash(state: ChangeInfo['before']): string | null {
  return typeof state?.document === 'string' ? state.document : null;
}

function ChangedFields({ change: { before, after, relation } }: { change: ChangeInfo }): ReactNode {
  const isPolicy = relation?.kind === 'holds';
  // The hash means nothing to a reader: PolicyDiff shows the document itself.
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter((name) => !isPolicy || name !== 'document').sort();
  const changed = names.filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]));
  if (isPolicy && changed.length === 0) return null;
  if (changed.length === 0) return <p className={styles.none}>No details are available for this change.</p>;
  return (
    <table className={styles.fields}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changed.map((name) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{formatValue(before?.[name])}</td>
            <td>{formatValue(after?.[name])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function formatValue(value: unknown): string {
  if (value === undefined || value === null) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
