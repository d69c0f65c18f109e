import { useState, type ReactNode } from 'react';
import type { ListView } from '@cam/contracts';
import { confirm, type ListViews } from '@cam/platform';
import { Button, Checkbox, Input } from 'antd';
import { Dropdown } from '../feedback/overlays';
import { SubmitDialog } from '../form/SubmitDialog';
import { TipField } from '../form/TipField';

/** Opens, saves and deletes views of a list: filters, order and grouping under a name. */
export function ViewsMenu({ views: { views, load, parameters, open, save, remove, mayShare } }: { views: ListViews }): ReactNode {
  const [isSaving, setSaving] = useState(false);
  const present = views?.find((view) => view.parameters === parameters);
  const mayDelete = ({ is_own: isOwn, shared }: ListView): boolean => isOwn || (shared && mayShare);
  const label = ({ name, shared, is_own: isOwn }: ListView): string => (shared ? `${name} (${isOwn ? 'shared' : 'shared with you'})` : name);
  const askToRemove = async (view: ListView): Promise<void> => {
    if (await confirm({ message: `Are you sure you want to delete the view ${view.name}?` })) await remove(view).catch(() => undefined);
  };
  return (
    <>
      <Dropdown
        trigger={['click']}
        onOpenChange={(isOpen) => isOpen && load()}
        menu={{
          selectable: true,
          selectedKeys: present ? [present.view_id] : [],
          items: [
            ...(views ?? []).map((view) => ({ key: view.view_id, label: label(view), onClick: () => open(view.parameters) })),
            ...((views ?? []).length > 0 ? [{ key: 'line', type: 'divider' as const }] : []),
            { key: 'save', label: 'Save this view', onClick: () => setSaving(true) },
            ...(present && mayDelete(present)
              ? [{ key: 'delete', label: `Delete ${present.name}`, danger: true, onClick: () => void askToRemove(present) }]
              : []),
          ],
        }}
      >
        <Button aria-haspopup="menu">{present ? `View: ${present.name}` : 'Views'}</Button>
      </Dropdown>
      {isSaving && <SaveDialog mayShare={mayShare} onSave={save} onClose={() => setSaving(false)} />}
    </>
  );
}

interface DialogProps {
  mayShare: boolean;
  onSave: ListViews['save'];
  onClose: () => void;
}

function SaveDialog({ mayShare, onSave, onClose }: DialogProps): ReactNode {
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  return (
    <SubmitDialog
      title="Save view"
      okText="Save view"
      isComplete={name.trim() !== ''}
      onClose={onClose}
      onSubmit={() => onSave({ name: name.trim(), shared })}
    >
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
