import { useMemo, useState, type ReactNode } from 'react';
import type { AccessPath, AccessRow, DecidingStatement } from '@cam/contracts';
import { useApi } from '@cam/platform';
import { Button, Drawer, EmptyState, ErrorState, JsonPanel, LoadingState, TypeIcon, typeName } from '@cam/ui';
import { actionsInWords } from './actions-words';
import { AccessGraph } from './graph/AccessGraph';
import { graphOfPaths } from './graph/graph-data';
import type { Explained } from './use-explained';
import styles from './ExplainDrawer.module.css';

/** Why an identity reaches a resource: every path, and the statement that grants it inside its document. */
export function ExplainDrawer({ row, query = '', onClose }: { row: Explained | null; query?: string; onClose: () => void }): ReactNode {
  return (
    <Drawer open={row !== null} onClose={onClose} size={720} title={row ? `Why ${row.identity} reaches ${row.resource}` : ''} destroyOnHidden>
      {row && <Explanation row={row} asOf={dayOf(query, row)} />}
    </Drawer>
  );
}

/** The day whose graph an answer is about: of what went since a day, that day. Undefined: now. */
function dayOf(query: string, { change }: Explained): string | undefined {
  const day = (keyword: string): string | undefined => new RegExp(`${keyword}\\s+(\\d{4}-\\d{2}-\\d{2})`, 'i').exec(query)?.[1];
  return change === 'DELETED' ? day('changed-since') : day('as-of');
}

/** The paths between an identity and a resource, wherever they are asked about. */
export function Explanation({ row, asOf }: { row: Pick<AccessRow, 'identity_uri' | 'resource_uri'>; asOf?: string }): ReactNode {
  const { data, error, mutate } = useApi('GET /v1/graph-querymgr/explain', {
    query: { identity_uri: row.identity_uri, resource_uri: row.resource_uri, ...(asOf === undefined ? {} : { as_of: asOf }) },
  });
  const graph = useMemo(() => graphOfPaths(data?.paths ?? []), [data]);
  if (error) return <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />;
  if (!data) return <LoadingState label="Finding the paths" />;
  if (data.paths.length === 0) return <EmptyState title="There is no access any more" text="The graph changed since the search. Search again." />;
  return (
    <>
      <p className={styles.sum}>
        {data.paths.length === 1 ? 'One path' : `${data.paths.length} paths`}: {data.identity.name} may{' '}
        {actionsInWords(data.actions_str, data.resource.name)}
        {asOf === undefined ? '' : ` on ${asOf}`}.
      </p>
      <AccessGraph data={graph} label={`Paths from ${data.identity.name} to ${data.resource.name}`} />
      {data.paths.map((path, index) => (
        <Path key={index} path={path} number={index + 1} />
      ))}
    </>
  );
}

function Path({ path, number }: { path: AccessPath; number: number }): ReactNode {
  return (
    <section className={styles.path} aria-label={`Path ${number}`}>
      <h3>
        Path {number} <small>{actionsInWords(path.actions_str)}</small>
      </h3>
      <ol className={styles.hops}>
        {path.hops.map((hop, index) => (
          <li key={index}>
            {hop.relation !== '' && <span className={styles.relation}>{hop.relation}</span>}
            <span className={styles.hop}>
              <TypeIcon type={hop.type} /> {hop.name} <small>{typeName(hop.type)}</small>
            </span>
            {hop.conditions.map((condition) => (
              <em key={condition}>if {condition}</em>
            ))}
          </li>
        ))}
      </ol>
      <Privileges path={path} number={number} />
      {path.grants.map((statement, index) => (
        <Statement key={`g${index}`} statement={statement} />
      ))}
      {path.limits.map((statement, index) => (
        <Statement key={`l${index}`} statement={statement} />
      ))}
    </section>
  );
}

/** Privileges that are named before somebody asks for the others. */
const NAMED = 8;

function Privileges({ path: { privileges, privileges_total: total }, number }: { path: AccessPath; number: number }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const named = isOpen ? privileges : privileges.slice(0, NAMED);
  const others = total - named.length;
  return (
    <p className={styles.privileges}>
      {total} privilege{total === 1 ? '' : 's'}: {named.join(', ')}
      {isOpen && others > 0 && ` and ${others} more`}{' '}
      {privileges.length > NAMED && (
        <button
          type="button"
          className="cam-link"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Fewer' : 'All'} privileges of path ${number}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show fewer' : `and ${others} more`}
        </button>
      )}
    </p>
  );
}

function Statement({ statement }: { statement: DecidingStatement }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.statement} data-effect={statement.effect}>
      <p>
        <strong>{statement.policy_name}</strong>, statement {statement.statement_index + 1}: {statement.words}
      </p>
      <Button size="small" aria-label={`Show the document of ${statement.policy_name}`} onClick={() => setOpen(true)}>
        Show document
      </Button>
      {isOpen && (
        <JsonPanel
          title={statement.policy_name}
          json={statement.document}
          highlightStatement={statement.statement_index}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
