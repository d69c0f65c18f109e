import { useState, type ReactNode } from 'react';
import type { Monitor } from '@cam/contracts';
import { confirm, useSession } from '@cam/platform';
import { Alert, Drawer, formatDateTime } from '@cam/ui';
import { createGuardrail, saveGuardrail } from './api';
import { GuardrailForm } from './GuardrailForm';
import { fieldsOf, newGuardrail } from './guardrail-fields';
import styles from './GuardrailForm.module.css';

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
        {guardrail && <LastLook guardrail={guardrail} />}
      </GuardrailForm>
    </Drawer>
  );
}

/** When it looked at the graph last, and what somebody has to know of it. */
function LastLook({ guardrail: { alerts_enabled: enabled, evaluated_at: at, evaluation_note: note } }: { guardrail: Monitor }): ReactNode {
  if (note !== null) return <Alert type="warning" showIcon className={styles.look} title={note} />;
  const words = at === null ? 'It did not look at the graph yet.' : `It looked at the graph last on ${formatDateTime(at)}.`;
  return <p className={styles.look}>{enabled ? words : 'Its alerting is disabled: it raises nothing.'}</p>;
}
