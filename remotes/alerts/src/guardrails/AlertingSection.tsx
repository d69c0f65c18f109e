import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Severity } from '@cam/contracts';
import { Input, Select, Switch, TipField } from '@cam/ui';
import type { AlertingErrors, AlertingFields } from './alerting-fields';
import styles from './GuardrailForm.module.css';
import { useDefaultRecipients } from './use-default-recipients';

interface Props {
  value: AlertingFields;
  severity: Severity;
  errors: AlertingErrors;
  readOnly: boolean;
  onChange: (value: AlertingFields) => void;
}

/** Switches the alerts of a guardrail on, and says who is notified of them and from which risk on. */
export function AlertingSection({ value, severity, errors, readOnly, onChange }: Props): ReactNode {
  const { raisesAlerts } = value;
  return (
    <section className={styles.alerting} aria-label="Alerting">
      <label className={styles.switch}>
        <Switch
          size="small"
          aria-label="Raise alerts"
          checked={raisesAlerts}
          disabled={readOnly}
          onChange={(checked) => onChange({ ...value, raisesAlerts: checked })}
        />
        Raise alerts
      </label>
      <p className={styles.status}>
        {raisesAlerts ? 'Each new match of the query raises an alert.' : 'This guardrail is kept, but it raises no alerts until you turn this on.'}
      </p>
      {raisesAlerts && <Recipients value={value} severity={severity} errors={errors} readOnly={readOnly} onChange={onChange} />}
    </section>
  );
}

const SEVERITY_TABS: Readonly<Record<Severity, string>> = { HIGH: 'High', MEDIUM: 'Medium', LOW: 'Low' };

function Recipients({ value, severity, errors, readOnly, onChange }: Props): ReactNode {
  const { email, webhooks, syslog, minRisk, atOnce } = value;
  const isOwn = email.length + webhooks.length + syslog.length > 0;
  return (
    <>
      {isOwn ? <p className={styles.status}>Only these recipients are notified.</p> : <DefaultRecipients severity={severity} />}
      <TipField label="E-mail recipients" error={errors.email}>
        <Tags value={email} readOnly={readOnly} placeholder="name@company.com" onChange={(list) => onChange({ ...value, email: list })} />
      </TipField>
      <TipField label="Chat webhook URLs">
        <Tags value={webhooks} readOnly={readOnly} placeholder="https://" onChange={(list) => onChange({ ...value, webhooks: list })} />
      </TipField>
      <TipField label="Syslog servers" error={errors.syslog} hint="A server that Settings also name uses the credentials that are stored there.">
        <Tags
          value={syslog}
          readOnly={readOnly}
          separators={[',', ';', '\n']}
          placeholder="udp 10.0.0.9:514"
          onChange={(list) => onChange({ ...value, syslog: list })}
        />
      </TipField>
      <TipField
        label="Lowest risk"
        error={errors.minRisk}
        hint="Nobody is notified of alerts with a lower risk. They are notified if the risk rises. Leave empty for alerts of any risk."
      >
        <Input
          inputMode="numeric"
          placeholder="0 to 100"
          readOnly={readOnly}
          value={minRisk}
          onChange={(event) => onChange({ ...value, minRisk: event.target.value })}
        />
      </TipField>
      <label className={styles.switch}>
        <Switch
          size="small"
          aria-label="Notify at once"
          checked={atOnce}
          disabled={readOnly}
          onChange={(checked) => onChange({ ...value, atOnce: checked })}
        />
        Notify at once, also in quiet hours and without waiting for a digest
      </label>
    </>
  );
}

/** Says who is notified of the alerts of a guardrail without recipients of its own. */
function DefaultRecipients({ severity }: { severity: Severity }): ReactNode {
  const count = useDefaultRecipients(severity);
  const name = SEVERITY_TABS[severity];
  const whom =
    count === null
      ? `the recipients of ${name} alerts`
      : count === 1
        ? `the recipient of ${name} alerts`
        : `the ${count} recipients of ${name} alerts`;
  return (
    <p className={styles.status}>
      {count === 0
        ? `Nobody is notified: ${name} alerts have no recipients. Add some here, or in `
        : `Without recipients here, CAM notifies ${whom} in `}
      <Link to={`/settings/alerts${severity.toLowerCase()}`}>Settings</Link>.
    </p>
  );
}

interface TagsProps {
  value: string[];
  readOnly: boolean;
  placeholder: string;
  separators?: string[];
  onChange: (value: string[]) => void;
}

/** A list of typed texts. The form field adds `id`, `status` and aria attributes. */
function Tags({ value, readOnly, placeholder, separators = [',', ';', ' ', '\n'], onChange, ...field }: TagsProps): ReactNode {
  return (
    <Select
      {...field}
      mode="tags"
      open={false}
      suffixIcon={null}
      disabled={readOnly}
      tokenSeparators={separators}
      placeholder={placeholder}
      value={value}
      onChange={(list: string[]) => onChange([...new Set(list.map((text) => text.trim()).filter((text) => text !== ''))])}
    />
  );
}
