import { useState, type ReactNode } from 'react';
import type { SamlTest } from '@cam/contracts';
import { callApi, useApi } from '@cam/platform';
import { Alert, Button } from '@cam/ui';
import styles from './sign-on.module.css';

/** Interval at which the result is asked for, ms. */
const LOOK = 2000;

/** Signs in at the provider for a test, and shows what the provider said. Nobody is signed in to CAM by it. */
export function TestSignIn({ onEnded }: { onEnded: () => void }): ReactNode {
  const [test, setTest] = useState<{ test_id: string; url: string } | null>(null);
  const { data } = useApi('GET /v1/sign-on/saml/tests/{test_id}', test && { path: { test_id: test.test_id } }, {
    filtered: false,
    refreshInterval: (latest?: SamlTest) => (latest === undefined || latest.state === 'WAITING' ? LOOK : 0),
    onSuccess: ({ state }) => {
      if (state !== 'WAITING') onEnded();
    },
  });
  const begin = async (): Promise<void> => {
    setTest(await callApi('POST /v1/sign-on/saml/tests', {}, { filtered: false }).catch(() => null));
  };
  return (
    <section className={styles.card} aria-labelledby="test-heading">
      <div className={styles.head}>
        <h2 id="test-heading">Test sign-in</h2>
        <Button onClick={() => void begin()}>{test ? 'Start another test' : 'Start a test'}</Button>
      </div>
      <p>
        A test shows the attributes that the provider sends, and the rights by your rules. It signs nobody in, and works before the provider is
        enabled.
      </p>
      {test && (!data || data.state === 'WAITING') && (
        <Alert
          type="info"
          title="Sign in at the provider in a new tab. The result appears here."
          action={
            <Button type="primary" href={test.url} target="_blank" rel="noreferrer">
              Open sign-in page
            </Button>
          }
        />
      )}
      {data && data.state !== 'WAITING' && <Result test={data} />}
    </section>
  );
}

function Result({ test }: { test: SamlTest }): ReactNode {
  const isPassed = test.state === 'PASSED';
  return (
    <div role="status" className={styles.result}>
      <Alert type={isPassed ? 'success' : 'error'} showIcon title={isPassed ? 'The test passed.' : `The test failed. ${test.message}`} />
      {test.name_id !== '' && (
        <dl className={styles.values}>
          <dt>E-mail</dt>
          <dd>{test.email || 'None'}</dd>
          <dt>NameID</dt>
          <dd>
            {test.name_id} <span className={styles.detail}>({test.name_id_format.replace(/^.*:/, '')})</span>
          </dd>
          <dt>Scopes by the rules</dt>
          <dd>{test.scopes.length === 0 ? 'None' : test.scopes.map((scope) => scope.replace('cam:', '')).join(', ')}</dd>
          {test.attributes.map(({ name, values }) => (
            <div key={name} className={styles.pair}>
              <dt>{name}</dt>
              <dd>{values.join(', ')}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
