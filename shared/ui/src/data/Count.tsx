import type { ReactNode } from 'react';
import { formatCount } from './formats';

/** Shows a count in its short form. The tooltip of an abbreviated count gives the exact number. */
export function Count({ value }: { value: number | null | undefined }): ReactNode {
  const text = formatCount(value);
  return value && text !== String(value) ? <span title={value.toLocaleString('en')}>{text}</span> : text;
}
