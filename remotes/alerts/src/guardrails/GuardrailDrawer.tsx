import { useState, type ReactNode } from 'react';
import type { Monitor } from '@cam/contracts';
import { confirm, useSession } from '@cam/platform';
import { Drawer } from '@cam/ui';
import { AffectedObjects } from './AffectedObjects';
import { createGuardrail, saveGuardrail } from './api';
import { GuardrailForm } from './GuardrailForm';
import { fieldsOf, newGuardrail } from './guardrail-fields';

const UNSAVED_CHANGES = 'You have unsaved changes. Are you sure you want to leave this page?';

interface Props {
  /** Null: a new one. */
  guardrail: Monitor | null;
  onClose: () => void;
  onSaved: () => void;
}

/** A guardrail beside the list: to create, to edit or, without the right and where it is built in, to read. */
export function GuardrailDrawer({ guardrail, onClose, onSaved }: Props): ReactNode {
  const { can } = useSession();
  const [dirty, setDirty] = useState(false);
  // As it was read when it was opened: the list may load again below, and what is written must know what it replaces.
  const [opened] = useState(guardrail);
  const [initial] = useState(() => (opened ? fieldsOf(opened) : newGuardrail()));
  const readOnly = !can('GUARDRAIL') || opened?.auto_create === true;

  const close = async (): Promise<void> => {
    if (!dirty || (await confirm({ message: UNSAVED_CHANGES }))) onClose();
  };
  return (
    <Drawer open title={opened ? opened.name : 'Create Guardrail'} size={640} onClose={() => void close()} destroyOnHidden>
      <GuardrailForm
        initial={initial}
        readOnly={readOnly}
        submitLabel={opened ? 'Save' : 'Create Guardrail'}
        onCancel={() => void close()}
        onDirty={setDirty}
        onSubmit={async (fields) => {
          await (opened ? saveGuardrail(opened, fields) : createGuardrail(fields));
          onSaved();
        }}
      >
        {opened && <AffectedObjects query={opened.query} conditions={opened.description} />}
      </GuardrailForm>
    </Drawer>
  );
}
