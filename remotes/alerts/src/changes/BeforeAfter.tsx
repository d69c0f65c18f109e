import type { ReactNode } from 'react';
import type { ChangeInfo } from '@cam/contracts';
import { formatDateTime } from '@cam/ui';
import styles from './changes.module.css';

/** What is not the same before and after, field by field, and the calls in logs that it comes from. */
export function BeforeAfter({ change }: { change: ChangeInfo }): ReactNode {
  return (
    <>
      <ChangedFields change={change} />
      {change.made_by.length > 0 && (
        <ul className={styles.makers} aria-label="Calls in the log">
          {change.made_by.map(({ event_id: id, event_name: event, name, time }) => (
            <li key={id}>
              {event} by {name}, {formatDateTime(time)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function ChangedFields({ change: { before, after } }: { change: ChangeInfo }): ReactNode {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].sort();
  const changed = names.filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]));
  if (changed.length === 0) return <p className={styles.none}>There are no details of this change.</p>;
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
            <td>{text(before?.[name])}</td>
            <td>{text(after?.[name])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function text(value: unknown): string {
  if (value === undefined || value === null) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
