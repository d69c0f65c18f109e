import { useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { AlertView } from '@cam/contracts';
import { confirm, useSession } from '@cam/platform';
import { Button, Checkbox, Dropdown, Input, SubmitDialog, TipField } from '@cam/ui';
import { deleteView, saveView, useViews } from './api';

/** Parameters of the address that are no part of a view. */
const NOT_SAVED = ['alert', 'methods', 'page', 'group'];

/** Returns the view in the parameters of an address. */
export function viewParameters(search: string): string {
  const parameters = new URLSearchParams(search);
  for (const name of NOT_SAVED) parameters.delete(name);
  return parameters.toString();
}

/** Opens, saves and deletes views: filters, order and grouping under a name. */
export function SavedViews(): ReactNode {
  const { data, mutate } = useViews();
  const { search } = useLocation();
  const navigate = useNavigate();
  const { can } = useSession();
  const [isSaving, setSaving] = useState(false);
  const views = data?.views ?? [];
  const present = views.find(({ parameters }) => parameters === viewParameters(search));
  const mayDelete = ({ is_own: isOwn, shared }: AlertView): boolean => isOwn || (shared && can('ALERTS'));
  const remove = async (view: AlertView): Promise<void> => {
    if (!(await confirm({ message: `Are you sure you want to delete the view ${view.name}?` }))) return;
    await deleteView(view).catch(() => undefined);
    await mutate();
  };
  const label = ({ name, shared, is_own: isOwn }: AlertView): string => (shared ? `${name} (${isOwn ? 'shared' : 'shared with you'})` : name);
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          selectable: true,
          selectedKeys: present ? [present.view_id] : [],
          items: [
            ...views.map((view) => ({ key: view.view_id, label: label(view), onClick: () => void navigate(`?${view.parameters}`) })),
            ...(views.length > 0 ? [{ key: 'line', type: 'divider' as const }] : []),
            { key: 'save', label: 'Save this view', onClick: () => setSaving(true) },
            ...(present && mayDelete(present)
              ? [{ key: 'delete', label: `Delete ${present.name}`, danger: true, onClick: () => void remove(present) }]
              : []),
          ],
        }}
      >
        <Button>{present ? `View: ${present.name}` : 'Views'}</Button>
      </Dropdown>
      {isSaving && (
        <SaveDialog
          parameters={viewParameters(search)}
          onClose={() => setSaving(false)}
          onSaved={async () => {
            await mutate();
          }}
        />
      )}
    </>
  );
}

function SaveDialog({ parameters, onClose, onSaved }: { parameters: string; onClose: () => void; onSaved: () => Promise<void> }): ReactNode {
  const mayShare = useSession().can('ALERTS');
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const save = async (): Promise<void> => {
    await saveView({ name: name.trim(), parameters, shared });
    await onSaved();
  };
  return (
    <SubmitDialog title="Save view" okText="Save view" isComplete={name.trim() !== ''} onClose={onClose} onSubmit={save}>
      {(submit) => (
        <>
          <TipField label="Name" required hint="A view of yours with the same name is replaced.">
            <Input maxLength={100} placeholder="Name *" value={name} onChange={({ target }) => setName(target.value)} onPressEnter={submit} />
          </TipField>
          {mayShare && (
            <Checkbox checked={shared} onChange={({ target }) => setShared(target.checked)}>
              Share with all users of the tenant
            </Checkbox>
          )}
        </>
      )}
    </SubmitDialog>
  );
}
