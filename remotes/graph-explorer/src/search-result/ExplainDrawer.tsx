import { useMemo, useState, type ReactNode } from 'react';
import type { AccessPath, AccessRow, DecidingStatement } from '@cam/contracts';
import { useApi } from '@cam/platform';
import { describeActions, Button, Drawer, EmptyState, ErrorState, JsonPanel, LoadingState, Tabs, TypeIcon, typeName } from '@cam/ui';
import { AccessGraph } from './graph/AccessGraph';
import { foldedPaths, type FoldedPath } from './folded-paths';
import { graphOfPaths } from './graph/graph-data';
import { CutDrawer } from '../cut/CutDrawer';
import { ProofTab } from '../proof/ProofTab';
import type { ExplainedAccess } from './use-explained-access';
import { TryChangeDrawer } from '../what-if/TryChangeDrawer';
import { mayTryChange } from '../what-if/change-form';
import styles from './ExplainDrawer.module.css';

/**
 * Explains the access of an identity to a resource. Shows every access path with its granting statements.
 * @param query the query of the row, whose day the explanation uses
 */
export function ExplainDrawer({ row, query = '', onClose }: { row: ExplainedAccess | null; query?: string; onClose: () => void }): ReactNode {
  const [isTrying, setTrying] = useState(false);
  const [, cloud = '', , , type = ''] = row?.identity_uri.split(':') ?? [];
  return (
    <>
      <Drawer
        open={row !== null}
        onClose={onClose}
        size="min(1040px, 100vw)"
        title={row ? `Access of ${row.identity} to ${row.resource}` : ''}
        extra={mayTryChange(cloud, type) && <Button onClick={() => setTrying(true)}>Try a change</Button>}
        destroyOnHidden
      >
        {row && <Explanation row={row} query={query} />}
      </Drawer>
      <TryChangeDrawer entity={row && isTrying ? { uri: row.identity_uri, name: row.identity } : null} onClose={() => setTrying(false)} />
    </>
  );
}

interface ExplanationProps {
  row: Pick<AccessRow, 'identity_uri' | 'resource_uri'> & Partial<Pick<AccessRow, 'change'>>;
  query?: string;
}

/**
 * Shows the access paths between an identity and a resource.
 * @param query the query of the row: it names the day, and paths with the privileges that it asks about come first
 */
export function Explanation({ row, query = '' }: ExplanationProps): ReactNode {
  const { identity_uri, resource_uri, change } = row;
  const { data, error, mutate } = useApi('GET /v1/graph-querymgr/explain', {
    query: { identity_uri, resource_uri, ...(query === '' ? {} : { query }), ...(change === 'DELETED' ? { lost: true } : {}) },
  });
  const [isCutting, setCutting] = useState(false);
  const graph = useMemo(() => graphOfPaths(data?.paths ?? []), [data]);
  const folded = useMemo(() => foldedPaths(data?.paths ?? []), [data]);
  if (error) return <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />;
  if (!data) return <LoadingState label="Finding access paths" />;
  if (data.paths.length === 0) return <EmptyState title="No access paths" text="The access graph changed after the search. Run the search again." />;
  const kind = data.actions_str === '---' ? 'not-reaches' : 'reaches';
  const paths = (
    <>
      <AccessGraph data={graph} label={`Access paths from ${data.identity.name} to ${data.resource.name}`} />
      {folded.map(({ path, alike }, index) => (
        <FoldedPaths key={index} path={path} alike={alike} number={index + 1} />
      ))}
    </>
  );
  return (
    <>
      <p className={styles.sum}>
        {data.paths.length === 1 ? '1 access path' : `${data.paths.length} access paths`}: {data.identity.name} may{' '}
        {describeActions(data.actions_str, data.conditional_actions_str, data.resource.name)}
        {data.as_of === null ? '' : ` on ${data.as_of}`}.{folded.length > 1 && <AskedFirst privileges={data.asked_privileges} />}
      </p>
      {data.as_of === null && data.actions_str !== '---' && (
        <p>
          <Button onClick={() => setCutting(true)}>Cut this access</Button>
          <CutDrawer
            access={isCutting ? { identity_uri, resource_uri, identity: data.identity.name, resource: data.resource.name } : null}
            onClose={() => setCutting(false)}
          />
        </p>
      )}
      {data.as_of === null ? (
        <Tabs
          items={[
            { key: 'paths', label: 'Access paths', children: paths },
            { key: 'proof', label: 'Proof', children: <ProofTab identityUri={identity_uri} resourceUri={resource_uri} kind={kind} /> },
          ]}
        />
      ) : (
        paths
      )}
    </>
  );
}

/** Says by which privileges the paths are ordered. */
function AskedFirst({ privileges }: { privileges: readonly string[] }): ReactNode {
  return privileges.length > 0 && <> Paths that grant {listFormat.format(privileges)} come first.</>;
}

const listFormat = new Intl.ListFormat('en', { type: 'disjunction' });

/** Shows a path, and on demand the paths that differ from it in names only. */
function FoldedPaths({ path, alike, number }: FoldedPath & { number: number }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Path path={path} number={String(number)} />
      {alike.length > 0 && (
        <p>
          <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Show fewer' : `${alike.length} more like this`}
          </Button>
        </p>
      )}
      {isOpen && alike.map((other, index) => <Path key={index} path={other} number={`${number}.${index + 2}`} />)}
    </>
  );
}

function Path({ path, number }: { path: AccessPath; number: string }): ReactNode {
  return (
    <section className={styles.path} aria-label={`Path ${number}`}>
      <h3>
        Path {number} <small>{describeActions(path.actions_str, path.conditional_actions_str)}</small>
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

/** The number of privileges that are named until the list is expanded. */
const NAMED = 8;

function Privileges({ path: { privileges, privileges_total: total }, number }: { path: AccessPath; number: string }): ReactNode {
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
          aria-label={`${isOpen ? 'Show fewer' : 'Show all'} privileges of path ${number}`}
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
      <Button size="small" aria-label={`Show document of ${statement.policy_name}`} onClick={() => setOpen(true)}>
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
