import type { ReactNode } from 'react';
import type { EntityRisk } from '@cam/contracts';
import { becomingWords, conditionalWords, evidenceWords, sensitiveWords } from './risk-words';
import styles from './entity.module.css';

/** Risk at a glance of something that is reached: with what others could do harm to it, who needs conditions or detours, and how sure this is. */
export function ResourceRisk({ risk, admins, isPublic }: { risk: EntityRisk; admins: number; isPublic: boolean }): ReactNode {
  const lines = [
    ...(isPublic ? ['Everybody on the internet reaches it.'] : []),
    ...(admins > 0 ? [`${admins.toLocaleString('en')} of ${risk.reached.toLocaleString('en')} identities that reach it administer it.`] : []),
    sensitiveWords(risk),
    conditionalWords(risk, 'identities'),
    becomingWords(risk),
    evidenceWords(risk),
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
