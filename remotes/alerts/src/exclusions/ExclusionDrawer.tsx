import { useState, type ReactNode } from 'react';
import type { Exclusion } from '@cam/contracts';
import { callApi, confirm, EntityLink, notify, SearchLink, useApi, useSession } from '@cam/platform';
import { Alert, Button, Drawer, formatCount, StatusTag, formatZoned } from '@cam/ui';
import { ExclusionDialog } from './ExclusionDialog';
import styles from './exclusions.module.css';
import { CATEGORIES, KINDS, labelOf, scopeText, STATES } from './words';

interface Props {
  exclusion: Exclusion;
  onClose: () => void;
  onChanged: () => void;
}

/** Shows one exclusion with what it hides, and extends, approves or ends it. */
export function ExclusionDrawer({ exclusion, onClose, onChanged }: Props): ReactNode {
  const { can, user } = useSession();
  const [isExtending, setExtending] = useState(false);
  const [busy, setBusy] = useState(false);
  const { exclusion_id: id, kind, version, state } = exclusion;
  const path = { exclusion_id: id };
  const mayWrite = can('ALERTS') && (kind !== 'UNUSED' || can('GUARDRAIL'));
  /** Reloads the list even after a failed request, which has shown its error: another user may have changed the exclusion. */
  const run = async (work: Promise<unknown>, done: string): Promise<void> => {
    setBusy(true);
    await work.then(
      () => notify.success(done),
      () => undefined,
    );
    setBusy(false);
    onChanged();
  };
  const end = async (): Promise<void> => {
    if (await confirm({ message: 'End this exclusion? Its findings are shown again.' }))
      await run(callApi('DELETE /v1/exclusions/{exclusion_id}', { path }, { filtered: false }), 'Exclusion ended.');
  };
  const tone = STATES.find(({ value }) => value === state)?.tone ?? 'neutral';
  return (
    <Drawer open size={640} title={scopeText(exclusion)} onClose={onClose} destroyOnHidden>
      <StatusTag tone={tone}>{labelOf(STATES, state)}</StatusTag>
      {exclusion.notice !== '' && <Alert type="warning" showIcon title={exclusion.notice} style={{ marginTop: 12 }} />}
      <Facts exclusion={exclusion} />
      {mayWrite && state !== 'ENDED' && (
        <div className={styles.actions}>
          <Button type="primary" onClick={() => setExtending(true)}>
            Extend
          </Button>
          {state === 'PROPOSED' && (
            <Button
              disabled={exclusion.created_by === user.email}
              loading={busy}
              onClick={() =>
                void run(
                  callApi('POST /v1/exclusions/{exclusion_id}/approve', { path, body: { version } }, { filtered: false }),
                  'Exclusion approved.',
                )
              }
            >
              Approve
            </Button>
          )}
          <Button danger loading={busy} onClick={() => void end()}>
            End now
          </Button>
        </div>
      )}
      <Hidden exclusion={exclusion} />
      {isExtending && (
        <ExclusionDialog kind={kind} scopes={[exclusion.scope]} extended={exclusion} onClose={() => setExtending(false)} onSaved={onChanged} />
      )}
    </Drawer>
  );
}

function Facts({ exclusion }: { exclusion: Exclusion }): ReactNode {
  const { kind, reason, category, owner, ticket, ends_on: end, created_by: by, created_at: at, approved_by: approver, scope } = exclusion;
  const facts: [string, ReactNode][] = [
    ['Findings', labelOf(KINDS, kind)],
    ...(scope.query === undefined
      ? []
      : [
          [
            'Query',
            <SearchLink key="query" query={scope.query}>
              {scope.query}
            </SearchLink>,
          ] as [string, ReactNode],
        ]),
    ['Reason', reason],
    ['Category', labelOf(CATEGORIES, category)],
    ['Owner', owner],
    ['Last day', end ?? 'No end'],
    ['Added', `${formatZoned(at)} by ${by}`],
    ...(approver === null ? [] : [['Approved by', approver] as [string, ReactNode]]),
    ...(exclusion.removed_by === null ? [] : [['Ended by', exclusion.removed_by] as [string, ReactNode]]),
    ...(ticket === '' ? [] : [['Ticket', /^https?:\/\//.test(ticket) ? <a href={ticket}>{ticket}</a> : ticket] as [string, ReactNode]]),
    ['Hid when added', formatCount(exclusion.hid_at_start)],
  ];
  return <dl className={styles.facts}>{facts.map(([title, value]) => [<dt key={`${title} title`}>{title}</dt>, <dd key={title}>{value}</dd>])}</dl>;
}

/** Lists the findings in the scope of the exclusion. */
function Hidden({ exclusion: { kind, scope, state } }: { exclusion: Exclusion }): ReactNode {
  const { data, error } = useApi('POST /v1/exclusions/preview', { body: { kind, scope } }, { filtered: false });
  if (error) return <p>{error.userMessage}</p>;
  if (!data) return <p>Loading the findings</p>;
  const count = data.hides === 1 ? '1 finding' : `${formatCount(data.hides)} findings`;
  return (
    <section aria-label="Findings in its scope">
      <h3>{state === 'ACTIVE' ? `Hides ${count}` : `${count} in its scope`}</h3>
      <ul className={styles.examples}>
        {data.examples.map(({ uri, name, reference_name: reference }, index) => (
          <li key={`${uri} ${reference} ${index}`}>
            <EntityLink uri={uri} name={name} />
            {reference !== '' && `: ${reference}`}
          </li>
        ))}
      </ul>
      {data.hides > data.examples.length && <p className={styles.hint}>Only the first {data.examples.length} are shown.</p>}
    </section>
  );
}
