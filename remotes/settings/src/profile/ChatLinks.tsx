import { useState, type ReactNode } from 'react';
import { CONNECTION_NAMES } from '@cam/contracts';
import { callApi, notify, useApi } from '@cam/platform';
import { Button, Time } from '@cam/ui';
import { copyText } from '../copy-text';
import styles from './Sessions.module.css';

/** Lists the users of Slack and Microsoft Teams who act as the user, and gives out the code that links one. */
export function ChatLinks(): ReactNode {
  const { data, mutate } = useApi('GET /v1/chat/links', {}, { filtered: false });
  const [made, setMade] = useState<{ code: string; expires_time: string } | null>(null);
  // The platform shows why a call fails.
  const getCode = () =>
    callApi('POST /v1/chat/codes', {}, { filtered: false })
      .then(setMade)
      .catch(() => undefined);
  const unlink = async (path: { connection_id: string; user_id: string }, name: string): Promise<void> => {
    const isDone = await callApi('DELETE /v1/chat/links/{connection_id}/{user_id}', { path }, { filtered: false }).then(
      () => true,
      () => false,
    );
    if (isDone) notify.success(`${name} no longer acts as you.`);
    await mutate();
  };
  return (
    <section className={styles.sessions} aria-labelledby="chat-heading">
      <div className={styles.head}>
        <h2 id="chat-heading">Slack and Microsoft Teams</h2>
        {!made && <Button onClick={() => void getCode()}>Get a code</Button>}
      </div>
      <p>
        Buttons of alerts in Slack and Microsoft Teams act with your rights once you are linked. Press a button there, and enter a code from here.
        Give the code to nobody.
      </p>
      {made && (
        <p>
          <code>{made.code}</code>{' '}
          <Button size="small" onClick={() => void copyText(made.code, 'Code copied.')}>
            Copy code
          </Button>{' '}
          Valid until <Time at={made.expires_time} />.
        </p>
      )}
      <ul className={styles.list} aria-label="Your users of chat services">
        {data?.links.map(({ connection_id, product, user_id, user_name, linked_time: at }) => (
          <li key={`${connection_id} ${user_id}`}>
            <div>
              <strong>{user_name}</strong>
              <p>
                {CONNECTION_NAMES[product]} user {user_id}, linked <Time at={at} />
              </p>
            </div>
            <Button size="small" aria-label={`Unlink ${user_name}`} onClick={() => void unlink({ connection_id, user_id }, user_name)}>
              Unlink
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
