import type { ReactNode } from 'react';
import type { PartProps } from '@cam/contracts';
import { Explanation } from './ExplainDrawer';

/** Explains the access of an identity to a resource inside a page of another remote. */
export default function ExplanationPart({ identityUri, resourceUri }: PartProps['graph-explorer.access-explanation']): ReactNode {
  return <Explanation row={{ identity_uri: identityUri, resource_uri: resourceUri }} />;
}
