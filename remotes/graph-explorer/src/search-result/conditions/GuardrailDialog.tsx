import type { ReactNode } from 'react';
import { notify, Part } from '@cam/platform';
import { EmptyState, Modal } from '@cam/ui';

/** Makes a guardrail of a query, by the form of the area that watches. */
export function GuardrailDialog({ query, onClose }: { query: string | null; onClose: () => void }): ReactNode {
  return (
    <Modal open={query !== null} title="CREATE GUARDRAIL QUERY" width={680} footer={null} onCancel={onClose} destroyOnHidden>
      <p>Creating a GUARDRAIL QUERY will set up an alert system when there is an access change to the queried object.</p>
      {query !== null && (
        <Part
          id="alerts.guardrail-form"
          props={{
            initialQuery: query,
            onCancel: onClose,
            onSaved: () => {
              notify.success('The guardrail has been created');
              onClose();
            },
          }}
          fallback={
            <EmptyState
              icon="guardrail"
              title="Guardrails cannot be reached"
              text="Their area is turned off or does not answer. The search goes on without it."
            />
          }
        />
      )}
    </Modal>
  );
}
