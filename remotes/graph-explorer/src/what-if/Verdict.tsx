import type { ReactNode } from 'react';
import { type WhatIfGuardrail, type WhatIfRow, type WhatIfVerdict } from '@cam/contracts';
import { EntityLink } from '@cam/platform';
import { Alert, EmptyState, formatCount, SeverityTag, ShowMore, TypeIcon, useShortenedList, Time } from '@cam/ui';
import { actionsText, changeOf, groupsOf, useText, type VerdictGroup } from './verdict-words';
import styles from './what-if.module.css';

/** Shows the effect of a change that was tried: numbers, then what would break or raise alerts, then the other rows. */
export function Verdict({ verdict }: { verdict: WhatIfVerdict }): ReactNode {
  const { gained, lost, broken, guardrails, is_complete: isComplete, notes } = verdict;
  const raised = guardrails.reduce((sum, one) => sum + one.raised, 0);
  const least = isComplete ? '' : 'at least ';
  const numbers = [
    { label: 'Gained', count: gained },
    { label: 'Lost', count: lost },
    { label: 'Lost and in use', count: broken, isBad: broken > 0 },
    { label: 'New guardrail findings', count: raised, isBad: raised > 0 },
  ];
  const [brokenUse, ...others] = groupsOf(verdict);
  const isSame = gained + lost + guardrails.length === 0;
  return (
    <section className={styles.verdict} aria-label="Verdict">
      <h3>Effect on {verdict.account_name}</h3>
      <p className={styles.muted}>
        Tried on the snapshot of <Time at={verdict.taken_at} />. A row is one identity with access to one resource.
      </p>
      {notes.map((note) => (
        <Alert key={note} className={styles.note} type="warning" showIcon title={note} />
      ))}
      {isSame ? (
        <EmptyState title="No access changes" text="The change allows exactly the same as the policies do now." icon="info" />
      ) : (
        <>
          <dl className={styles.numbers}>
            {numbers.map(({ label, count, isBad = false }) => (
              <div key={label} data-bad={isBad}>
                <dt>{label}</dt>
                <dd>{`${least}${formatCount(count)}`}</dd>
              </div>
            ))}
          </dl>
          {brokenUse && <Group group={brokenUse} />}
          <Guardrails verdict={verdict} />
          {others.map((group) => (
            <Group key={group.id} group={group} />
          ))}
        </>
      )}
    </section>
  );
}

function Group({ group: { title, total, rows, none } }: { group: VerdictGroup }): ReactNode {
  const { shown, left, more } = useShortenedList(rows);
  return (
    <section aria-label={title}>
      <h4>{`${title} (${formatCount(total)})`}</h4>
      {rows.length === 0 && <p className={styles.muted}>{none}</p>}
      <ul className={styles.rows}>
        {shown.map((row) => (
          <Row key={`${row.identity.uri} ${row.resource.uri}`} row={row} />
        ))}
        <ShowMore left={left} onMore={more} />
      </ul>
      {total > rows.length && <p className={styles.muted}>{`Only the first ${formatCount(rows.length)} are listed.`}</p>}
    </section>
  );
}

function Row({ row }: { row: WhatIfRow }): ReactNode {
  const { before, after } = changeOf(row);
  const [gained, lost, use] = [actionsText(row.gained), actionsText(row.lost), useText(row)];
  return (
    <li data-use={row.use}>
      <p className={styles.pair}>
        <span>
          <TypeIcon type={row.identity.type} /> <EntityLink uri={row.identity.uri} name={row.identity.name} />
        </span>
        <span className={styles.arrow}>to</span>
        <span>
          <TypeIcon type={row.resource.type} /> <EntityLink uri={row.resource.uri} name={row.resource.name} page="objects" />
        </span>
        <span className={styles.letters}>
          <span>{before}</span>
          <span aria-hidden>→</span>
          <span className="cam-visually-hidden">becomes</span>
          <strong>{after}</strong>
        </span>
      </p>
      {lost !== '' && <p className={styles.actions}>Loses {lost}</p>}
      {gained !== '' && <p className={styles.actions}>Gains {gained}</p>}
      {use !== '' && <p className={styles.use}>{use}</p>}
    </li>
  );
}

function Guardrails({ verdict: { guardrails, guardrails_compared: compared } }: { verdict: WhatIfVerdict }): ReactNode {
  return (
    <section aria-label="Guardrails">
      <h4>{`Guardrails (${formatCount(guardrails.length)})`}</h4>
      {guardrails.length === 0 && (
        <p className={styles.muted}>
          {compared === 0 ? 'No guardrail was compared.' : `The findings of ${formatCount(compared)} guardrails with alerting stay the same.`}
        </p>
      )}
      <ul className={styles.rows}>
        {guardrails.map((guardrail) => (
          <Guardrail key={guardrail.monitor_id} guardrail={guardrail} />
        ))}
      </ul>
    </section>
  );
}

function Guardrail({ guardrail: { name, severity, raised, cleared, examples } }: { guardrail: WhatIfGuardrail }): ReactNode {
  const words = [
    ...(raised > 0 ? [`would raise ${formatCount(raised)} ${raised === 1 ? 'alert' : 'alerts'}`] : []),
    ...(cleared > 0 ? [`would close ${formatCount(cleared)} ${cleared === 1 ? 'finding' : 'findings'}`] : []),
  ];
  return (
    <li>
      <p className={styles.pair}>
        <SeverityTag severity={severity} /> <strong>{name}</strong> <span>{words.join(' and ')}</span>
      </p>
      {examples.length > 0 && (
        <p className={styles.actions}>
          {examples.map((one, index) => (
            <span key={one.uri}>
              {index > 0 && ', '}
              <EntityLink uri={one.uri} name={one.name} />
              {one.objects > 0 && ` (${formatCount(one.objects)} ${one.objects === 1 ? 'resource' : 'resources'})`}
            </span>
          ))}
          {raised > examples.length && ` and ${formatCount(raised - examples.length)} more`}
        </p>
      )}
    </li>
  );
}
