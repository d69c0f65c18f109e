import type { ReactNode } from 'react';
import type { NotificationInfo } from '@cam/contracts';
import { Alert, Button, Form } from '@cam/ui';
import { emailError, webhookError } from './alert-fields';
import { EntryListField } from './EntryListField';
import { SendTest } from './SendTest';
import { SyslogList } from './SyslogList';
import { SyslogServers } from './SyslogServers';
import { useAlertForm } from './use-alert-form';
import styles from './AlertForm.module.css';

export interface WizardSteps {
  onBack: () => void;
  onNext: () => void;
}

interface Props {
  info: NotificationInfo;
  /** Of whoever looks at the form. */
  email: string;
  /** For those who may look but not write. */
  readOnly: boolean;
  onSaved: (saved: NotificationInfo) => Promise<unknown>;
  steps?: WizardSteps | undefined;
}

export function AlertForm({ info, email, readOnly, onSaved, steps }: Props): ReactNode {
  const { fields, change, refused, dirty, canSave, hasErrors, busy, save, finish } = useAlertForm(info, onSaved);
  const next = async (): Promise<void> => {
    if (await finish()) steps?.onNext();
  };
  return (
    <Form layout="vertical" className={styles.form} onFinish={() => void save()}>
      {readOnly && (
        <Alert
          className={styles.notice}
          type="info"
          showIcon
          title="You may look at these settings but not change them. Ask an administrator of your tenant."
        />
      )}
      <section aria-labelledby="method-heading">
        <h2 id="method-heading">Notification Method</h2>
        <EntryListField
          label={`Email (${email})`}
          listLabel="E-mail recipients"
          noun="e-mail"
          placeholder="name@company.com"
          type="email"
          list={fields.email}
          error={emailError(fields.email)}
          refused={refused}
          readOnly={readOnly}
          empty="No e-mail recipient yet."
          onChange={(list) => change({ email: list })}
        />
        <EntryListField
          label="Chat Webhook URL"
          listLabel="Webhook URLs"
          noun="webhook URL"
          placeholder="https://"
          type="url"
          list={fields.slack_url}
          error={webhookError(fields.slack_url)}
          refused={refused}
          readOnly={readOnly}
          empty="No webhook yet."
          onChange={(list) => change({ slack_url: list })}
        />
      </section>
      <section aria-labelledby="syslog-heading">
        <h2 id="syslog-heading">SysLog Configuration</h2>
        {readOnly ? (
          <SyslogList servers={info.syslog} />
        ) : (
          <SyslogServers rows={fields.syslog} refused={refused} onChange={(syslog) => change({ syslog })} />
        )}
      </section>
      <div className={styles.actions}>
        {!readOnly && (
          <Button type="primary" htmlType="submit" disabled={!canSave} loading={busy}>
            SAVE
          </Button>
        )}
        {steps && (
          <>
            <Button onClick={steps.onBack}>BACK</Button>
            <Button onClick={() => void next()} disabled={hasErrors || busy}>
              NEXT
            </Button>
          </>
        )}
      </div>
      {!readOnly && !steps && <SendTest severity={info.severity} missing={missingOf(info, dirty)} />}
    </Form>
  );
}

/** Why a test cannot be sent; null where it can. */
function missingOf({ email, slack_url, syslog }: NotificationInfo, dirty: boolean): string | null {
  if (dirty) return 'Save your changes first: a test goes to those who were saved.';
  return email.length + slack_url.length + syslog.length === 0 ? 'Nobody is told of these alerts yet. Add somebody above and save.' : null;
}
