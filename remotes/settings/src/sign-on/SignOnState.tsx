import { useState, type ReactNode } from 'react';
import type { SamlConnection } from '@cam/contracts';
import { callApi, notify } from '@cam/platform';
import { Button, Form, Select, Switch } from '@cam/ui';
import styles from './sign-on.module.css';

interface Props {
  connection: SamlConnection;
  /** E-mails of users who can be the break-glass administrator. */
  administrators: readonly string[];
  onSaved: () => void;
}

/** Enables and requires the sign-in with the provider, and chooses who can always sign in without it. */
export function SignOnState({ connection, administrators, onSaved }: Props): ReactNode {
  const [isEnabled, setEnabled] = useState(connection.is_enabled);
  const [isRequired, setRequired] = useState(connection.is_required);
  const [breakGlass, setBreakGlass] = useState(connection.break_glass_email);
  const [busy, setBusy] = useState(false);
  const isTested = connection.tested_time !== null;
  const save = async (): Promise<void> => {
    setBusy(true);
    const body = { is_enabled: isEnabled, is_required: isEnabled && isRequired, break_glass_email: breakGlass };
    const isSaved = await callApi('PUT /v1/sign-on/saml/state', { body }, { filtered: false }).then(
      () => true,
      () => false,
    );
    setBusy(false);
    if (!isSaved) return;
    notify.success(isEnabled ? (isRequired ? 'Single sign-on is required now.' : 'Single sign-on is enabled.') : 'Single sign-on is off.');
    onSaved();
  };
  return (
    <section className={styles.card} aria-labelledby="state-heading">
      <h2 id="state-heading">Sign-in</h2>
      <Form layout="vertical">
        <Form.Item
          label="Break-glass administrator"
          htmlFor="break-glass"
          extra="This administrator can always sign in with a password, also if the provider fails. Nobody can remove the user or its administrator rights."
        >
          <Select
            id="break-glass"
            className={styles.select}
            placeholder="Choose an administrator with a password"
            value={breakGlass}
            options={administrators.map((email) => ({ value: email, label: email }))}
            onChange={(email: string) => setBreakGlass(email)}
          />
        </Form.Item>
        <div className={styles.switch}>
          <Switch
            aria-label="Enable single sign-on"
            checked={isEnabled}
            disabled={!isTested && !isEnabled}
            onChange={(value) => {
              setEnabled(value);
              if (!value) setRequired(false);
            }}
          />
          <span>
            Enable single sign-on for {connection.domains.join(', ')}
            {!isTested && <span className={styles.detail}> Run a test that passes first.</span>}
          </span>
        </div>
        <div className={styles.switch}>
          <Switch aria-label="Require single sign-on" checked={isRequired} disabled={!isEnabled} onChange={setRequired} />
          <span>Require single sign-on: passwords sign in nobody but the break-glass administrator</span>
        </div>
        <div className={styles.buttons}>
          <Button type="primary" loading={busy} disabled={isEnabled && breakGlass === null} onClick={() => void save()}>
            Save sign-in
          </Button>
        </div>
      </Form>
    </section>
  );
}
