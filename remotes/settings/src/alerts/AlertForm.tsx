import type { ReactNode } from 'react';
import type { NotificationInfo } from '@cam/contracts';
import { Button, Form } from '@cam/ui';
import { ReadOnlyNotice } from '../ReadOnlyNotice';
import { emailError, webhookError } from './alert-fields';
import { EntryListField } from './EntryListField';
import { SendTest } from './SendTest';
import { SyslogList } from './SyslogList';
import { SyslogServers } from './SyslogServers';
import { useAlertForm } from './use-alert-form';
import styles from './AlertForm.module.css';

/** Moves between the steps of the setup wizard. */
export interface WizardSteps {
  onBack: () => void;
  onNext: () => void;
}

interface Props {
  info: NotificationInfo;
  /** E-mail address of the current user. */
  email: string;
  /** The user may read the settings but not change them. */
  readOnly: boolean;
  onSaved: (saved: NotificationInfo) => Promise<unknown>;
  steps?: WizardSteps | undefined;
}

/** The alert settings of one severity: recipients, webhooks and syslog servers. */
export function AlertForm({ info, email, readOnly, onSaved, steps }: Props): ReactNode {
  const { fields, change, refused, dirty, canSave, hasErrors, busy, save, finish } = useAlertForm(info, onSaved);
  const next = async (): Promise<void> => {
    if (await finish()) steps?.onNext();
  };
  return (
    <Form layout="vertical" className={styles.form} onFinish={() => void save()}>
      {readOnly && <ReadOnlyNotice />}
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
          empty="No e-mail recipients yet."
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
          empty="No webhook URLs yet."
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
      {!readOnly && !steps && <SendTest severity={info.severity} disabledReason={testDisabledReason(info, dirty)} />}
    </Form>
  );
}

/** Returns why a test message cannot be sent, or null if it can. */
function testDisabledReason({ email, slack_url, syslog }: NotificationInfo, dirty: boolean): string | null {
  if (dirty) return 'Save your changes first. The test message goes to saved recipients only.';
  return email.length + slack_url.length + syslog.length === 0 ? 'No recipients yet. Add one above and save.' : null;
}
