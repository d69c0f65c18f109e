import type { ReactNode } from 'react';
import type { UserSession } from '@cam/contracts';
import { callApi, confirm, notify, useApi, useSession } from '@cam/platform';
import { Button, ErrorState, LoadingState, Tag, Time } from '@cam/ui';
import styles from './Sessions.module.css';

/** Refresh interval of the list, ms: other browsers sign in and out meanwhile. */
const REFRESH = 60_000;

/** Lists the browsers that the user is signed in with, and ends their sessions. Renders nothing for users of another identity provider. */
export function Sessions(): ReactNode {
  const { user } = useSession();
  const isOwn = user.userSource === 'COGNITO';
  const { data, error, mutate } = useApi('GET /v1/tenants/users/sessions', isOwn ? {} : null, {
    filtered: false,
    revalidateOnFocus: true,
    refreshInterval: REFRESH,
  });
  if (!isOwn) return null;

  const end = async ({ session_id, device }: UserSession): Promise<void> => {
    if (!(await confirm({ message: `Sign out ${device}? The browser needs the password to sign in again.`, okText: 'Sign out' }))) return;
    const call = callApi('DELETE /v1/tenants/users/sessions/{session_id}', { path: { session_id } });
    if (await succeeds(call)) notify.success(`Signed out ${device}.`);
    await mutate();
  };
  const endOthers = async (): Promise<void> => {
    const message = 'Sign out everywhere except in this browser? Tokens of the command line that were issued for you end too.';
    if (!(await confirm({ message, okText: 'Sign out' }))) return;
    if (await succeeds(callApi('DELETE /v1/tenants/users/sessions', {}))) notify.success('Signed out everywhere else.');
    await mutate();
  };

  return (
    <section className={styles.sessions} aria-labelledby="sessions-heading">
      <div className={styles.head}>
        <h2 id="sessions-heading">Sessions</h2>
        <Button onClick={() => void endOthers()}>Sign out everywhere else</Button>
      </div>
      <p>These browsers are signed in with your account. If you do not recognize one, sign it out and change your password.</p>
      {!data && !error && <LoadingState label="Loading your sessions" />}
      {!data && error && <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />}
      <ul className={styles.list} aria-label="Your sessions">
        {data?.sessions.map((session) => (
          <li key={session.session_id}>
            <div>
              <strong>{session.device}</strong> {session.is_current && <Tag>This browser</Tag>}
              <p>
                {session.address || 'Unknown address'}, last used <Time at={session.last_used_time} />, signed in <Time at={session.signed_in_time} />
              </p>
            </div>
            {!session.is_current && (
              <Button size="small" aria-label={`Sign out ${session.device}, ${session.address}`} onClick={() => void end(session)}>
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Reports whether a call succeeded. The platform has shown the error of one that failed. */
function succeeds(call: Promise<unknown>): Promise<boolean> {
  return call.then(
    () => true,
    () => false,
  );
}
