import { useState, type ReactNode } from 'react';
import { useSession } from '@cam/platform';
import { focusFirstField, Modal, Select } from '@cam/ui';
import { alertsInWords, changeWork, usePeople } from './api';
import type { TriageDialogProps } from './target';

/** Value of the choice that removes the assignee. */
export const NOBODY = '';

/** Returns the choices of an assignee: the user first, then nobody, then the others. */
export function useAssignees(): { value: string; label: string }[] {
  const me = useSession().user.email;
  const others = usePeople().filter(({ email }) => email !== me);
  const label = ({ email, name }: { email: string; name: string }): string => (name === '' ? email : `${name} (${email})`);
  return [
    { value: me, label: `Me (${me})` },
    { value: NOBODY, label: 'Nobody' },
    ...others.map((person) => ({ value: person.email, label: label(person) })),
  ];
}

/** Asks for an assignee. The choice takes effect at once. */
export function AssignDialog({ target, onClose, onChanged }: TriageDialogProps): ReactNode {
  const [busy, setBusy] = useState(false);
  const assign = async (email: string): Promise<void> => {
    setBusy(true);
    try {
      await changeWork(await target.ids(), { assignee: email === NOBODY ? null : email });
      onClose();
    } catch {
      // The platform showed the error.
      setBusy(false);
    }
    await onChanged();
  };
  return (
    <Modal open title={`Assign ${alertsInWords(target.count)}`} footer={null} onCancel={onClose} width={440} afterOpenChange={focusFirstField}>
      <Select<string>
        defaultOpen
        showSearch={{ optionFilterProp: 'label' }}
        aria-label="Assignee"
        placeholder="Choose a user"
        style={{ width: '100%' }}
        loading={busy}
        disabled={busy}
        options={useAssignees()}
        onSelect={(email) => void assign(email)}
      />
    </Modal>
  );
}
