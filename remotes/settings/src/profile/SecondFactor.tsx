import type { ReactNode } from 'react';
import type { SecondFactor as Factor } from '@cam/contracts';
import { callApi, confirm, notify, useApi, useSession } from '@cam/platform';
import { ErrorState, LoadingState, Switch, Tag, formatZoned } from '@cam/ui';
import styles from './Sessions.module.css';

/** Shows the second factors of the user and, to administrators, whether the tenant requires one. Renders nothing if another system signs users in. */
export function SecondFactor(): ReactNode {
  const { user, can } = useSession();
  const isOwn = user.userSource === 'COGNITO';
  const { data, error, mutate } = useApi('GET /v1/tenants/users/second-factor', isOwn ? {} : null, { filtered: false, revalidateOnFocus: true });
  if (!isOwn) return null;
  if (!data && !error) return <LoadingState label="Loading your second factors" />;
  if (!data) return <ErrorState message={error?.userMessage ?? ''} supportCode={error?.trackingId} onRetry={() => void mutate()} />;
  if (data.manage_url === null) return null;

  const change = async (is_required: boolean): Promise<void> => {
    const message = 'Require a second step from all users of your tenant? Users without one set it up at their next sign-in.';
    if (is_required && !(await confirm({ message, okText: 'Require' }))) return;
    const saved = await callApi('PUT /v1/tenants/second-factor', { body: { is_required } }).catch(() => null);
    if (saved) notify.success(is_required ? 'A second step is required now.' : 'A second step is optional now.');
    await mutate();
  };
  return (
    <section className={styles.sessions} aria-labelledby="second-factor-heading">
      <div className={styles.head}>
        <h2 id="second-factor-heading">Two-step sign-in</h2>
        <a href={data.manage_url}>{data.factors.length > 0 ? 'Change' : 'Set up'}</a>
      </div>
      {data.factors.length === 0 ? (
        <p>Your password alone signs you in. Add an authenticator app or a passkey to protect your account.</p>
      ) : (
        <>
          <p>Sign-in asks for one of these after the password. {recoveryCodes(data.recovery_codes_left)}</p>
          <ul className={styles.list} aria-label="Your second factors">
            {data.factors.map((factor) => (
              <li key={factor.factor_id}>
                <div>
                  <strong>{factor.name}</strong>
                  <p>{usageOf(factor)}</p>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      {can('GENERAL') ? (
        <div className={styles.rule}>
          <Switch aria-label="Require a second step from all users" checked={data.is_required} onChange={(value) => void change(value)} />
          <span>Require a second step from all users of your tenant</span>
        </div>
      ) : (
        data.is_required && <Tag>Required by your administrator</Tag>
      )}
    </section>
  );
}

function recoveryCodes(left: number): string {
  return left === 1 ? 'You have 1 recovery code left.' : `You have ${left} recovery codes left.`;
}

function usageOf({ created_time: created, last_used_time: used }: Factor): string {
  return `Added ${formatZoned(created)}${used === null ? ', never used' : `, last used ${formatZoned(used)}`}`;
}
