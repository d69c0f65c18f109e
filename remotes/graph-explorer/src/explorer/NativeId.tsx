import type { ReactNode } from 'react';
import { shortId } from './short-id';

/** Shows a field that may contain provider ids. Long ids are shortened, with the full text as a tooltip. */
export function NativeId({ text }: { text: string }): ReactNode {
  const short = shortId(text);
  return short === text ? text : <span title={text}>{short}</span>;
}
