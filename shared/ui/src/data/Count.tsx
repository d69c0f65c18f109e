import type { ReactNode } from 'react';
import { formatCount } from './formats';

/** A count as it is written everywhere; where it is abbreviated the pointer finds the exact one. */
export function Count({ value }: { value: number | null | undefined }): ReactNode {
  const text = formatCount(value);
  return value && text !== String(value) ? <span title={value.toLocaleString('en')}>{text}</span> : text;
}
