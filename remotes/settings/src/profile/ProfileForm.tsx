import { useState, type ReactNode } from 'react';
import type { User } from '@cam/contracts';
import { callApi, notify, reloadUser, useApi, useSession, useUnsavedChanges } from '@cam/platform';
import { Button, Checkbox, ErrorState, Form, Input, LoadingState } from '@cam/ui';
import { PasswordField } from './PasswordField';
import { PasswordMeter } from './PasswordMeter';
import { LENGTH_HINT, PASSWORD_HINT, type PasswordRules } from './password-rules';
import { ALERT_NOTIFICATIONS, checkProfile, fieldsOf, toRequest, type ProfileFields } from './profile-form';
import styles from './ProfileForm.module.css';

interface ProfileProps {
  /** In the setup wizard: opens the next step. NEXT saves the changes first. */
  onNext?: () => void;
}

/** Shows the profile of the current user. Unsaved input survives a refresh and a change of the account filter. */
export function ProfileForm({ onNext }: ProfileProps): ReactNode {
  const { user, tenant } = useSession();
  const { data, error, mutate } = useApi('GET /v1/tenants/users', { query: { email: user.email } }, { filtered: false });
  if (data) return <LoadedForm user={data.user} rules={tenant.password_rules} onSaved={() => mutate()} onNext={onNext} />;
  if (error) return <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />;
  // As high as the form, so that what follows it stays in place.
  return <LoadingState label="Loading your profile" rows={30} />;
}

interface Props {
  user: User;
  rules?: PasswordRules;
  onSaved: () => Promise<unknown>;
  onNext?: (() => void) | undefined;
}

/** The profile form once the user is loaded. */
export function LoadedForm({ user, rules, onSaved, onNext }: Props): ReactNode {
  const saved = fieldsOf(user);
  const [fields, setFields] = useState<ProfileFields>(saved);
  const [busy, setBusy] = useState(false);
  const { dirty, errors, canSave, canContinue } = checkProfile(fields, saved, rules);
  useUnsavedChanges(dirty && !busy);

  const change =
    (name: Exclude<keyof ProfileFields, 'notifications'>) =>
    (event: { target: { value: string } }): void =>
      setFields({ ...fields, [name]: event.target.value });
  const save = async (): Promise<void> => {
    if (busy) return;
    if (!canSave) return canContinue ? onNext?.() : undefined;
    setBusy(true);
    try {
      const answer = await callApi('PATCH /v1/tenants/users', { body: toRequest(user, fields) });
      notify.success('User data has been changed');
      await Promise.allSettled([onSaved(), reloadUser()]);
      setFields(fieldsOf(answer.user));
      onNext?.();
    } catch {
      // The platform showed the error. The form keeps its input.
    } finally {
      setBusy(false);
    }
  };

  return (
    <Form layout="vertical" className={styles.form} onFinish={() => void save()}>
      <div className={styles.pair}>
        <Form.Item label="First Name" htmlFor="firstName">
          <Input id="firstName" autoComplete="given-name" maxLength={200} value={fields.firstName} onChange={change('firstName')} />
        </Form.Item>
        <Form.Item label="Last Name" htmlFor="lastName">
          <Input id="lastName" autoComplete="family-name" maxLength={200} value={fields.lastName} onChange={change('lastName')} />
        </Form.Item>
      </div>
      <Form.Item label="Email" htmlFor="email">
        <Input id="email" className={styles.fixed} value={user.email} readOnly />
      </Form.Item>
      {user.userSource === 'COGNITO' && (
        <fieldset className={styles.group}>
          <legend>Password</legend>
          <p>{rules === 'length' ? LENGTH_HINT : PASSWORD_HINT}</p>
          <div className={styles.pair}>
            <PasswordField
              label="Old Password"
              autoComplete="current-password"
              error={errors.oldPassword}
              value={fields.oldPassword}
              onChange={change('oldPassword')}
            />
            <PasswordField
              label="New Password"
              autoComplete="new-password"
              error={errors.newPassword}
              value={fields.newPassword}
              onChange={change('newPassword')}
            />
          </div>
          {fields.newPassword !== '' && <PasswordMeter password={fields.newPassword} />}
        </fieldset>
      )}
      <Form.Item label="Job Title" htmlFor="jobTitle">
        <Input
          id="jobTitle"
          autoComplete="organization-title"
          placeholder="e.g. Frontend Developer"
          maxLength={200}
          value={fields.jobTitle}
          onChange={change('jobTitle')}
        />
      </Form.Item>
      <fieldset className={styles.group}>
        <legend>Alert Notifications</legend>
        <p>One e-mail a day to {user.email} counts the selected events of the previous day and links to them. Days without events send no e-mail.</p>
        <div className={styles.choices}>
          {ALERT_NOTIFICATIONS.map(({ key, label }) => (
            <Checkbox
              key={key}
              checked={fields.notifications[key]}
              onChange={({ target }) => setFields({ ...fields, notifications: { ...fields.notifications, [key]: target.checked } })}
            >
              {label}
            </Checkbox>
          ))}
        </div>
      </fieldset>
      <Button type="primary" htmlType="submit" disabled={onNext ? !canContinue : !canSave} loading={busy}>
        {onNext ? 'NEXT' : 'SAVE'}
      </Button>
    </Form>
  );
}
