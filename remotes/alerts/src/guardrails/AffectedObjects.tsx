import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { AccessRow } from '@cam/contracts';
import { TypeIcon } from '@cam/ui';
import { useMatches, type Matches } from './use-matches';
import styles from './AffectedObjects.module.css';

/** The conditions of a guardrail, with what meets them now. */
export function AffectedObjects({ query }: { query: string }): ReactNode {
  const matches = useMatches(query);
  return (
    <section className={styles.section} aria-label="Affected objects and conditions">
      {matches.state === 'ready' && matches.meaning && (
        <>
          <h3>Conditions</h3>
          <p>{matches.meaning}</p>
        </>
      )}
      <h3>Affected objects</h3>
      <Found matches={matches} />
      <Link to={`/searchresult?${new URLSearchParams({ query })}`}>Open in search</Link>
    </section>
  );
}

function Found({ matches }: { matches: Matches }): ReactNode {
  if (matches.state === 'loading') return <p role="status">Looking for what the query finds now</p>;
  if (matches.state === 'failed') return <p role="alert">{matches.message}</p>;
  if (matches.rows.length === 0) return <p>Nothing meets the conditions now.</p>;
  return (
    <>
      <ul>
        {matches.rows.map((row) => (
          <li key={`${row.identity_uri} ${row.resource_uri}`}>
            <Row row={row} />
          </li>
        ))}
      </ul>
      {matches.more && <p>These are the first {matches.rows.length}.</p>}
    </>
  );
}

function Row({ row }: { row: AccessRow }): ReactNode {
  return (
    <>
      {row.identity_uri !== '' && (
        <span>
          <TypeIcon type={row.identity_type} /> {row.identity}
        </span>
      )}
      {row.identity_uri !== '' && row.resource_uri !== '' && <span aria-label="reaches">→</span>}
      {row.resource_uri !== '' && (
        <span>
          <TypeIcon type={row.resource_type} /> {row.resource}
        </span>
      )}
      <span className={styles.actions}>{row.actions_str}</span>
    </>
  );
}
