import type { ReactNode } from 'react';
import { Form, Select } from '@cam/ui';

interface Props {
  /** Id of the source of the identity-governance product; empty: none. */
  value: string;
  options: { value: string; label: string }[];
  onChange: (sisterId: string) => void;
}

/** The source of the identity-governance product that is the same as one here. */
export function CorrelatedField({ value, options, onChange }: Props): ReactNode {
  return (
    <Form.Item label="Correlated Source" htmlFor="correlated-source" extra="The same source in the identity-governance product.">
      <Select id="correlated-source" value={value} options={options} onChange={onChange} showSearch={{ optionFilterProp: 'label' }} />
    </Form.Item>
  );
}
