import type { ReactNode } from 'react';
import { StatusTag } from '@cam/ui';

export default function Example(): ReactNode {
  return (
    <>
      <StatusTag tone="ok">Connected</StatusTag>
      <StatusTag tone="high">Failed</StatusTag>
      <StatusTag tone="medium">Waiting</StatusTag>
      <StatusTag tone="neutral">Off</StatusTag>
      <StatusTag tone="accent">New</StatusTag>
    </>
  );
}
