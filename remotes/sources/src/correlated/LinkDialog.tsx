import { useState, type ReactNode } from 'react';
import { Form, Modal } from '@cam/ui';
import type { Correlations } from './api';
import { CorrelatedField } from './CorrelatedField';

interface Props {
  /** The source, or organization, that is linked. */
  uid: string;
  name: string;
  correlations: Correlations;
  onClose: () => void;
}

/** Says which source of the identity-governance product is the same as one here. */
export function LinkDialog({ uid, name, correlations, onClose }: Props): ReactNode {
  const { of, optionsFor, link } = correlations;
  const linked = of(uid)?.idnSourceId ?? '';
  const [chosen, setChosen] = useState(linked);
  const [isSaving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      await link(uid, chosen);
      onClose();
    } catch {
      // The person was told; what was chosen stays.
      setSaving(false);
    }
  };
  return (
    <Modal
      open
      title={`Link ${name}`}
      okText="Save"
      onOk={() => void save()}
      okButtonProps={{ disabled: chosen === linked, loading: isSaving }}
      onCancel={onClose}
      width={520}
    >
      <Form layout="vertical">
        <CorrelatedField value={chosen} options={optionsFor(uid)} onChange={setChosen} />
      </Form>
    </Modal>
  );
}
