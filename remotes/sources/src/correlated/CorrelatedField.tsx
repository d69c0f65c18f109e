import type { ReactNode } from 'react';
import { Form, Select } from '@cam/ui';

interface Props {
  /** Id of the linked source in the identity-governance product; empty when there is no link. */
  value: string;
  options: { value: string; label: string }[];
  onChange: (sisterId: string) => void;
}

/** Selects the matching source in the identity-governance product. */
export function CorrelatedField({ value, options, onChange }: Props): ReactNode {
  return (
    <Form.Item label="Correlated Source" htmlFor="correlated-source" extra="The matching source in the identity-governance product.">
      <Select id="correlated-source" value={value} options={options} onChange={onChange} showSearch={{ optionFilterProp: 'label' }} />
    </Form.Item>
  );
}
