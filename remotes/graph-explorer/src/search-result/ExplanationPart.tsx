import type { ReactNode } from 'react';
import type { PartProps } from '@cam/contracts';
import { Explanation } from './ExplainDrawer';

/** Why an identity reaches a resource, inside a page of another area. */
export default function ExplanationPart({ identityUri, resourceUri }: PartProps['graph-explorer.access-explanation']): ReactNode {
  return <Explanation row={{ identity_uri: identityUri, resource_uri: resourceUri }} />;
}
