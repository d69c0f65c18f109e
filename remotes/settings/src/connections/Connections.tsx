import { useState, type ReactNode } from 'react';
import { CONNECTION_KINDS, CONNECTION_NAMES, isChatKind, type Connection, type ConnectionKind } from '@cam/contracts';
import { callApi, confirm, notify, useApi } from '@cam/platform';
import { Button, ErrorState, formatCount, LoadingState, StatusTag, Time } from '@cam/ui';
import { TabIntro } from '../TabIntro';
import { ShownOnce } from '../tokens/ShownOnce';
import { ChannelOfTeams } from './ChannelOfTeams';
import { ConnectionForm } from './ConnectionForm';
import { TicketRules } from './TicketRules';
import { PRODUCT_WORDS, stateOf } from './words';
import { SEVERITY_ORDER } from './severities';
import styles from './connections.module.css';

/** Lists the ticket systems, each with its connections, and connects, tests and disconnects them. */
export function Connections(): ReactNode {
  const { data, error, mutate } = useApi('GET /v1/connections', {}, { filtered: false });
  const [form, setForm] = useState<{ kind: ConnectionKind; connection: Connection | null } | null>(null);
  const [made, setMade] = useState<{ connection: Connection; secret: string } | null>(null);
  const rules = useApi('GET /v1/tickets/rules', {}, { filtered: false });
  const reload = (): void => {
    void mutate();
    // A rule ends with its connection, and shows its name.
    void rules.mutate();
  };
  return (
    <section className={styles.connections} aria-label="Connections">
      <TabIntro actions={null}>
        CAM makes tickets about alerts in these products. A ticket that is done marks its alerts as remediated, and the next snapshot decides: if the
        findings are gone, CAM closes the ticket, and if not, it opens the ticket again.
      </TabIntro>
      {made && <NewSecret connection={made.connection} secret={made.secret} onClose={() => setMade(null)} />}
      {error && <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={reload} />}
      {!data && !error && <LoadingState label="Loading the connections" rows={4} />}
      {data && (
        <div className={styles.cards}>
          {CONNECTION_KINDS.map((kind) => (
            <section key={kind} className={styles.card} aria-label={CONNECTION_NAMES[kind]}>
              <div className={styles.head}>
                <h2>{CONNECTION_NAMES[kind]}</h2>
                <Button aria-label={`Connect ${CONNECTION_NAMES[kind]}`} onClick={() => setForm({ kind, connection: null })}>
                  Connect
                </Button>
              </div>
              <p className={styles.detail}>{PRODUCT_WORDS[kind].text}</p>
              {data.connections
                .filter((one) => one.kind === kind)
                .map((connection) => (
                  <ConnectionRow
                    key={connection.connection_id}
                    connection={connection}
                    onEdit={() => setForm({ kind, connection })}
                    onSecret={(secret) => setMade({ connection, secret })}
                    onChanged={reload}
                  />
                ))}
            </section>
          ))}
        </div>
      )}
      {data && <TicketRules connections={data.connections} rules={rules} />}
      {form && (
        <ConnectionForm
          {...form}
          onClose={() => setForm(null)}
          onSaved={({ connection, secret }) => {
            if (secret !== null) setMade({ connection, secret });
            reload();
          }}
        />
      )}
    </section>
  );
}

/** Shows how the product reaches CAM. ServiceNow calls with an API token, and chat services have secrets of their own. */
function NewSecret({ connection, secret, onClose }: { connection: Connection; secret: string; onClose: () => void }): ReactNode {
  const { label, kind, incoming_url: address } = connection;
  const { incoming } = PRODUCT_WORDS[kind];
  const hasSecret = kind !== 'servicenow' && !isChatKind(kind);
  return (
    <ShownOnce
      title={hasSecret ? `Copy the secret of "${label}" now. It is not shown again.` : `${label} is connected.`}
      value={hasSecret ? secret : address}
      copies={[
        ...(hasSecret ? [{ label: 'Copy secret', text: secret, done: 'Secret copied.' }] : []),
        { label: 'Copy address', text: address, done: 'Address copied.' },
      ]}
      note={`${incoming} ${isChatKind(kind) ? 'Without it, the buttons do nothing.' : 'Without it, CAM reads the tickets every 5 minutes.'} The address is ${address}`}
      onClose={onClose}
    />
  );
}

interface RowProps {
  connection: Connection;
  onEdit: () => void;
  onSecret: (secret: string) => void;
  onChanged: () => void;
}

function ConnectionRow({ connection, onEdit, onSecret, onChanged }: RowProps): ReactNode {
  const [isTesting, setTesting] = useState(false);
  const { connection_id, kind, label, url, project, message, tickets_count: tickets, synced_time: at } = connection;
  const path = { connection_id };
  const state = stateOf(connection);
  /** Runs an action. The platform shows why one fails. */
  const act = async (action: () => Promise<void>): Promise<void> => {
    await action().catch(() => undefined);
    onChanged();
  };
  const test = async (): Promise<void> => {
    setTesting(true);
    await act(async () => {
      const { passed, message: why, key } = await callApi('POST /v1/connections/{connection_id}/test', { path }, { filtered: false });
      if (passed)
        notify.success(isChatKind(kind) ? 'The test passed: the message is in the channel.' : `The test passed: CAM made ${key} and closed it.`);
      else notify.error(`The test failed. ${why}.`);
    });
    setTesting(false);
  };
  const renew = () =>
    act(async () => {
      if (!(await confirm({ message: `Make a new secret for "${label}"? The present one ends at once.`, okText: 'New secret' }))) return;
      onSecret((await callApi('POST /v1/connections/{connection_id}/secret', { path }, { filtered: false })).secret);
    });
  const disconnect = () =>
    act(async () => {
      const left =
        tickets === 0
          ? ''
          : ` CAM forgets its ${tickets === 1 ? 'ticket' : `${formatCount(tickets)} tickets`}, which stay in ${CONNECTION_NAMES[kind]}.`;
      if (!(await confirm({ message: `Disconnect "${label}"?${left}`, okText: 'Disconnect' }))) return;
      await callApi('DELETE /v1/connections/{connection_id}', { path }, { filtered: false });
      notify.success(`Disconnected ${label}.`);
    });
  return (
    <div className={styles.connection} role="group" aria-label={label}>
      <div>
        <strong>{label}</strong> <StatusTag tone={state.tone}>{state.label}</StatusTag>
      </div>
      <div className={styles.detail}>
        {project} at {url}
      </div>
      <div className={styles.detail}>
        {isChatKind(kind) ? alertsOf(connection) : tickets === 1 ? '1 ticket' : `${formatCount(tickets)} tickets`}
        {at !== null && (
          <>
            , read <Time at={at} />
          </>
        )}
      </div>
      {message !== '' && <div className={styles.problem}>{message}.</div>}
      {kind === 'teams' && <ChannelOfTeams connection={connection} onChanged={onChanged} />}
      <div className={styles.buttons}>
        <Button size="small" loading={isTesting} onClick={() => void test()}>
          Test
        </Button>
        <Button size="small" onClick={onEdit}>
          Change
        </Button>
        {kind !== 'servicenow' && !isChatKind(kind) && (
          <Button size="small" onClick={() => void renew()}>
            New secret
          </Button>
        )}
        <Button size="small" danger onClick={() => void disconnect()}>
          Disconnect
        </Button>
      </div>
    </div>
  );
}

/** Says which alerts a channel gets. */
function alertsOf({ severities }: Connection): string {
  const names = SEVERITY_ORDER.filter((severity) => severities.includes(severity)).map((severity) => severity.toLowerCase());
  return names.length === 0 ? 'Gets no alerts' : `Gets ${names.join(', ')} alerts`;
}
