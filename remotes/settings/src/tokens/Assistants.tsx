import { useState, type ReactNode } from 'react';
import type { McpTool } from '@cam/contracts';
import { callApi, confirm, notify, useApi, useSession } from '@cam/platform';
import { Button, DataGrid, StatusTag, Switch, type GridColumn } from '@cam/ui';
import { copyText } from '../copy-text';
import styles from './tokens.module.css';

const QUESTION = 'Allow assistants in this tenant? With an API token, an assistant reads what the scopes of the token allow, and changes nothing.';

/** Shows whether assistants may use the tenant, how one connects, and what it sees. Administrators change it. */
export function Assistants(): ReactNode {
  const { can } = useSession();
  const { data, error, mutate } = useApi('GET /v1/mcp/settings', {}, { filtered: false });
  const [busy, setBusy] = useState(false);
  const set = async (enabled: boolean): Promise<void> => {
    if (enabled && !(await confirm({ message: QUESTION, okText: 'Allow' }))) return;
    setBusy(true);
    try {
      await callApi('PUT /v1/mcp/settings', { body: { enabled } }, { filtered: false });
      notify.success(enabled ? 'Assistants are allowed in this tenant.' : 'Assistants are off in this tenant.');
      await mutate();
    } catch {
      // The platform has shown the reason.
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={styles.assistants} aria-labelledby="assistants-heading">
      <h2 id="assistants-heading">Assistants</h2>
      <p>
        Assistants that speak the Model Context Protocol (MCP) can answer questions about access with the tools below. They need an API token, see
        what its scopes allow, and change nothing. Each use of a tool is in the audit log.
      </p>
      {data && (
        <div className={styles.address}>
          {can('GENERAL') ? (
            <label>
              <Switch checked={data.enabled} loading={busy} aria-label="Allow assistants" onChange={(enabled) => void set(enabled)} /> Allow
              assistants in this tenant
            </label>
          ) : (
            <StatusTag tone={data.enabled ? 'ok' : 'neutral'}>{data.enabled ? 'Allowed' : 'Off'}</StatusTag>
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
