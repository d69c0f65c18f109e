import type { ReactNode } from 'react';
import type { EntityRisk } from '@cam/contracts';
import { roleAssumptionSentence, conditionalAccessSentence, logCoverageSentence, sensitivePrivilegesSentence } from './risk-sentences';
import styles from './entity.module.css';

/** Summarises the risk of a resource: public and admin access, sensitive privileges, conditional and assumed access, and the log coverage. */
export function ResourceRisk({ risk, admins, isPublic }: { risk: EntityRisk; admins: number; isPublic: boolean }): ReactNode {
  const lines = [
    ...(isPublic ? ['It is reachable from the internet.'] : []),
    ...(admins > 0 ? [`${admins.toLocaleString('en')} of ${risk.reached.toLocaleString('en')} identities with access can administer it.`] : []),
    sensitivePrivilegesSentence(risk),
    conditionalAccessSentence(risk, 'identities'),
    roleAssumptionSentence(risk),
    logCoverageSentence(risk),
  ].filter((line) => line !== null);
  return (
    <section className={styles.card} aria-label="Risk at a glance">
      <h2>Risk at a glance</h2>
      <ul className={styles.risks}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
