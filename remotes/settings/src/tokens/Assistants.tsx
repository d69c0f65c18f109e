import { useState, type ReactNode } from 'react';
import type { McpTool } from '@cam/contracts';
import { callApi, confirm, notify, useApi, useSession } from '@cam/platform';
import { Button, DataGrid, StatusTag, Switch, type GridColumn } from '@cam/ui';
import { copyText } from '../copy-text';
import styles from './tokens.module.css';

const QUESTION =
  'Allow assistants in this tenant? An assistant that a user connects reads what the user allows and may read itself. It changes nothing.';

/** Shows whether assistants may use the tenant, how one connects, and what it sees. Administrators change it. */
export function Assistants(): ReactNode {
  const { can } = useSession();
  const { data, error, mutate } = useApi('GET /v1/mcp/settings', {}, { filtered: false });
  const [busy, setBusy] = useState(false);
  const save = async (body: { enabled: boolean; sign_in?: boolean }, done: string): Promise<void> => {
    setBusy(true);
    try {
      await callApi('PUT /v1/mcp/settings', { body }, { filtered: false });
      notify.success(done);
      await mutate();
    } catch {
      // The platform has shown the reason.
    } finally {
      setBusy(false);
    }
  };
  const allow = async (enabled: boolean): Promise<void> => {
    if (enabled && !(await confirm({ message: QUESTION, okText: 'Allow' }))) return;
    await save({ enabled }, enabled ? 'Assistants are allowed in this tenant.' : 'Assistants are off in this tenant.');
  };
  const allowSignIn = (signIn: boolean): Promise<void> =>
    save(
      { enabled: true, sign_in: signIn },
      signIn ? 'Users can connect assistants by signing in.' : 'Assistants that signed in get no answer. The others go on with their API tokens.',
    );
  return (
    <section className={styles.assistants} aria-labelledby="assistants-heading">
      <h2 id="assistants-heading">Assistants</h2>
      <p>
        Assistants that speak the Model Context Protocol (MCP) can answer questions about access with the tools below. Give an assistant the address:
        it then asks you to sign in and to choose what it may read. One that cannot do that takes an API token. Assistants change nothing, and each
        use of a tool is in the audit log.
      </p>
      {data && (
        <div className={styles.address}>
          {can('GENERAL') ? (
            <label>
              <Switch checked={data.enabled} loading={busy} aria-label="Allow assistants" onChange={(enabled) => void allow(enabled)} /> Allow
              assistants in this tenant
            </label>
          ) : (
            <StatusTag tone={data.enabled ? 'ok' : 'neutral'}>{data.enabled ? 'Allowed' : 'Off'}</StatusTag>
          )}
          {can('GENERAL') && data.enabled && (
            <label>
              <Switch
                checked={data.sign_in}
                loading={busy}
                aria-label="Allow connections by sign-in"
                onChange={(signIn) => void allowSignIn(signIn)}
              />{' '}
              Allow connections by sign-in
            </label>
          )}
          <code>{data.url}</code>
          <Button size="small" onClick={() => void copyText(data.url, 'Address copied.')}>
            Copy address
          </Button>
        </div>
      )}
      <DataGrid<McpTool>
        title="Tools of an assistant"
        rows={data?.tools}
        rowKey={({ name }) => name}
        columns={COLUMNS}
        error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
        empty={{ title: 'No tools', text: 'This installation offers assistants no tools.' }}
      />
    </section>
  );
}

const COLUMNS: GridColumn<McpTool>[] = [
  { key: 'name', title: 'Tool', value: ({ name }) => name, width: 170 },
  {
    key: 'description',
    title: 'What an Assistant Reads about It',
    value: ({ description }) => description,
    render: ({ description }) => <span className={styles.description}>{description}</span>,
  },
  {
    key: 'scopes',
    title: 'Scope',
    width: 170,
    value: ({ any_right: rights }) => rights.map((right) => right.replace('CAM_', '').replaceAll('_', ':').toLowerCase()).join(' or '),
  },
];
