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
  const [initial] = useState(() => (guardrail ? fieldsOf(guardrail) : newGuardrail()));
  const readOnly = !can('GUARDRAIL') || guardrail?.auto_create === true;

  const close = async (): Promise<void> => {
    if (!dirty || (await confirm({ message: UNSAVED_CHANGES }))) onClose();
  };
  return (
    <Drawer open title={guardrail ? guardrail.name : 'Create Guardrail'} size={640} onClose={() => void close()} destroyOnHidden>
      <GuardrailForm
        initial={initial}
        readOnly={readOnly}
        submitLabel={guardrail ? 'Save' : 'Create Guardrail'}
        onCancel={() => void close()}
        onDirty={setDirty}
        onSubmit={async (fields) => {
          await (guardrail ? saveGuardrail(guardrail, fields) : createGuardrail(fields));
          onSaved();
        }}
      >
        {guardrail && <AffectedObjects query={guardrail.query} />}
      </GuardrailForm>
    </Drawer>
  );
}
