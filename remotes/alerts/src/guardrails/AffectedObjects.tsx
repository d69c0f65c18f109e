import type { ReactNode } from 'react';
import type { AccessRow } from '@cam/contracts';
import { SearchLink } from '@cam/platform';
import { ActionsCell, TypeIcon } from '@cam/ui';
import { useMatches, type Matches } from './use-matches';
import styles from './AffectedObjects.module.css';

/** Shows the conditions of a guardrail in words, and the objects that meet them now. */
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
      <MatchList matches={matches} />
      <SearchLink query={query}>Open query in search</SearchLink>
    </section>
  );
}

function MatchList({ matches }: { matches: Matches }): ReactNode {
  if (matches.state === 'loading') return <p role="status">Loading the matches of the query</p>;
  if (matches.state === 'failed') return <p role="alert">{matches.message}</p>;
  if (matches.rows.length === 0) return <p>No objects meet the conditions now.</p>;
  return (
    <>
      <ul>
        {matches.rows.map((row) => (
          <li key={`${row.identity_uri} ${row.resource_uri}`}>
            <MatchRow row={row} />
          </li>
        ))}
      </ul>
      {matches.more && <p>Only the first {matches.rows.length} matches are shown.</p>}
    </>
  );
}

function MatchRow({ row }: { row: AccessRow }): ReactNode {
  return (
    <>
      {row.identity_uri !== '' && (
        <span>
          <TypeIcon type={row.identity_type} /> {row.identity}
        </span>
      )}
      {row.identity_uri !== '' && row.resource_uri !== '' && <span aria-label="has access to">→</span>}
      {row.resource_uri !== '' && (
        <span>
          <TypeIcon type={row.resource_type} /> {row.resource}
        </span>
      )}
      <span className={styles.actions}>
        <ActionsCell actions={row.actions_str} conditional={row.conditional_actions_str} />
      </span>
    </>
  );
}
