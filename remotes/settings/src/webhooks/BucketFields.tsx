import type { ReactNode } from 'react';
import { Input, TipField } from '@cam/ui';
import { FIELDS, type BucketInput } from './bucket';

interface Props {
  value: BucketInput;
  onChange: (value: BucketInput) => void;
}

/** Asks for a bucket and the keys that may write into it. */
export function BucketFields({ value, onChange }: Props): ReactNode {
  return FIELDS.map(({ name, label, placeholder, required, hint, secret }) => {
    const props = {
      maxLength: 500,
      placeholder,
      value: value[name],
      autoComplete: 'off',
      onChange: ({ target }: { target: { value: string } }) => onChange({ ...value, [name]: target.value }),
    };
    return (
      <TipField key={name} label={label} required={required} {...(hint ? { hint } : {})}>
        {secret ? <Input.Password {...props} /> : <Input {...props} />}
      </TipField>
    );
  });
}
