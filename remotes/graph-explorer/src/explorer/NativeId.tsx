import type { ReactNode } from 'react';
import { shortId } from './short-id';

/** A field that may hold ids of providers: what they end in is shown, and the whole of them where somebody points. */
export function NativeId({ text }: { text: string }): ReactNode {
  const short = shortId(text);
  return short === text ? text : <span title={text}>{short}</span>;
}
