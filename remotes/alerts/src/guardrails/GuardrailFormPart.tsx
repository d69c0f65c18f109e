import { useState, type ReactNode } from 'react';
import type { PartProps } from '@cam/contracts';
import { useSession } from '@cam/platform';
import { EmptyState } from '@cam/ui';
import { createGuardrail } from './api';
import { GuardrailForm } from './GuardrailForm';
import { newGuardrail } from './guardrail-fields';

/** Makes a guardrail of a query that somebody searched for. */
export default function GuardrailFormPart({ initialQuery, initialName = '', onSaved, onCancel }: PartProps['alerts.guardrail-form']): ReactNode {
  const { can } = useSession();
  const [initial] = useState(() => newGuardrail(initialQuery, initialName));
  if (!can('GUARDRAIL')) {
    return (
      <EmptyState
        icon="guardrail"
        title="You may not create guardrails"
        text="Ask an administrator of your tenant for the right to change guardrails."
      />
    );
  }
  return (
    <GuardrailForm
      fromSearch
      initial={initial}
      submitLabel="Create Guardrail"
      onCancel={onCancel}
      onSubmit={async (fields) => {
        await createGuardrail(fields);
        onSaved();
      }}
    />
  );
}
