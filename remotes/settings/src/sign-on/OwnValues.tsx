import type { ReactNode } from 'react';
import type { SamlServiceProvider } from '@cam/contracts';
import { Button } from '@cam/ui';
import { copyText } from '../copy-text';
import styles from './sign-on.module.css';

/** Shows the values of CAM that the provider is set up with. */
export function OwnValues({ values }: { values: SamlServiceProvider }): ReactNode {
  const rows = [
    { label: 'Entity ID', value: values.entity_id, done: 'Entity ID copied.' },
    { label: 'Assertion consumer service (ACS)', value: values.acs_url, done: 'ACS address copied.' },
  ];
  return (
    <section className={styles.card} aria-labelledby="own-values-heading">
      <h2 id="own-values-heading">Values for your provider</h2>
      <p>
        Create an application for SAML 2.0 in your provider with these values. It signs the assertion with SHA-256. Providers that read metadata find
        it at the <a href={values.entity_id}>entity ID</a>.
      </p>
      {rows.map(({ label, value, done }) => (
        <div key={label} className={styles.copied}>
          <span className={styles.label}>{label}</span>
          <code>{value}</code>
          <Button size="small" aria-label={`Copy ${label}`} onClick={() => void copyText(value, done)}>
            Copy
          </Button>
        </div>
      ))}
    </section>
  );
}
