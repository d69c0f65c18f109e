import { useState, type ReactNode } from 'react';
import { CONNECTION_NAMES, isChatKind, type Connection, type ConnectionKind, type Severity } from '@cam/contracts';
import { callApi } from '@cam/platform';
import { Checkbox, Form, Input, SubmitDialog, TipField } from '@cam/ui';
import { SEVERITY_ORDER } from './severities';
import { fieldsOf, fieldsText, PRODUCT_WORDS } from './words';

interface Props {
  kind: ConnectionKind;
  /** The connection to change; null connects the product. */
  connection: Connection | null;
  onClose: () => void;
  /** Receives the secret of a new connection. */
  onSaved: (saved: { connection: Connection; secret: string | null }) => void;
}

/** Asks for the address, the project and the token of a product. */
export function ConnectionForm({ kind, connection, onClose, onSaved }: Props): ReactNode {
  const words = PRODUCT_WORDS[kind];
  const [label, setLabel] = useState(connection?.label ?? CONNECTION_NAMES[kind]);
  const [url, setUrl] = useState(connection?.url ?? words.url);
  const [project, setProject] = useState(connection?.project ?? (kind === 'servicenow' ? 'incident' : ''));
  const [user, setUser] = useState(connection?.user ?? '');
  const [issueType, setIssueType] = useState(connection?.issue_type ?? (kind === 'jira' ? 'Task' : ''));
  const [fields, setFields] = useState(fieldsText(connection?.fields ?? {}));
  const [token, setToken] = useState('');
  const [signing, setSigning] = useState('');
  const [severities, setSeverities] = useState<Severity[]>(connection?.severities ?? ['HIGH']);
  const isSlack = kind === 'slack';
  const needsUser = kind === 'servicenow' || kind === 'teams';
  const required = fieldsOf(fields);
  const isOtherBot = kind === 'teams' && project.trim() !== connection?.project;
  const moves = connection !== null && (url.trim() !== connection.url || user.trim() !== connection.user || isOtherBot);
  const needsToken = connection === null || moves;
  const isComplete =
    label.trim().length >= 3 &&
    url.trim() !== '' &&
    project.trim() !== '' &&
    required !== null &&
    (!needsUser || user.trim() !== '') &&
    (!needsToken || token !== '') &&
    (!isSlack || connection !== null || signing.trim().length >= 8);
  const save = async (): Promise<void> => {
    const body = {
      ...{ label: label.trim(), url: url.trim(), project: project.trim(), user: user.trim(), issue_type: issueType.trim(), fields: required ?? {} },
      ...(token === '' ? {} : { token }),
      ...(isChatKind(kind) ? { severities } : {}),
      ...(isSlack && signing.trim() !== '' ? { signing_secret: signing.trim() } : {}),
    };
    if (connection === null) return onSaved(await callApi('POST /v1/connections', { body: { ...body, kind, token } }, { filtered: false }));
    const path = { connection_id: connection.connection_id };
    const changed = await callApi('PATCH /v1/connections/{connection_id}', { path, body }, { filtered: false });
    return onSaved({ connection: changed, secret: null });
  };
  return (
    <SubmitDialog
      title={connection === null ? `Connect ${CONNECTION_NAMES[kind]}` : `Change ${connection.label}`}
      okText={connection === null ? 'Connect' : 'Save'}
      isComplete={isComplete}
      width={560}
      onClose={onClose}
      onSubmit={save}
    >
      {(submit) => (
        <>
          <TipField label="Name" required>
            <Input maxLength={100} value={label} onChange={({ target: { value } }) => setLabel(value)} />
          </TipField>
          <TipField label="Address" required>
            <Input maxLength={2000} placeholder={words.urlExample} value={url} onChange={({ target: { value } }) => setUrl(value)} />
          </TipField>
          <TipField label={words.project} required>
            <Input maxLength={255} placeholder={words.projectExample} value={project} onChange={({ target: { value } }) => setProject(value)} />
          </TipField>
          {words.user !== null && (
            <TipField label={words.user} required={needsUser} hint={words.userHint}>
              <Input maxLength={320} autoComplete="off" value={user} onChange={({ target: { value } }) => setUser(value)} />
            </TipField>
          )}
          <TipField label={words.token} required={needsToken} hint={needsToken ? words.tokenHint : 'Leave it empty to keep the present one.'}>
            <Input.Password
              maxLength={5000}
              autoComplete="new-password"
              value={token}
              onChange={({ target: { value } }) => setToken(value)}
              onPressEnter={submit}
            />
          </TipField>
          {isSlack && (
            <TipField
              label="Signing secret"
              required={connection === null}
              hint={connection === null ? 'The page Basic Information of the Slack app shows it.' : 'Leave it empty to keep the present one.'}
            >
              <Input.Password maxLength={200} autoComplete="new-password" value={signing} onChange={({ target: { value } }) => setSigning(value)} />
            </TipField>
          )}
          {isChatKind(kind) && (
            <Form.Item label="Alerts">
              <Checkbox.Group
                value={severities}
                options={SEVERITY_ORDER.map((value) => ({ value, label: value.charAt(0) + value.slice(1).toLowerCase() }))}
                onChange={setSeverities}
              />
            </Form.Item>
          )}
          {kind === 'jira' && (
            <TipField label="Issue type">
              <Input maxLength={100} value={issueType} onChange={({ target: { value } }) => setIssueType(value)} />
            </TipField>
          )}
          {(kind === 'jira' || kind === 'servicenow') && (
            <TipField
              label="Required fields"
              hint='One on a line, by its id: customfield_10010 = {"value": "Access"}'
              error={required === null ? 'Write each field on a line, as name = value.' : null}
            >
              <Input.TextArea rows={2} value={fields} onChange={({ target: { value } }) => setFields(value)} />
            </TipField>
          )}
        </>
      )}
    </SubmitDialog>
  );
}
