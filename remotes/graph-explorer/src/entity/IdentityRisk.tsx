import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { IdentityDetail } from '@cam/contracts';
import { EntityLink } from '@cam/platform';
import { Time, formatZoned } from '@cam/ui';
import { detailAddress, UNUSED_TABS } from '../unused-access/unused-views';
import { conditionalAccessSentence, logCoverageSentence, sensitivePrivilegesSentence } from './risk-sentences';
import styles from './entity.module.css';

/** The maximum number of privileges or services that a line names. */
const NAMED = 6;

/** Summarises the risk of an identity: escalation paths, unused sensitive privileges and services, and the log coverage. */
export function IdentityRisk({ facts }: { facts: IdentityDetail }): ReactNode {
  const { escalations, sensitive_privileges: privileges, unused_services: services, risk } = facts;
  const conditional = conditionalAccessSentence(risk, 'resources');
  const type = facts.type === 'ROLE' ? 'UNUSED_ROLE' : facts.roles_count > 0 ? 'UNUSED_IDENTITY' : 'UNUSED_IDENTITY_WITHOUT_ROLE';
  return (
    <section className={styles.card} aria-label="Risk at a glance">
      <h2>Risk at a glance</h2>
      <ul className={styles.risks}>
        {escalations.length > 0 && (
          <li>
            <details>
              <summary>
                <strong>{counted(escalations.length, 'privilege escalation path', 'privilege escalation paths')}</strong>
                {escalations.every(({ conditional }) => conditional) ? ', all conditional' : ''}
              </summary>
              <ul>
                {escalations.map(({ name, reason, conditional }) => (
                  <li key={name}>
                    <strong>{name}</strong>: {reason}
                    {conditional ? ' Only under certain conditions.' : ''}
                  </li>
                ))}
              </ul>
            </details>
          </li>
        )}
        <li>{sensitivePrivilegesSentence(risk)}</li>
        {conditional !== null && <li>{conditional}</li>}
        {privileges.length > 0 && (
          <li>
            <strong>{counted(privileges.length, 'sensitive privilege', 'sensitive privileges')} unused for 90 days</strong>:{' '}
            {privileges.slice(0, NAMED).join(', ')}
            {privileges.length > NAMED ? ' and more. ' : '. '}
            <Link to={detailAddress(type, UNUSED_TABS[0], facts)}>Show all</Link>
          </li>
        )}
        {services.length > 0 && (
          <li>
            <strong>{counted(services.length, 'service', 'services')} unused for 90 days</strong>: {services.slice(0, NAMED).join(', ')}
            {services.length > NAMED ? ' and more.' : '.'}
          </li>
        )}
        {facts.used_through.slice(0, NAMED).map(({ uri, name, at }) => (
          <li key={uri}>
            {uri === facts.uri ? (
              <strong>Used by an unknown user</strong>
            ) : (
              <strong>
                Used through role <EntityLink uri={uri} name={name} />, user unknown
              </strong>
            )}
            : last on <Time at={at} />. The log does not show who started the session.
          </li>
        ))}
        {facts.used_through.length > NAMED && (
          <li>
            {facts.used_through.length - NAMED} more {facts.used_through.length === NAMED + 1 ? 'role was' : 'roles were'} used by unknown users.
          </li>
        )}
        <li>
          {logCoverageSentence(risk)} {facts.last_used ? `Last seen ${formatZoned(facts.last_used)}.` : 'No usage is known.'}
        </li>
      </ul>
    </section>
  );
}

/** The maximum number of entries that the server lists. */
const MOST = 200;

function counted(n: number, one: string, many: string): string {
  return `${n >= MOST ? `${MOST} or more` : n} ${n === 1 ? one : many}`;
}
