import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { IdentityDetail } from '@cam/contracts';
import { formatDateTime } from '@cam/ui';
import { detailAddress, UNUSED_TABS } from '../unused-access/areas';
import { conditionalWords, evidenceWords, sensitiveWords } from './risk-words';
import styles from './entity.module.css';

/** Of a long list so many are named. */
const NAMED = 6;

/** Risk at a glance: ways to give itself more, sensitive privileges that it does not use, and how sure all of this is. */
export function IdentityRisk({ facts }: { facts: IdentityDetail }): ReactNode {
  const { escalations, sensitive_privileges: privileges, unused_services: services, risk } = facts;
  const conditional = conditionalWords(risk, 'resources');
  const type = facts.type === 'ROLE' ? 'UNUSED_ROLE' : facts.roles_count > 0 ? 'UNUSED_IDENTITY' : 'UNUSED_IDENTITY_WITHOUT_ROLE';
  return (
    <section className={styles.card} aria-label="Risk at a glance">
      <h2>Risk at a glance</h2>
      <ul className={styles.risks}>
        {escalations.length > 0 && (
          <li>
            <details>
              <summary>
                <strong>{counted(escalations.length, 'way', 'ways')} to give itself more</strong>
                {escalations.every(({ conditional }) => conditional) ? ', under conditions only' : ''}
              </summary>
              <ul>
                {escalations.map(({ name, reason, conditional }) => (
                  <li key={name}>
                    <strong>{name}</strong>: {reason}
                    {conditional ? ' Under conditions only.' : ''}
                  </li>
                ))}
              </ul>
            </details>
          </li>
        )}
        <li>{sensitiveWords(risk)}</li>
        {conditional !== null && <li>{conditional}</li>}
        {privileges.length > 0 && (
          <li>
            <strong>{counted(privileges.length, 'sensitive privilege', 'sensitive privileges')} not used for 90 days</strong>:{' '}
            {privileges.slice(0, NAMED).join(', ')}
            {privileges.length > NAMED ? ' and more. ' : '. '}
            <Link to={detailAddress(type, UNUSED_TABS[0], facts)}>Show all</Link>
          </li>
        )}
        {services.length > 0 && (
          <li>
            <strong>{counted(services.length, 'service', 'services')} not used at all</strong>: {services.slice(0, NAMED).join(', ')}
            {services.length > NAMED ? ' and more.' : '.'}
          </li>
        )}
        <li>
          {evidenceWords(risk)} {facts.last_used ? `Last seen ${formatDateTime(facts.last_used)}.` : 'No use of it is known.'}
        </li>
      </ul>
    </section>
  );
}

/** The server lists at most so many. */
const MOST = 200;

function counted(n: number, one: string, many: string): string {
  return `${n >= MOST ? `${MOST} or more` : n} ${n === 1 ? one : many}`;
}
