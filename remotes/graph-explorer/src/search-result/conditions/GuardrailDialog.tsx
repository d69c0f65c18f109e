import type { ReactNode } from 'react';
import { notify, Part } from '@cam/platform';
import { EmptyState, Modal } from '@cam/ui';

/**
 * Creates a guardrail from a query with the form of the alerts remote.
 * @param query the dialog is closed if null
 */
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
              title="Guardrails are unavailable"
              text="The alerts area is turned off or does not respond. Close this dialog to continue to search."
            />
          }
        />
      )}
    </Modal>
  );
}
