import { useState, type ReactNode } from 'react';
import type { Role } from '@cam/contracts';
import { callApi, confirm, notify, useSession, useUnsavedChanges } from '@cam/platform';
import { Alert, Button, Checkbox, Drawer, Form, Input, Select, TipField } from '@cam/ui';
import { bodyOf, fieldsOf, NEW_ROLE, rightsToChoose, rightText, type RoleFields } from './role-fields';
import { RolePreview } from './RolePreview';
import styles from './roles.module.css';

const UNSAVED_CHANGES = 'You have unsaved changes. Are you sure you want to leave this page?';

interface Props {
  /** Null creates a role. */
  role: Role | null;
  /** Rights that the user may give. */
  grantable: readonly string[];
  onClose: () => void;
  onChanged: () => void;
}

/** Shows the form of a role, with the calls that the role may make before it is saved. */
export function RoleDrawer({ role, grantable, onClose, onChanged }: Props): ReactNode {
  const { tenant } = useSession();
  const [saved] = useState(() => (role ? fieldsOf(role) : NEW_ROLE));
  const [fields, setFields] = useState(saved);
  const [busy, setBusy] = useState(false);
  const isDirty = JSON.stringify(fields) !== JSON.stringify(saved);
  useUnsavedChanges(isDirty && !busy);
  const isFixed = role?.built_in === true;
  const body = bodyOf(fields);
  const change = (part: Partial<RoleFields>): void => setFields({ ...fields, ...part });
  const close = async (): Promise<void> => {
    if (!isDirty || (await confirm({ message: UNSAVED_CHANGES }))) onClose();
  };
  const act = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    if (busy) return;
    setBusy(true);
    // The platform shows why a call fails.
    const isDone = await work().then(
      () => true,
      () => false,
    );
    setBusy(false);
    if (!isDone) return;
    notify.success(done);
    onChanged();
  };
  const save = (): Promise<void> =>
    act(async () => {
      if (!body) return;
      if (role)
        await callApi('PUT /v1/roles/{role_id}', { path: { role_id: role.role_id }, body: { ...body, version: role.version } }, { filtered: false });
      else await callApi('POST /v1/roles', { body }, { filtered: false });
    }, `Saved the role "${fields.name.trim()}".`);
  const remove = async (): Promise<void> => {
    if (!role || !(await confirm({ message: `Delete "${role.name}"? Its members lose its rights at once.`, okText: 'Delete' }))) return;
    await act(() => callApi('DELETE /v1/roles/{role_id}', { path: { role_id: role.role_id } }, { filtered: false }), `Deleted ${role.name}.`);
  };
  return (
    <Drawer open title={role ? role.name : 'Create role'} size={640} onClose={() => void close()} destroyOnHidden>
      <Form layout="vertical" onFinish={() => void (body && save())}>
        {isFixed && <Alert type="info" showIcon className={styles.notice ?? ''} title="This role is built in. You can change its members only." />}
        <TipField label="Name" required>
          <Input maxLength={100} disabled={isFixed} value={fields.name} onChange={(event) => change({ name: event.target.value })} />
        </TipField>
        <TipField label="Description">
          <Input.TextArea
            autoSize={{ minRows: 1, maxRows: 4 }}
            maxLength={500}
            disabled={isFixed}
            value={fields.description}
            onChange={(event) => change({ description: event.target.value })}
          />
        </TipField>
        <Form.Item label="Rights" required extra="You can give only rights that you hold in all accounts.">
          <Checkbox.Group
            className={styles.choices ?? ''}
            value={fields.rights}
            options={rightsToChoose(grantable, fields.rights).map((right) => ({
              value: right,
              label: rightText(right),
              disabled: isFixed || (!grantable.includes(right) && !fields.rights.includes(right)),
            }))}
            onChange={(rights) => change({ rights })}
          />
        </Form.Item>
        <TipField label="Accounts" hint="The rights apply in these accounts only. Other accounts do not exist for somebody who has no other role.">
          <Select
            mode="multiple"
            allowClear
            disabled={isFixed}
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="All accounts"
            value={fields.accounts}
            options={tenant.account_info.map(({ account_id: id, account_name: name }) => ({
              value: id,
              label: name === id ? id : `${name} (${id})`,
            }))}
            onChange={(accounts: string[]) => change({ accounts })}
          />
        </TipField>
        <TipField label="People" hint="E-mail addresses with which they sign in.">
          <Select
            mode="tags"
            tokenSeparators={[',', ' ', ';']}
            open={false}
            suffixIcon={null}
            placeholder="ana@company.example"
            value={fields.users}
            onChange={(users: string[]) => change({ users: [...new Set(users.map((user) => user.toLowerCase()))] })}
          />
        </TipField>
        <TipField label="Groups" hint="Groups that your provider manages here with SCIM, or that an outside identity platform names in its tokens.">
          <Select
            mode="tags"
            tokenSeparators={[',', ';']}
            open={false}
            suffixIcon={null}
            placeholder="payments-engineers"
            value={fields.groups}
            onChange={(groups: string[]) => change({ groups })}
          />
        </TipField>
        <RolePreview rights={fields.rights} accounts={fields.accounts} />
        <div className={styles.foot}>
          {role && !isFixed && (
            <Button danger className={styles.remove ?? ''} onClick={() => void remove()}>
              Delete
            </Button>
          )}
          <Button onClick={() => void close()}>Cancel</Button>
          <Button type="primary" htmlType="submit" disabled={!body || !isDirty} loading={busy}>
            {role ? 'Save' : 'Create role'}
          </Button>
        </div>
      </Form>
    </Drawer>
  );
}
