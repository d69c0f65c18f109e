import { useState, type ReactNode } from 'react';
import type { Monitor } from '@cam/contracts';
import { confirm, useSession } from '@cam/platform';
import { Alert, Drawer, formatZoned } from '@cam/ui';
import { alertingState } from './alerting-fields';
import { createGuardrail, saveGuardrail } from './api';
import { GuardrailForm } from './GuardrailForm';
import { fieldsOf, newGuardrail } from './guardrail-fields';
import styles from './GuardrailForm.module.css';

const UNSAVED_CHANGES = 'You have unsaved changes. Are you sure you want to leave this page?';

interface Props {
  /** Null creates a new guardrail. */
  guardrail: Monitor | null;
  onClose: () => void;
  onSaved: () => void;
}

/** Shows a guardrail beside the list, to create or edit it. It is read-only without the write right, and a built-in one has only its alerting to edit. */
export function GuardrailDrawer({ guardrail, onClose, onSaved }: Props): ReactNode {
  const { can } = useSession();
  const [dirty, setDirty] = useState(false);
  const [initial] = useState(() => (guardrail ? fieldsOf(guardrail) : newGuardrail()));
  const readOnly = !can('GUARDRAIL');

  const close = async (): Promise<void> => {
    if (!dirty || (await confirm({ message: UNSAVED_CHANGES }))) onClose();
  };
  return (
    <Drawer open title={guardrail ? guardrail.name : 'Create guardrail'} size={640} onClose={() => void close()} destroyOnHidden>
      <GuardrailForm
        initial={initial}
        readOnly={readOnly}
        isBuiltIn={guardrail?.auto_create === true}
        submitLabel={guardrail ? 'Save' : 'Create guardrail'}
        onCancel={() => void close()}
        onDirty={setDirty}
        onSubmit={async (fields) => {
          await (guardrail ? saveGuardrail(guardrail, fields) : createGuardrail(fields));
          onSaved();
        }}
      >
        {guardrail && <EvaluationStatus guardrail={guardrail} />}
      </GuardrailForm>
    </Drawer>
  );
}

/** Says whether the guardrail raises alerts and when it was last evaluated, or shows the warning of that evaluation. */
function EvaluationStatus({ guardrail }: { guardrail: Monitor }): ReactNode {
  const { alerts_enabled: isOn, evaluated_at: at, evaluation_note: note } = guardrail;
  if (note !== null) return <Alert type="warning" showIcon className={styles.status} title={note} />;
  const evaluated = at === null ? 'Not evaluated yet.' : `Last evaluated: ${formatZoned(at)}`;
  return <p className={styles.status}>{`${alertingState(guardrail)}.${isOn ? ` ${evaluated}` : ''}`}</p>;
}
