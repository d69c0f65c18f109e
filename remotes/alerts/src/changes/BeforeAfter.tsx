import type { ReactNode } from 'react';
import type { ChangeInfo } from '@cam/contracts';
import { formatDateTime } from '@cam/ui';
import { DocumentChange } from './DocumentChange';
import styles from './changes.module.css';

/** What is not the same before and after, field by field, and the calls in logs that it comes from. */
export function BeforeAfter({ change }: { change: ChangeInfo }): ReactNode {
  return (
    <>
      <ChangedFields change={change} />
      {change.relation?.kind === 'holds' && <DocumentChange before={documentOf(change.before)} after={documentOf(change.after)} />}
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

/** By which the document of a policy is known. */
function documentOf(state: ChangeInfo['before']): string | null {
  return typeof state?.document === 'string' ? state.document : null;
}

function ChangedFields({ change: { before, after, relation } }: { change: ChangeInfo }): ReactNode {
  const isPolicy = relation?.kind === 'holds';
  // By what a document is known says nothing to people: it stands there itself.
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter((name) => !isPolicy || name !== 'document').sort();
  const changed = names.filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]));
  if (isPolicy && changed.length === 0) return null;
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
