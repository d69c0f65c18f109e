import { useState, type ReactNode } from 'react';
import type { PartProps } from '@cam/contracts';
import { useSession } from '@cam/platform';
import { EmptyState } from '@cam/ui';
import { createGuardrail } from './api';
import { GuardrailForm } from './GuardrailForm';
import { newGuardrail } from './guardrail-fields';

/** The form to create a guardrail from a search query, for use by other areas. */
export default function GuardrailFormPart({ initialQuery, initialName = '', onSaved, onCancel }: PartProps['alerts.guardrail-form']): ReactNode {
  const { can } = useSession();
  const [initial] = useState(() => newGuardrail(initialQuery, initialName));
  if (!can('GUARDRAIL')) {
    return (
      <EmptyState
        icon="guardrail"
        title="You do not have permission to create guardrails"
        text="Ask a tenant administrator for permission to edit guardrails."
      />
    );
  }
  return (
    <GuardrailForm
      fromSearch
      initial={initial}
      submitLabel="Create guardrail"
      onCancel={onCancel}
      onSubmit={async (fields) => {
        await createGuardrail(fields);
        onSaved();
      }}
    />
  );
}
