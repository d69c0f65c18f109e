import { useState, type ReactNode } from 'react';
import type { SamlConnection } from '@cam/contracts';
import { callApi, confirm, notify, useApi } from '@cam/platform';
import { Alert, Button, EmptyState, ErrorState, LoadingState, StatusTag } from '@cam/ui';
import { TabIntro } from '../TabIntro';
import { Certificates } from './Certificates';
import { OwnKeys } from './OwnKeys';
import { OwnValues } from './OwnValues';
import { ProviderForm } from './ProviderForm';
import { Provisioning } from './Provisioning';
import { SignOnState } from './SignOnState';
import { TestSignIn } from './TestSignIn';
import styles from './sign-on.module.css';
import { certificateWarning } from './words';

/** Sets up the sign-in with the SAML provider of the tenant. */
export function SingleSignOn(): ReactNode {
  const { data, error, mutate } = useApi('GET /v1/sign-on/saml', {}, { filtered: false });
  const [isEditing, setEditing] = useState(false);
  const reload = (): void => void mutate();
  if (error) return <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={reload} />;
  if (!data) return <LoadingState label="Loading single sign-on" rows={6} />;
  if (!data.is_available || !data.service_provider)
    return (
      <EmptyState
        icon="settings"
        title="Another system signs your users in"
        text="Set up single sign-on in the identity platform of this installation."
      />
    );
  const { connection } = data;
  const warning = connection && certificateWarning(connection.certificates);
  const remove = async (): Promise<void> => {
    const message = `Remove ${connection?.name}? Users without a password can no longer sign in.`;
    if (!(await confirm({ message, okText: 'Remove' }))) return;
    const isRemoved = await callApi('DELETE /v1/sign-on/saml', {}, { filtered: false }).then(
      () => true,
      () => false,
    );
    if (isRemoved) notify.success('Single sign-on was removed.');
    reload();
  };
  return (
    <section className={styles.page} aria-label="Single sign-on">
      <TabIntro
        actions={
          <Button type={connection ? 'default' : 'primary'} onClick={() => setEditing(true)}>
            {connection ? 'Change provider' : 'Set up provider'}
          </Button>
        }
      >
        People of your organization sign in with its SAML 2.0 provider, such as Okta, Microsoft Entra ID, Google Workspace or Keycloak. The provider
        also says what they may do in CAM.
      </TabIntro>
      {warning && <Alert type="warning" showIcon title={warning} />}
      <OwnValues values={data.service_provider} />
      {connection && (
        <>
          <Provider connection={connection} onRemove={() => void remove()} />
          <Certificates certificates={connection.certificates} onChanged={reload} />
          <OwnKeys keys={data.service_provider.keys} signsRequests={connection.signs_requests} onChanged={reload} />
          <TestSignIn onEnded={reload} />
          <SignOnState key={JSON.stringify(connection)} connection={connection} administrators={data.administrators} onSaved={reload} />
        </>
      )}
      <Provisioning />
      {isEditing && <ProviderForm connection={connection} usableDomains={data.usable_domains} onClose={() => setEditing(false)} onSaved={reload} />}
    </section>
  );
}

function Provider({ connection, onRemove }: { connection: SamlConnection; onRemove: () => void }): ReactNode {
  const { name, is_enabled: isEnabled, is_required: isRequired } = connection;
  const state = isRequired ? 'Required' : isEnabled ? 'Enabled' : 'Off';
  return (
    <section className={styles.card} aria-labelledby="provider-heading">
      <div className={styles.head}>
        <h2 id="provider-heading">{name}</h2>
        <StatusTag tone={isEnabled ? 'ok' : 'neutral'}>{state}</StatusTag>
      </div>
      <dl className={styles.values}>
        <dt>Entity ID</dt>
        <dd>{connection.entity_id}</dd>
        <dt>Sign-on address</dt>
        <dd>{connection.sign_on_url}</dd>
        <dt>E-mail domains</dt>
        <dd>{connection.domains.join(', ')}</dd>
        <dt>E-mail from</dt>
        <dd>{connection.email_attribute === '' ? 'NameID' : `Attribute ${connection.email_attribute}`}</dd>
        <dt>Sign-ins that begin at the provider</dt>
        <dd>{connection.accepts_unrequested ? 'Accepted' : 'Refused'}</dd>
      </dl>
      <h3>Rules for rights</h3>
      <ul className={styles.list}>
        {connection.rules.map((rule) => (
          <li key={`${rule.attribute} ${rule.value}`}>
            <span>
              {rule.attribute} is {rule.value === '*' ? 'any value' : `“${rule.value}”`}
            </span>
            <span className={styles.detail}>{rule.scopes.map((scope) => scope.replace('cam:', '')).join(', ')}</span>
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button danger onClick={onRemove}>
          Remove provider
        </Button>
      </div>
    </section>
  );
}
